import { lock, lockEndpoints, type LockMore } from '@suoan/contract'
import { online } from '@suoan/domain/dictionaries'
import { Alert, Button, Progress } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { LockBadge } from '../status/LockBadge.tsx'
import { TwoFacts } from '../status/TwoFacts.tsx'
import { Age } from '@suoan/console-base/status/Age.tsx'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import type { ColumnOverrides } from '@suoan/console-base/resource/parts/ResourceTable.tsx'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import type { RowAction } from '@suoan/console-base/resource/row-action.ts'
import { lazyInput } from '@suoan/console-base/resource/widgets/lazy-input.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { useLabels } from '../papers/use-labels.tsx'
import { useIssueTag } from '../site-tags/use-issue-tag.tsx'
import { custodyActions, type CustodyAction } from './custody-actions.ts'
import { lockCommands } from './lock-commands.ts'
import './locks.css'

const LockDrawer = lazyPart('LockDrawer', () => import('./LockDrawer.tsx').then((m) => m.LockDrawer))
const OpenDialog = lazyPart('OpenDialog', () => import('./OpenDialog.tsx').then((m) => m.OpenDialog))
const CommandDialog = lazyPart('CommandDialog', () =>
  import('./CommandDialog.tsx').then((m) => m.CommandDialog),
)

const CustodyDialog = lazyPart('CustodyDialog', () =>
  import('./CustodyDialog.tsx').then((m) => m.CustodyDialog),
)

const GroupsInput = lazyInput(() => import('./GroupsInput.tsx').then((m) => m.GroupsInput))
const PlanSpotInput = lazyInput(() => import('../site-tags/PlanSpotInput.tsx').then((m) => m.PlanSpotInput))

type Lock = RowOf<typeof lock.fields, LockMore>

/** A change of custody that is being recorded. */
interface Recording {
  readonly action: CustodyAction
  readonly row: Lock
  reload(): void
}

const nameOf = (row: Lock) => `${row.lockCode} ${row.lockName}`

/** 锁具管理: each lock with its state, how far it is to be trusted and how old the word is; and what can be done. */
export default function LockListPage() {
  const isMobile = useIsMobile()
  const [shown, setShown] = useState<string | null>(null)
  const [opening, setOpening] = useState<Lock | null>(null)
  const [sent, setSent] = useState<{ cmdId: string; label: string; lock: string } | null>(null)
  const [recording, setRecording] = useState<Recording | null>(null)
  const tag = useIssueTag('LOCK', nameOf)
  const labels = useLabels<Lock>('LOCK')
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const isLow = params.get('lowBattery') === '1'
  const isFrozen = (row: Lock) => row.freezeFlag === 1
  const actions: RowAction<Lock>[] = [
    { key: 'state', label: '状态', primary: true, run: (row) => setShown(row.id) },
    { key: 'open', label: '开锁', primary: true, permission: 'lo:lock:open', run: (row) => setOpening(row) },
    ...lockCommands.map((command): RowAction<Lock> => ({
      key: command.key,
      label: command.label,
      permission: command.permission,
      ...('confirm' in command ? { confirm: command.confirm } : {}),
      when: (row) =>
        command.key === 'freeze' ? !isFrozen(row) : command.key === 'unfreeze' ? isFrozen(row) : true,
      async run(row, list) {
        const { cmdId } = await command.send(row.id)
        list.reload()
        if (cmdId) setSent({ cmdId, label: command.label, lock: nameOf(row) })
      },
    })),
    ...custodyActions.map((action): RowAction<Lock> => ({
      key: action.key,
      label: action.label,
      permission: action.permission,
      danger: action.danger,
      when: (row) =>
        action.from.some((state) => state === row.custody) &&
        (!('purposes' in action) || action.purposes.some((purpose) => purpose === row.lockPurpose)),
      run: (row, list) => setRecording({ action, row, reload: () => list.reload() }),
    })),
    {
      key: 'favorite',
      label: '收藏',
      permission: 'lo:lock:list',
      async run(row) {
        const { message } = await callForMessage(lockEndpoints.favorite, { lockId: row.id, on: true })
        void feedback().message.success(`${message}，可在“公用锁具”中开锁`)
      },
    },
    {
      key: 'history',
      label: '锁具履历',
      permission: 'lo:lock:list',
      run: (row) => void navigate(`/isps/lockHistory/${row.id}`),
    },
    tag.action,
  ]
  return (
    <div className="card">
      <ResourceView<typeof lock.fields, LockMore>
        resource={lock}
        key={isLow ? 'low' : 'all'}
        {...(isLow ? { fixed: { lowBattery: '1' } } : {})}
        above={
          isLow && (
            <Alert
              className="gap-bottom"
              type="info"
              showIcon
              title="只显示低电量的锁（电量不高于锁具类型的下限）"
              action={<Button onClick={() => setParams({}, { replace: true })}>显示全部</Button>}
            />
          )
        }
        list={isMobile ? ['lockCode'] : columnNames}
        columns={isMobile ? phoneColumns : wideColumns}
        form={{
          inputs: {
            groupIds: ({ disabled }) => <GroupsInput disabled={disabled} />,
            planY: ({ disabled }) => <PlanSpotInput disabled={disabled} areaField="areaId" />,
          },
        }}
        // On a phone everything stands under 更多, beside the lock.
        rowActions={isMobile ? actions.map((action) => ({ ...action, primary: false })) : actions}
        batchActions={isMobile ? [] : [labels.action]}
        selectable={!isMobile}
        rowClassName={(row) => (isFrozen(row) ? 'row-off' : '')}
      />
      {tag.dialog}
      {labels.dialog}
      <Suspense fallback={null}>
        {shown && <LockDrawer id={shown} onClose={() => setShown(null)} />}
        {opening && <OpenDialog lock={opening} onClose={() => setOpening(null)} />}
        {recording && (
          <CustodyDialog
            action={recording.action}
            lockId={recording.row.id}
            lock={nameOf(recording.row)}
            onClose={() => setRecording(null)}
            onDone={recording.reload}
          />
        )}
        {sent && <CommandDialog {...sent} onClose={() => setSent(null)} />}
      </Suspense>
    </div>
  )
}

