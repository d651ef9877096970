import { offlineEndpoints, type PhoneRow } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { useShown } from '@suoan/ui/shown'
import { useMutation } from '@tanstack/react-query'
import { Alert, Input } from 'antd'
import { useState } from 'react'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'

/** What can be done with a phone, in the order of its buttons. */
export const phoneActions = [
  {
    key: 'found',
    label: '已找回',
    permission: 'lo:device:found',
    when: ({ lostTime }: PhoneRow) => lostTime !== null,
    danger: false,
    warning:
      '请确认手机已回到登记人手中。找回后登记人重新登录，可再次领取离线任务包和授权；遗失期间在该手机上签下的操作仍不采信。',
  },
  {
    key: 'lost',
    label: '报失',
    permission: 'lo:device:reportLost',
    when: ({ lostTime }: PhoneRow) => lostTime === null,
    danger: true,
    warning: '报失后该手机上的离线授权全部撤销，它能开的锁会收到新的撤销序号；找回前不能再领取任何离线授权。',
  },
  {
    key: 'release',
    label: '解除登记',
    permission: 'lo:device:found',
    when: ({ lostTime, holderName }: PhoneRow) => lostTime === null && holderName !== null,
    danger: true,
    warning: '手机换人使用时解除登记：下一个在该手机上领取离线授权的人成为登记人。',
  },
] as const

export type PhoneAction = (typeof phoneActions)[number]

interface Props {
  readonly action: PhoneAction
  readonly phone: PhoneRow
  onClose(): void
  onDone(): void
}

/** Says what an action on a phone does, asks for a reason where one is kept, and does it. */
export function PhoneActionDialog({ action, phone, onClose, onDone }: Props) {
  const shown = useShown()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { deviceSn, holderName } = phone
  const asksReason = action.key !== 'lost'
  const act = useMutation({
    meta: { quiet: true },
    mutationFn: async (): Promise<string> => {
      const quiet = { quiet: true }
      if (asksReason)
        return (
          await callForMessage(
            offlineEndpoints.carrierFound,
            { deviceSn, reason: reason.trim(), as: action.key === 'found' ? 'found' : 'released' },
            quiet,
          )
        ).message
      const { tokens, locks } = await call(offlineEndpoints.carrierLost, { deviceSn }, quiet)
      return `已报失，撤销离线授权 ${tokens} 枚，通知锁具 ${locks} 把`
    },
    onError: showFailure,
    onSuccess: (message) => {
      void feedback().message.success(message)
      onDone()
      void shown().then(onClose)
    },
  })
  return (
    <AppModal
      open
      width={520}
      title={`${action.label}：${holderName === null ? '' : `${holderName}的`}手机 ${deviceSn}`}
      okText={`确认${action.label}`}
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
      {asksReason && (
        <LabelledItem
          label="原因"
          required
          {...(missing ? { validateStatus: 'error' as const, help: '请写明原因，至少 2 个字' } : {})}
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
