import { lockEndpoints, uncloseLock, warningEndpoints, type WarningMore } from '@suoan/contract'
import { Segmented } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { levelLook } from '../status/level-look.ts'
import { LockBadge } from '../status/LockBadge.tsx'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { durationText } from '@suoan/console-base/status/wire-time.ts'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import type { ColumnOverrides } from '@suoan/console-base/resource/parts/ResourceTable.tsx'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import type { RowAction } from '@suoan/console-base/resource/row-action.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { useSubject } from '@suoan/console-base/tabs/dialog-page.ts'
import { queryClient } from '@suoan/console-base/query-client.ts'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { warnStatus } from '@suoan/domain/dictionaries'
import { isLiveWarning, isUrgent, lockNamesOf, warnStatusLook, type Warning } from './warning-look.ts'
import './warnings.css'

const TwoPersonDialog = lazyPart('TwoPersonDialog', () =>
  import('./TwoPersonDialog.tsx').then((m) => m.TwoPersonDialog),
)
const WarningStatistics = lazyPart('WarningStatistics', () =>
  import('./WarningStatistics.tsx').then((m) => m.WarningStatistics),
)
const TextDialog = lazyPart('TextDialog', () =>
  import('@suoan/console-base/text-dialog/TextDialog.tsx').then((m) => m.TextDialog),
)

type Asking = { readonly what: 'ack' | 'finding' | 'adminClose' | 'falseAlarm'; readonly row: Warning }

const reload = () => {
  void queryClient.invalidateQueries({ queryKey: ['resource', uncloseLock.name] })
  void queryClient.invalidateQueries({ queryKey: ['notices'] })
}

/** 未关锁警告: what is open too long, who left it, how far it has risen, and what can be done (3-domain.md §6.2). */
export default function WarningPage() {
  const [asking, setAsking] = useState<Asking | null>(null)
  const [whose, setWhose] = useState<'mine' | 'all' | 'statistics'>('all')
  const navigate = useNavigate()
  const isMobile = useIsMobile()
  const mayCount = useCan('lo:warn:list')
  const subject = useSubject()
  const ask =
    (what: Asking['what']): RowAction<Warning>['run'] =>
    (row) =>
      setAsking({ what, row })
  const actions: RowAction<Warning>[] = [
    {
      key: 'ack',
      label: '确认',
      primary: true,
      permission: 'lo:warn:ack',
      when: (row) => row.status === warnStatus.open,
      run: ask('ack'),
    },
    {
      key: 'requestClose',
      label: '催促关锁',
      primary: true,
      permission: 'lo:warn:ack',
      when: isLiveWarning,
      async run(row) {
        const { message } = await callForMessage(warningEndpoints.requestClose, { id: row.id })
        void feedback().message.success(message)
      },
    },
    {
      key: 'locate',
      label: '寻锁',
      permission: 'lo:lock:locate',
      when: (row) => isLiveWarning(row) && !row.lockList,
      async run(row) {
        await call(lockEndpoints.locate, { lockId: row.lockId ?? '' })
        void feedback().message.success('寻锁指令已下发，请留意锁具的声光提示')
      },
    },
    {
      key: 'ticket',
      label: '查看工作票',
      when: (row) => Boolean(row.workId),
      run: (row) => void navigate(`/isps/loWorkView/${row.workId ?? ''}`),
    },
    { key: 'finding', label: '登记查明情况', permission: 'lo:warn:ack', run: ask('finding') },
    {
      key: 'adminClose',
      label: '管理关闭',
      permission: 'lo:warn:adminClose',
      when: isLiveWarning,
      run: ask('adminClose'),
    },
    {
      key: 'falseAlarm',
      label: '标记误报',
      permission: 'lo:warn:falseAlarm',
      when: isLiveWarning,
      run: ask('falseAlarm'),
    },
  ]
  const close = () => setAsking(null)
  const choice = subject === null && (
    <Segmented
      className="warning-gap"
      value={whose}
      onChange={setWhose}
      options={[
        { value: 'all', label: '全部警告' },
        { value: 'mine', label: '与我有关' },
        ...(mayCount ? [{ value: 'statistics' as const, label: '统计' }] : []),
      ]}
    />
  )
  if (whose === 'statistics')
    return (
      <div className="card">
        {choice}
        <Suspense fallback={null}>
          <WarningStatistics />
        </Suspense>
      </div>
    )
  return (
    <div className="card">
      <ResourceView<typeof uncloseLock.fields, WarningMore>
        key={whose}
        resource={uncloseLock}
        selectable={!isMobile}
        exportName="未关锁警告"
        fixed={{
          ...(whose === 'mine' ? { mine: '1' } : {}),
          // Opened by a notice: the warning it tells of.
          ...(subject === null ? {} : { warnNo: subject }),
        }}
        {...(subject === null ? {} : { search: [], advanced: false })}
        above={choice}
        list={isMobile ? ['lockId'] : columnNames}
        columns={isMobile ? phoneColumns : columns}
        // On a phone everything stands under 更多, beside the lock.
        rowActions={isMobile ? actions.map((action) => ({ ...action, primary: false })) : actions}
        rowClassName={(row) => (isLiveWarning(row) && isUrgent(row.warnLevel) ? 'warning-urgent' : '')}
      />
      <Suspense fallback={null}>
        {asking?.what === 'ack' && (
          <TextDialog
            title="确认警告"
            label="说明"
            hint="确认后不再重复提醒；锁未关闭前警告仍然保留，级别升高时会再次提醒。"
            required={false}
            max={255}
            onClose={close}
            onSend={async (remark) => {
              const { message } = await callForMessage(warningEndpoints.ack, { id: asking.row.id, remark })
              void feedback().message.success(message)
              reload()
            }}
          />
        )}
        {asking?.what === 'finding' && (
          <TextDialog
            title="登记查明情况"
            label="查明情况"
            required
            max={500}
            onClose={close}
            onSend={async (finding) => {
              const { message } = await callForMessage(warningEndpoints.finding, {
                id: asking.row.id,
                finding,
              })
              void feedback().message.success(message)
              reload()
            }}
          />
        )}
        {(asking?.what === 'adminClose' || asking?.what === 'falseAlarm') && (
          <TwoPersonDialog kind={asking.what} row={asking.row} onClose={close} onDone={reload} />
        )}
      </Suspense>
    </div>
  )
}

