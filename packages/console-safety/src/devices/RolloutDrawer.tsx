import { rolloutEndpoints, type RolloutDevice, type RolloutRow } from '@suoan/contract'
import { rolloutStages } from '@suoan/domain/device'
import { AppDrawer } from '@suoan/ui/modal'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Input, Skeleton, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { RolloutProgress } from './RolloutLook.tsx'

const states: Readonly<Record<number, string>> = {
  0: '等待',
  1: '等待设备确认',
  2: '已确认',
  3: '失败',
  4: '已取消',
}
const acts = {
  stop: { label: '停止下发', done: '已停止下发' },
  goOn: { label: '继续下发', done: '已继续下发' },
  cancel: { label: '取消任务', done: '已取消任务' },
} as const
type Act = keyof typeof acts

const nameOf = (row: RolloutDevice): string => [row.deviceSn, row.deviceName].filter(Boolean).join(' ')
const stageText = ({ stage }: RolloutDevice): string =>
  stage < 0 ? '已放行' : `${rolloutStages[stage] ?? 100}%`

const columns: TableColumnsType<RolloutDevice> = [
  { title: '设备', render: (_, row) => <span className="rollout-text">{nameOf(row)}</span> },
  { title: '阶段', width: 72, render: (_, row) => stageText(row) },
  { title: '状态', width: 116, render: (_, row) => states[row.state] ?? row.state },
  { title: '说明', render: (_, row) => <span className="rollout-text">{row.why ?? '—'}</span> },
  {
    title: '现有固件',
    width: 110,
    render: (_, row) => <span className="rollout-text">{row.fwVersion ?? '—'}</span>,
  },
  { title: '发出时间', width: 168, render: (_, row) => row.sentTime ?? '—' },
]

/** One under the other: a phone has no room for six columns. */
const phoneColumns: TableColumnsType<RolloutDevice> = [
  {
    title: '设备 / 状态',
    render: (_, row) => (
      <span className="device-cell">
        <strong>{nameOf(row)}</strong>
        <small>
          {[`${stageText(row)} 阶段`, states[row.state], row.fwVersion && `固件 ${row.fwVersion}`]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {row.why && <small>{row.why}</small>}
      </span>
    ),
  },
]

/** Each device of a roll-out, and stopping it, letting it go on, or ending it. */
export function RolloutDrawer({
  rollout,
  onClose,
  onChanged,
}: {
  rollout: RolloutRow
  onClose(): void
  onChanged(): void
}) {
  const { id } = rollout
  const isMobile = useIsMobile()
  const devices = useQuery({
    queryKey: ['rollout-devices', id],
    queryFn: ({ signal }) => call(rolloutEndpoints.devices, { id }, { signal, quiet: true }),
    refetchInterval: 10_000,
  })
  const may: Record<Act, boolean> = {
    stop: useCan('lo:rollout:stop') && rollout.state === 1,
    goOn: useCan('lo:rollout:goOn') && rollout.state === 2,
    cancel: useCan('lo:rollout:cancel') && (rollout.state === 1 || rollout.state === 2),
  }
  const [reason, setReason] = useState('')
  const change = useMutation({
    meta: { quiet: true },
    mutationFn: (act: Act) => call(rolloutEndpoints[act], { id, reason: reason.trim() }, { quiet: true }),
    onError: showFailure,
    onSuccess: (_, act) => {
      void feedback().message.success(acts[act].done)
      setReason('')
      onChanged()
      void devices.refetch()
    },
  })
  const offered = (['stop', 'goOn', 'cancel'] as const).filter((act) => may[act])
  return (
    <AppDrawer size={Math.min(880, innerWidth)} title={rollout.title} onClose={onClose} destroyOnHidden>
      <RolloutProgress rollout={rollout} />
      {rollout.reason && <Alert showIcon type="warning" className="device-note" title={rollout.reason} />}
      {offered.length > 0 && (
        <Flex wrap gap={8} className="device-note">
          <Input
            className="rollout-reason"
            value={reason}
            maxLength={200}
            placeholder="原因（至少 2 个字）"
            onChange={(event) => setReason(event.target.value)}
          />
          {offered.map((act) => (
            <Button
              key={act}
              danger={act !== 'goOn'}
              loading={change.isPending}
              disabled={reason.trim().length < 2}
              onClick={() => change.mutate(act)}
            >
              {acts[act].label}
            </Button>
          ))}
        </Flex>
      )}
      <OrError query={devices}>
        {devices.isPending || !devices.data ? (
          <Skeleton active paragraph={{ rows: 6 }} />
        ) : (
          <Table<RolloutDevice>
            size="small"
            rowKey="deviceSn"
            tableLayout="fixed"
            pagination={devices.data.length > 50 ? { pageSize: 50 } : false}
            dataSource={devices.data}
            columns={isMobile ? phoneColumns : columns}
          />
        )}
      </OrError>
    </AppDrawer>
  )
}
