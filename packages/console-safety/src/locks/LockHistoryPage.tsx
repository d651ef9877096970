import { ArrowLeftOutlined } from '@ant-design/icons'
import { lock as lockResource, lockEndpoints, lockRecordEndpoints, type LockHolder } from '@suoan/contract'
import { systemClock } from '@suoan/kit/clock'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { MiniBars } from '@suoan/ui/figures'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Table, Tabs } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call } from '@suoan/console-base/request/call.ts'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { Age } from '@suoan/console-base/status/Age.tsx'
import { durationText, parseWireTime } from '@suoan/console-base/status/wire-time.ts'
import { useTab } from '@suoan/console-base/tabs/tab-store.ts'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import '@suoan/console-base/resource/resource.css'
import { LockBadge } from '../status/LockBadge.tsx'
import { LogMarkCell } from './LogMarkCell.tsx'
import './locks.css'

const dayMs = 86_400_000

/** 锁具履历: who had a lock when, how often it was opened, and its latest records (3-domain.md §6.2 lock list, custody chain). */
export default function LockHistoryPage() {
  const { id = '' } = useParams()
  const { leave } = useTab()
  const mayLogs = useCan('lo:lockLog:list')
  const lock = useQuery({
    queryKey: [...resourceKey(lockResource), 'one', id],
    queryFn: ({ signal }) => resourceApi(lockResource).find(id, signal),
  })
  if (lock.isPending) return <LoadingState />
  if (!lock.data)
    return (
      <div className="card">
        <ErrorState error={lock.error} onRetry={() => void lock.refetch()} />
      </div>
    )
  return (
    <div className="card">
      <KeptNote query={lock} />
      <header className="lock-head">
        <Button type="text" icon={<ArrowLeftOutlined />} aria-label="返回" onClick={leave} />
        <div className="grow">
          <h2>
            {lock.data.lockCode} {lock.data.lockName}
          </h2>
          <small>
            {[lock.data.lockPurpose_dictText, lock.data.areaId_dictText, lock.data.custody_dictText]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </div>
        <LockBadge lock={lock.data} />
      </header>
      {mayLogs && <Openings lockId={id} />}
      <Tabs
        items={[
          { key: 'holders', label: '谁在什么时候持有', children: <Holders lockId={id} /> },
          ...(mayLogs
            ? [
                { key: 'records', label: '最近记录', children: <Records lockId={id} /> },
                {
                  key: 'noTicket',
                  label: '无票开启',
                  children: <NoTicket lockCode={lock.data.lockCode ?? ''} />,
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}

const kinds = { custody: '流转', hold: '上锁', session: '开启' } as const
type Kind = keyof typeof kinds

function Holders({ lockId }: { lockId: string }) {
  const navigate = useNavigate()
  const isMobile = useIsMobile()
  const [kind, setKind] = useState<Kind | 'all'>('all')
  const holders = useQuery({
    queryKey: ['resource', 'lock', 'holders', lockId],
    queryFn: ({ signal }) => call(lockEndpoints.holders, { lockId }, { signal, quiet: true }),
  })
  if (holders.isPending) return <LoadingState rows={5} />
  if (!holders.data) return <ErrorState error={holders.error} onRetry={() => void holders.refetch()} />
  const rows = holders.data.filter((row) => kind === 'all' || row.kind === kind)
  const ticket = (row: LockHolder) =>
    row.workId ? (
      <Button
        type="link"
        className="link"
        onClick={() => void navigate(`/isps/loWorkView/${row.workId ?? ''}`)}
      >
        {row.workNo ?? '查看'}
      </Button>
    ) : (
      (row.workNo ?? '—')
    )
  return (
    <>
      <KeptNote query={holders} />
      <Segmented<Kind | 'all'>
        className="holder-kinds"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'all', label: '全部' },
          ...(['custody', 'hold', 'session'] as const).map((value) => ({ value, label: kinds[value] })),
        ]}
      />
      <Table<LockHolder>
        size="small"
        rowKey={(row) => `${row.kind}${row.id}`}
        dataSource={rows}
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        {...(isMobile ? {} : { scroll: { x: 860 } })}
        locale={{ emptyText: <EmptyState text="没有持有记录；领用、上锁和开锁以后会列在这里" /> }}
        columns={
          isMobile
            ? [
                {
                  title: '持有',
                  key: 'all',
                  render: (_, row) => (
                    <span className="log-mark">
                      <span>
                        <b>{row.person ?? '不明'}</b> {row.what} {row.pointCode}
                      </span>
                      <small>{spanOf(row)}</small>
                      {ticket(row)}
                    </span>
                  ),
                },
              ]
            : [
                { title: '人员', key: 'person', width: 110, render: (_, row) => row.person ?? '不明' },
                { title: '事项', key: 'what', width: 150, render: (_, row) => row.what },
                { title: '隔离点', key: 'point', width: 110, render: (_, row) => row.pointCode ?? '—' },
                { title: '起止', key: 'span', render: (_, row) => spanOf(row) },
                { title: '历时', key: 'long', width: 130, render: (_, row) => longOf(row) },
                { title: '工作票', key: 'work', width: 210, render: (_, row) => ticket(row) },
              ]
        }
      />
    </>
  )
}

const spanOf = ({ from, to }: LockHolder): string => `${from.slice(0, 16)} 至 ${to?.slice(0, 16) ?? '现在'}`

function longOf({ from, to }: LockHolder): string {
  const begin = parseWireTime(from)
  return begin === null ? '—' : durationText((parseWireTime(to) ?? systemClock.now()) - begin)
}

/** Openings of the last thirty days, day by day. */
function Openings({ lockId }: { lockId: string }) {
  const now = systemClock.now()
  const beginDate = shanghaiTime(now - 29 * dayMs).slice(0, 10)
  const endDate = shanghaiTime(now).slice(0, 10)
  const days = useQuery({
    queryKey: ['resource', 'lockLog', 'selectDate', lockId, beginDate, endDate],
    queryFn: ({ signal }) =>
      call(
        lockRecordEndpoints.selectDate,
        { lockId, beginDate, endDate, dim: 'day' },
        { signal, quiet: true },
      ),
    staleTime: 60_000,
  })
  if (!days.data) return null
  const sum = (name: 'openCount' | 'failCount' | 'alarmCount' | 'noTicketCount') =>
    days.data.reduce((total, day) => total + Number(day[name]), 0)
  const opened = days.data.map(({ openCount }) => Number(openCount))
  const words = `近 30 天开锁 ${sum('openCount')} 次，失败 ${sum('failCount')} 次，报警 ${sum('alarmCount')} 次，无票开启 ${sum('noTicketCount')} 次`
  return (
    <div className="lock-openings">
      {opened.some((count) => count > 0) && <MiniBars values={opened} label={words} />}
      <p className="hint">{words}</p>
    </div>
  )
}

type LogRow = Awaited<ReturnType<typeof recordsOf>>[number]
const recordsOf = (lockId: string, signal: AbortSignal) =>
  call(lockRecordEndpoints.selectLockIdAreaCode, { lockId, limit: 50 }, { signal, quiet: true })

function Records({ lockId }: { lockId: string }) {
  const records = useQuery({
    queryKey: ['resource', 'lockLog', 'ofLock', lockId],
    queryFn: ({ signal }) => recordsOf(lockId, signal),
  })
  return (
    <Answered query={records} rows={5}>
      {(rows) => <LogTable rows={rows} empty="这把锁还没有日志" />}
    </Answered>
  )
}

function NoTicket({ lockCode }: { lockCode: string }) {
  const records = useQuery({
    queryKey: ['resource', 'lockLog', 'noTicket', lockCode],
    queryFn: ({ signal }) =>
      call(
        lockRecordEndpoints.selectCondition,
        { lockCode, noTicket: '1', eventType: 'OPEN', pageNo: 1, pageSize: 50 },
        { signal, quiet: true },
      ),
  })
  return (
    <Answered query={records} rows={5}>
      {(page) => <LogTable rows={page.records} empty="近 92 天没有无票开启" />}
    </Answered>
  )
}

const textOf = (row: LogRow, name: string): string => {
  const value = row[`${name}_dictText`] ?? row[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function LogTable({ rows, empty }: { rows: readonly LogRow[]; empty: string }) {
  const isMobile = useIsMobile()
  return (
    <Table<LogRow>
      size="small"
      rowKey="id"
      dataSource={[...rows]}
      pagination={{ pageSize: 10, hideOnSinglePage: true }}
      locale={{ emptyText: <EmptyState text={empty} /> }}
      columns={[
        {
          title: '事件',
          key: 'event',
          render: (_, row) => (
            <span className="log-mark">
              <span>
                {[textOf(row, 'eventType'), textOf(row, 'openMethod'), textOf(row, 'opResult')]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <small>{[textOf(row, 'userName'), textOf(row, 'workNo')].filter(Boolean).join(' · ')}</small>
            </span>
          ),
        },
        {
          title: '时间',
          key: 'time',
          width: isMobile ? 90 : 170,
          render: (_, row) => <Age at={textOf(row, 'occurTime')} />,
        },
        { title: '证据链', key: 'mark', width: 120, render: (_, row) => <LogMarkCell id={row.id} /> },
      ]}
    />
  )
}
