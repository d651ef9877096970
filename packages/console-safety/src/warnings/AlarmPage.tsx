import { alarm, alarmEndpoints } from '@suoan/contract'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import type { ColumnOverrides } from '@suoan/console-base/resource/parts/ResourceTable.tsx'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import type { RowAction } from '@suoan/console-base/resource/row-action.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { queryClient } from '@suoan/console-base/query-client.ts'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { someNames } from '@suoan/domain/alarm'
import { alarmStatus } from '@suoan/domain/dictionaries'
import { levelLook } from '../status/level-look.ts'
import { alarmStatusLook, isUrgent } from './warning-look.ts'
import './warnings.css'

const TextDialog = lazyPart('TextDialog', () =>
  import('@suoan/console-base/text-dialog/TextDialog.tsx').then((m) => m.TextDialog),
)

interface AlarmMore {
  readonly areaName?: string
  /** Names of those who can close it; empty once it is over. */
  readonly handlers?: readonly string[]
}
type Alarm = RowOf<typeof alarm.fields, AlarmMore>

/** 报警: A01–A18 with level, source, repetitions and state; acknowledged, then closed with what was done. */
export default function AlarmPage() {
  const [closing, setClosing] = useState<Alarm | null>(null)
  const navigate = useNavigate()
  const isMobile = useIsMobile()
  const actions: RowAction<Alarm>[] = [
    {
      key: 'ack',
      label: '确认',
      primary: true,
      permission: 'lo:alarm:ack',
      when: (row) => row.status === alarmStatus.open,
      async run(row, list) {
        const { message } = await callForMessage(alarmEndpoints.ack, { id: row.id })
        void feedback().message.success(message)
        list.reload()
      },
    },
    {
      key: 'close',
      label: '关闭',
      primary: true,
      permission: 'lo:alarm:close',
      when: (row) => row.status !== alarmStatus.closed,
      run: (row) => setClosing(row),
    },
    {
      key: 'ticket',
      label: '查看工作票',
      when: (row) => Boolean(row.workId),
      run: (row) => void navigate(`/isps/loWorkView/${row.workId ?? ''}`),
    },
  ]
  return (
    <div className="card">
      <ResourceView<typeof alarm.fields, AlarmMore>
        resource={alarm}
        selectable={!isMobile}
        exportName="报警"
        list={isMobile ? ['value'] : columnNames}
        columns={isMobile ? phoneColumns : columns}
        // On a phone everything stands under 更多, beside the alarm.
        rowActions={isMobile ? actions.map((action) => ({ ...action, primary: false })) : actions}
        rowClassName={(row) =>
          (row.status ?? alarmStatus.open) <= alarmStatus.acknowledged && isUrgent(row.alarmLevel)
            ? 'warning-urgent'
            : ''
        }
      />
      <Suspense fallback={null}>
        {closing && (
          <TextDialog
            title={`关闭报警 · ${closing.alarmNo ?? ''}`}
            label="处理结果"
            hint="3 级报警未关闭前，相关区域不能开工和恢复作业。涉及开启的锁时，须先确认锁已关闭。"
            required
            max={255}
            onClose={() => setClosing(null)}
            onSend={async (handleResult) => {
              const { message } = await callForMessage(alarmEndpoints.close, { id: closing.id, handleResult })
              void feedback().message.success(message)
              void queryClient.invalidateQueries({ queryKey: ['resource', alarm.name] })
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

const columnNames = ['alarmLevel', 'value', 'status', 'lastTime', 'areaCode', 'workId', 'handleResult']
const columns: ColumnOverrides<Alarm> = {
  alarmLevel: {
    title: '级别 / 类型',
    width: 140,
    beside: ['alarmType'],
    render: (row) => <LevelCell row={row} />,
  },
  value: { title: '来源与内容', width: 200, render: (row) => <Said row={row} /> },
  areaCode: { title: '区域', width: 110, render: (row) => areaOf(row) },
  workId: { width: 150 },
  lastTime: {
    title: '最近时间 / 次数',
    width: 150,
    beside: ['count'],
    render: (row) => <TimeCell row={row} />,
  },
  status: { title: '状态 / 处理人', width: 130, render: (row) => <StatusCell row={row} /> },
  handleResult: { width: 160 },
}
const phoneColumns: ColumnOverrides<Alarm> = {
  value: { title: '报警', width: 136, render: (row) => <PhoneCell row={row} /> },
}

const areaOf = (row: Alarm) => row.areaName || row.areaCode || '—'

function LevelCell({ row }: { row: Alarm }) {
  return (
    <span className="warning-status">
      <StatusBadge look={levelLook(row.alarmLevel)} />
      <span>{row.alarmType_dictText ?? row.alarmType}</span>
    </span>
  )
}

/** What it is about, whole. */
function Said({ row }: { row: Alarm }) {
  return <span className="cell-whole">{row.value || '—'}</span>
}

/** How it stands, and who can end it. */
function StatusCell({ row }: { row: Alarm }) {
  const handlers = row.handlers ?? []
  const isOpen = (row.status ?? alarmStatus.open) <= alarmStatus.acknowledged
  return (
    <span className="warning-status">
      <StatusBadge look={alarmStatusLook(row.status)} />
      {isOpen && (
        <small>
          {handlers.length === 0 ? '没有可处理的人员，请联系管理员' : `由 ${someNames(handlers)} 处理`}
        </small>
      )}
    </span>
  )
}

function TimeCell({ row }: { row: Alarm }) {
  return (
    <span className="warning-status">
      <span>{(row.lastTime ?? '').slice(5, 16)}</span>
      <small>{row.count ?? 1} 次</small>
    </span>
  )
}

/** All of an alarm under one another. */
function PhoneCell({ row }: { row: Alarm }) {
  return (
    <span className="warning-status">
      <LevelCell row={row} />
      <Said row={row} />
      <small>{areaOf(row)}</small>
      <TimeCell row={row} />
      <StatusCell row={row} />
    </span>
  )
}
