import { deviceEndpoints, offlineEndpoints, type DeviceLogin } from '@suoan/contract'
import { deviceStatus } from '@suoan/domain/dictionaries'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { useShown } from '@suoan/ui/shown'
import { useMutation } from '@tanstack/react-query'
import { Alert, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'

const isIn = (status: number): boolean => status !== deviceStatus.disabled && status !== deviceStatus.scrapped

/** What can be done with a device, in the order of the menu of its row. */
export const deviceActions = [
  {
    key: 'rotate',
    label: '更换密钥',
    permission: 'lo:device:rotate',
    when: (status: number) => status !== deviceStatus.scrapped,
    danger: false,
    warning: '生成新密钥，只显示一次。在期限内新旧密钥都能连接，设备换上新密钥期间不中断。',
  },
  {
    key: 'activate',
    label: '激活',
    permission: 'lo:device:enable',
    when: (status: number, kind: string | null) => kind === 'GAS' && status === deviceStatus.notActivated,
    danger: false,
    warning: '激活不联网的手持检测仪：请先核对实物、序列号和检定证书。激活后，用它检测的合格读数才作数。',
  },
  {
    key: 'enable',
    label: '启用',
    permission: 'lo:device:enable',
    when: (status: number) => status === deviceStatus.disabled,
    danger: false,
    warning: '启用后设备可用原有密钥连接。设备曾经遗失时，请用“找回”，会更换密钥。',
  },
  {
    key: 'disable',
    label: '停用',
    permission: 'lo:device:disable',
    when: (status: number) => isIn(status),
    danger: true,
    warning: '停用后连接立即断开，设备上报的内容不再采信。正用于工作票的锁所经由的设备不能停用。',
  },
  {
    key: 'lost',
    label: '报失',
    permission: 'lo:device:reportLost',
    when: (status: number) => isIn(status),
    danger: true,
    warning: '报失后立即断开连接，该终端的离线授权全部撤销，它能开的锁会收到新的撤销序号。',
  },
  {
    key: 'found',
    label: '找回',
    permission: 'lo:device:found',
    when: (status: number) => status === deviceStatus.disabled,
    danger: false,
    warning: '找回后启用设备并更换密钥：遗失期间密钥可能已被读取，旧密钥立即失效。',
  },
] as const

export type DeviceAction = (typeof deviceActions)[number]

interface Props {
  readonly action: DeviceAction
  readonly deviceSn: string
  readonly name: string
  onClose(): void
  onDone(login: DeviceLogin | null): void
}

/** Asks what an action on a device needs, says what it does, and does it. */
export function DeviceActionDialog({ action, deviceSn, name, onClose, onDone }: Props) {
  const shown = useShown()
  const [reason, setReason] = useState('')
  const [graceHours, setGraceHours] = useState(24)
  const [missing, setMissing] = useState(false)
  const asksReason = action.key !== 'rotate' && action.key !== 'lost'
  const act = useMutation({
    meta: { quiet: true },
    mutationFn: async (): Promise<DeviceLogin | null> => {
      const quiet = { quiet: true }
      const input = { deviceSn, reason: reason.trim() }
      switch (action.key) {
        case 'rotate':
          return await call(deviceEndpoints.rotate, { deviceSn, graceHours }, quiet)
        case 'found':
          return await call(deviceEndpoints.found, input, quiet)
        case 'lost':
          await call(offlineEndpoints.carrierLost, { deviceSn }, quiet)
          return null
        // Only a new secret is something to show: what else a call answers is none.
        case 'activate':
        case 'enable':
          await call(deviceEndpoints.enable, input, quiet)
          return null
        case 'disable':
          await call(deviceEndpoints.disable, input, quiet)
          return null
        default:
          return action satisfies never
      }
    },
    onError: showFailure,
    onSuccess: (login) => {
      if (login === null) void feedback().message.success(`${name} 已${action.label}`)
      onDone(login)
      void shown().then(onClose)
    },
  })
  return (
    <AppModal
      open
      width={520}
      title={`${action.label}：${name}`}
      okText={`确定${action.label}`}
      okButtonProps={{ danger: action.danger }}
      confirmLoading={act.isPending}
      okClose={false}
      onOk={() => (asksReason && reason.trim().length < 2 ? setMissing(true) : act.mutate())}
      onCancel={onClose}
    >
      <Alert
        type={action.danger ? 'warning' : 'info'}
        showIcon
        className="device-note"
        title={action.warning}
      />
      {action.key === 'rotate' && (
        <LabelledItem label="旧密钥继续有效（小时）" help="0 表示旧密钥立即失效，连接会断开">
          <InputNumber
            min={0}
            max={168}
            precision={0}
            value={graceHours}
            onChange={(value) => setGraceHours(value ?? 24)}
          />
        </LabelledItem>
      )}
      {asksReason && (
        <LabelledItem
          label="原因"
          required
          {...(missing ? { validateStatus: 'error' as const, help: '请填写原因，至少 2 个字' } : {})}
        >
          <Input.TextArea
            autoFocus
            value={reason}
            maxLength={200}
            showCount
            autoSize={{ minRows: 3 }}
            onChange={(event) => {
              setReason(event.target.value)
              setMissing(false)
            }}
          />
        </LabelledItem>
      )}
    </AppModal>
  )
}