/** What identifies a lock and what decides whether it may be used stand first, all within 1440 px. */
const wideColumns: ColumnOverrides<Lock> = {
  lockCode: {
    title: '锁具',
    beside: ['lockName'],
    align: 'left',
    width: 156,
    render: (row) => <TwoFacts first={<strong>{row.lockCode}</strong>} second={row.lockName} />,
  },
  lockStatus: {
    width: 116,
    beside: ['stateTime'],
    render: (row) => (
      <TwoFacts
        first={<LockBadge lock={{ lockStatus: row.lockStatus, stateTrust: row.stateTrust }} />}
        second={row.stateTime ? <Age at={row.stateTime} /> : null}
      />
    ),
  },
  lockPurpose: {
    title: '用途 / 类型',
    beside: ['lockTypeId'],
    width: 122,
    render: (row) => <TwoFacts first={row.lockPurpose_dictText} second={row.lockTypeId_dictText} />,
  },
  areaId: {
    title: '区域 / 隔离点',
    beside: ['pointId'],
    width: 130,
    render: (row) => <TwoFacts first={row.areaId_dictText} second={row.pointId_dictText} />,
  },
  holderId: {
    title: '持有人',
    beside: ['custody'],
    width: 96,
    render: (row) => <TwoFacts first={row.holderId_dictText} second={row.custody_dictText} />,
  },
  currWorkId: {
    width: 140,
    render: (row) => <span className="cell-whole">{row.currWorkId_dictText ?? '—'}</span>,
  },
  battery: {
    width: 110,
    beside: ['online'],
    render: (row) => <TwoFacts first={<Battery lock={row} />} second={<Online value={row.online} />} />,
  },
}
const columnNames = Object.keys(wideColumns)

const phoneColumns: ColumnOverrides<Lock> = {
  lockCode: { title: '锁具 / 状态', width: 136, render: (row) => <PhoneCell row={row} /> },
}

/** All of a lock under one another. */
function PhoneCell({ row }: { row: Lock }) {
  return (
    <span className="lock-cell">
      <strong>{nameOf(row)}</strong>
      <LockBadge lock={row} />
      <span>
        <Online value={row.online} /> <Battery lock={row} />
      </span>
      <small>{[row.areaId_dictText, row.lockPurpose_dictText].filter(Boolean).join(' · ')}</small>
    </span>
  )
}

function Online({ value }: { value: number | null }) {
  if (value === null || value === online.notApplicable)
    return <StatusBadge look={{ text: '不适用', icon: 'none', tone: 'default' }} />
  return value === online.yes ? (
    <StatusBadge look={{ text: '在线', icon: 'done', tone: 'success' }} />
  ) : (
    <StatusBadge look={{ text: '离线', icon: 'warn', tone: 'warning' }} />
  )
}

const batteryTexts: Readonly<Record<string, string>> = { A06: ' 低', A07: ' 极低' }

/** The charge, and what the limits of the lock's type make of it (`batteryAlarm`, A06 and A07). */
function Battery({ lock: row }: { lock: Lock }) {
  const value = row.battery
  const alarm = row.batteryAlarm ?? ''
  if (value === null) return <span className="cell-empty">—</span>
  return (
    <span className="battery">
      <Progress
        percent={value}
        size="small"
        showInfo={false}
        strokeColor={alarm === '' ? 'var(--ok)' : 'var(--danger)'}
        aria-label={`电量 ${value}%`}
      />
      {value}%{batteryTexts[alarm] ?? ''}
    </span>
  )
}
