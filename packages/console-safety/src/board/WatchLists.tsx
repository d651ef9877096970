import { boardEndpoints, expiringHours, type AreaHeat, type DeviceHealth } from '@suoan/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { useNavigate } from 'react-router'
import { call } from '@suoan/console-base/request/call.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { useNow } from '@suoan/console-base/status/use-now.ts'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { durationText, parseWireTime } from '@suoan/console-base/status/wire-time.ts'
import { levelLook } from '../status/level-look.ts'
import { Answered } from './Answered.tsx'
import { asked } from './kpis.ts'

const refetchInterval = 30_000
const heatQuery = queryOptions({
  queryKey: ['resource', 'board', 'areaHeat'],
  queryFn: ({ signal }) => call(boardEndpoints.areaHeat, {}, { signal, quiet: true }),
  refetchInterval,
})
const expiringQuery = queryOptions({
  queryKey: ['resource', 'board', 'expiring'],
  queryFn: ({ signal }) => call(boardEndpoints.expiring, {}, { signal, quiet: true }),
  refetchInterval,
})
const unclosedQuery = queryOptions({
  queryKey: ['resource', 'board', 'topUnclosed'],
  queryFn: ({ signal }) => call(boardEndpoints.topUnclosed, {}, { signal, quiet: true }),
  refetchInterval,
})
const healthQuery = queryOptions({
  queryKey: ['resource', 'board', 'deviceHealth'],
  queryFn: ({ signal }) => call(boardEndpoints.deviceHealth, {}, { signal, quiet: true }),
  refetchInterval,
})

/** What ends soon, what stands open longest, where warnings pile up and how the devices are; each line leads to its list. */
export function WatchLists() {
  return (
    <div className="board-charts">
      <Expiring />
      <TopUnclosed />
      <Heat />
      <Health />
    </div>
  )
}

function Expiring() {
  const navigate = useNavigate()
  const now = useNow()
  const tickets = useQuery(expiringQuery)
  return (
    <section className="card">
      <h3>
        {expiringHours} 小时内到期{tickets.data ? `（${tickets.data.length}）` : ''}
      </h3>
      <Answered query={tickets}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState text={`${expiringHours} 小时内没有工作票到期`} />
          ) : (
            <ul className="board-list">
              {rows.map((row) => {
                const left = (parseWireTime(row.validEnd) ?? now) - now
                return (
                  <li key={row.id}>
                    <button type="button" onClick={() => void navigate(`/isps/loWorkView/${row.id}`)}>
                      <span className="grow">
                        {row.workName}
                        <br />
                        <small>
                          {[
                            row.workNo,
                            row.areaName,
                            row.leader,
                            row.onSite > 0 ? `在场 ${row.onSite} 人` : '',
                          ]
                            .filter(Boolean)
                            .join(' · ')}
                        </small>
                      </span>
                      <small className={left < 0 ? 'board-late' : ''} title={row.validEnd}>
                        {left < 0 ? `已超期 ${durationText(-left)}` : `剩余 ${durationText(left)}`}
                      </small>
                    </button>
                  </li>
                )
              })}
            </ul>
          )
        }
      </Answered>
    </section>
  )
}

function TopUnclosed() {
  const navigate = useNavigate()
  const now = useNow()
  const locks = useQuery(unclosedQuery)
  return (
    <section className="card">
      <h3>开启最久的锁</h3>
      <Answered query={locks}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState text="没有未关锁警告" />
          ) : (
            <ul className="board-list">
              {rows.map((row) => (
                <li key={row.warnNo}>
                  <button
                    type="button"
                    onClick={() => void navigate(asked('/isps/userUncloseLock', 'warnNo', 'eq', row.warnNo))}
                  >
                    <StatusBadge look={levelLook(row.level)} />
                    <span className="grow">
                      {row.lockCode} {row.lockName}
                      <br />
                      <small>{[row.areaName, row.opener ?? '开锁人不明'].filter(Boolean).join(' · ')}</small>
                    </span>
                    <small title={row.since}>{durationText(now - (parseWireTime(row.since) ?? now))}</small>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  )
}

function Heat() {
  const navigate = useNavigate()
  const areas = useQuery(heatQuery)
  return (
    <section className="card">
      <h3>区域热度：近 30 天未关锁警告</h3>
      <Answered query={areas}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState text="近 30 天没有未关锁警告" />
          ) : (
            <ul className="board-list">
              {rows.map((row) => (
                <li key={row.areaCode}>
                  <button
                    type="button"
                    onClick={() =>
                      void navigate(`/isps/userUncloseLock?areaCode=${encodeURIComponent(row.areaCode)}`)
                    }
                  >
                    <span className="grow">
                      {row.areaName}
                      <Progress
                        percent={Math.round((row.total / mostOf(rows)) * 100)}
                        size="small"
                        showInfo={false}
                        strokeColor={row.live > 0 ? 'var(--danger)' : 'var(--primary-strong)'}
                        aria-label={`${row.areaName} ${row.total} 条`}
                      />
                    </span>
                    <small>
                      {row.total} 条{row.live > 0 && `，未关 ${row.live}`}
                      {row.urgent > 0 && `，三级 ${row.urgent}`}
                    </small>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  )
}

const mostOf = (rows: readonly AreaHeat[]): number => Math.max(...rows.map(({ total }) => total))

const placeOf = (row: DeviceHealth): string =>
  row.of === 'lock'
    ? `/isps/loLockList?lockTypeId=${encodeURIComponent(row.key)}`
    : `/isps/loDeviceList?kind=${encodeURIComponent(row.key)}`

function Health() {
  const navigate = useNavigate()
  const devices = useQuery(healthQuery)
  return (
    <section className="card">
      <h3>设备健康</h3>
      <Answered query={devices}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState text="还没有登记锁具和设备" />
          ) : (
            <ul className="board-list">
              {rows.map((row) => (
                <li key={`${row.of}${row.key}`}>
                  <button type="button" onClick={() => void navigate(placeOf(row))}>
                    <span className="grow">{row.name}</span>
                    <small className={row.offline + row.lowBattery > 0 ? 'board-late' : ''}>
                      {[
                        row.offline > 0 ? `离线 ${row.offline}` : '',
                        row.lowBattery > 0 ? `低电量 ${row.lowBattery}` : '',
                      ]
                        .filter(Boolean)
                        .join('，') || '正常'}
                    </small>
                    <small>共 {row.total}</small>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  )
}