const columns: ColumnOverrides<Warning> = {
  warnLevel: {
    title: '级别 / 类型',
    width: 120,
    beside: ['warnType'],
    render: (row) => <LevelCell row={row} />,
  },
  lockId: { title: '锁具 / 状态', width: 190, render: (row) => <LockCell row={row} /> },
  status: { width: 140, render: (row) => <StatusCell row={row} /> },
  openUserId: {
    title: '开锁人 / 时间',
    width: 130,
    beside: ['openTime'],
    render: (row) => <OpenerCell row={row} />,
  },
  durationSec: { title: '持续', width: 100, render: (row) => openFor(row) },
  areaCode: {
    title: '区域 / 工作票',
    width: 190,
    beside: ['workId'],
    render: (row) => <PlaceCell row={row} />,
  },
}
const phoneColumns: ColumnOverrides<Warning> = {
  lockId: { title: '锁具 / 状态', width: 136, render: (row) => <PhoneCell row={row} /> },
}
const columnNames = ['warnLevel', 'lockId', 'status', 'openUserId', 'durationSec', 'areaCode']

const openFor = (row: Warning) => durationText((row.durationSec ?? 0) * 1000)
const ticketOf = (row: Warning) => row.workId_dictText ?? row.workId
const areaOf = (row: Warning) => row.areaName || row.areaCode || '—'

/** Where it is, and the ticket it was opened for. */
function PlaceCell({ row }: { row: Warning }) {
  return (
    <span className="warning-status">
      <span>{areaOf(row)}</span>
      {row.workId ? <small>{ticketOf(row)}</small> : null}
    </span>
  )
}

function LevelCell({ row }: { row: Warning }) {
  return (
    <span className="warning-status">
      <StatusBadge look={levelLook(row.warnLevel)} />
      <span>{row.warnType_dictText ?? row.warnType}</span>
    </span>
  )
}

/** All of a warning under one another. */
function PhoneCell({ row }: { row: Warning }) {
  return (
    <span className="warning-status">
      <LevelCell row={row} />
      <LockCell row={row} />
      <small>
        {areaOf(row)} · 持续 {openFor(row)}
      </small>
      <OpenerCell row={row} />
      <StatusCell row={row} />
    </span>
  )
}

/** The lock with its own state; a warning of a whole gateway names its locks. */
function LockCell({ row }: { row: Warning }) {
  const names = lockNamesOf(row.lockList)
  if (names)
    return (
      <span title={names.join('、')}>
        网关失联，{names.length} 把锁开启：
        {names.slice(0, 2).join('、')} 等
      </span>
    )
  return (
    <span className="warning-lock">
      <strong>{row.lockName}</strong>
      <LockBadge lock={row} />
    </span>
  )
}

function OpenerCell({ row }: { row: Warning }) {
  return (
    <span className="warning-status">
      <span>{row.openUserId_dictText ?? row.openUserId ?? '不明'}</span>
      {row.openTime ? <small title={row.openTime}>{row.openTime.slice(5, 16)}</small> : null}
    </span>
  )
}

function StatusCell({ row }: { row: Warning }) {
  const asked = row.askKind === 'falseAlarm' ? '待第二人确认误报' : '待第二人确认关闭'
  return (
    <span className="warning-status">
      <StatusBadge look={warnStatusLook(row.status)} />
      {isLiveWarning(row) && row.askKind ? <small>{asked}</small> : null}
      {row.ackBy ? <small>确认人 {row.ackBy_dictText ?? row.ackBy}</small> : null}
      {row.finding ? <small title={row.finding}>已查明</small> : null}
    </span>
  )
}
