import { boardEndpoints, expiringHours, type AreaHeat, type Endpoint } from '@suoan/contract'
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Progress } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { call, type CallInput } from '@suoan/console-base/request/call.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { useServerNow } from '@suoan/console-base/status/use-now.ts'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { durationText, parseWireTime } from '@suoan/console-base/status/wire-time.ts'
import { levelLook } from '../status/level-look.ts'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { asked } from './kpis.ts'

/** Asks for one list of the board again every half minute. */
const watchQuery = <E extends Endpoint>(name: string, endpoint: E, input: CallInput<E>) =>
  queryOptions({
    queryKey: ['resource', 'board', name],
    queryFn: ({ signal }) => call(endpoint, input, { signal, quiet: true }),
    refetchInterval: 30_000,
  })
const heatQuery = watchQuery('areaHeat', boardEndpoints.areaHeat, {})
const expiringQuery = watchQuery('expiring', boardEndpoints.expiring, {})
const unclosedQuery = watchQuery('topUnclosed', boardEndpoints.topUnclosed, {})
const healthQuery = watchQuery('deviceHealth', boardEndpoints.deviceHealth, {})

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

interface WatchListProps<T> {
  readonly title: string
  readonly query: UseQueryResult<T[]>
  /** Said where there is nothing to watch. */
  readonly empty: string
  keyOf(row: T): string
  /** The list that the line leads to. */
  placeOf(row: T): string
  lineOf(row: T, rows: readonly T[]): ReactNode
}

/** One list of the board, whose lines are buttons. */
function WatchList<T>({ title, query, empty, keyOf, placeOf, lineOf }: WatchListProps<T>) {
  const navigate = useNavigate()
  return (
    <section className="card">
      <h3>{title}</h3>
      <Answered query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState text={empty} />
          ) : (
            <ul className="board-list">
              {rows.map((row) => (
                <li key={keyOf(row)}>
                  <button type="button" onClick={() => void navigate(placeOf(row))}>
                    {lineOf(row, rows)}
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

function Expiring() {
  const now = useServerNow()
  const tickets = useQuery(expiringQuery)
  return (
    <WatchList
      title={`${expiringHours} 小时内到期${tickets.data ? `（${tickets.data.length}）` : ''}`}
      query={tickets}
      empty={`${expiringHours} 小时内没有工作票到期`}
      keyOf={({ id }) => id}
      placeOf={({ id }) => `/isps/loWorkView/${id}`}
      lineOf={(row) => {
        const left = (parseWireTime(row.validEnd) ?? now) - now
        const onSite = row.onSite > 0 ? `在场 ${row.onSite} 人` : ''
        return (
          <>
            <span className="grow">
              {row.workName}
              <br />
              <small>{[row.workNo, row.areaName, row.leader, onSite].filter(Boolean).join(' · ')}</small>
            </span>
            <small className={left < 0 ? 'board-late' : ''} title={row.validEnd}>
              {left < 0 ? `已超期 ${durationText(-left)}` : `剩余 ${durationText(left)}`}
            </small>
          </>
        )
      }}
    />
  )
}

function TopUnclosed() {
  const now = useServerNow()
  return (
    <WatchList
      title="开启最久的锁"
      query={useQuery(unclosedQuery)}
      empty="没有未关锁警告"
      keyOf={({ warnNo }) => warnNo}
      placeOf={({ warnNo }) => asked('/isps/userUncloseLock', 'warnNo', 'eq', warnNo)}
      lineOf={(row) => (
        <>
          <StatusBadge look={levelLook(row.level)} />
          <span className="grow">
            {row.lockCode} {row.lockName}
            <br />
            <small>{[row.areaName, row.opener ?? '开锁人不明'].filter(Boolean).join(' · ')}</small>
          </span>
          <small title={row.since}>{durationText(now - (parseWireTime(row.since) ?? now))}</small>
        </>
      )}
    />
  )
}

function Heat() {
  return (
    <WatchList
      title="区域热度：近 30 天未关锁警告"
      query={useQuery(heatQuery)}
      empty="近 30 天没有未关锁警告"
      keyOf={({ areaCode }) => areaCode}
      placeOf={({ areaCode }) => `/isps/userUncloseLock?areaCode=${encodeURIComponent(areaCode)}`}
      lineOf={(row, rows) => (
        <>
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
        </>
      )}
    />
  )
}

const mostOf = (rows: readonly AreaHeat[]): number => Math.max(...rows.map(({ total }) => total))

function Health() {
  return (
    <WatchList
      title="设备健康"
      query={useQuery(healthQuery)}
      empty="还没有登记锁具和设备"
      keyOf={({ of, key }) => `${of}${key}`}
      placeOf={({ of, key }) =>
        of === 'lock'
          ? `/isps/loLockList?lockTypeId=${encodeURIComponent(key)}`
          : `/isps/loDeviceList?kind=${encodeURIComponent(key)}`
      }
      lineOf={({ name, offline, lowBattery, total }) => (
        <>
          <span className="grow">{name}</span>
          <small className={offline + lowBattery > 0 ? 'board-late' : ''}>
            {[offline > 0 ? `离线 ${offline}` : '', lowBattery > 0 ? `低电量 ${lowBattery}` : '']
              .filter(Boolean)
              .join('，') || '正常'}
          </small>
          <small>共 {total}</small>
        </>
      )}
    />
  )
}
