import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { useShown } from '@suoan/ui/shown'
import { useMutation } from '@tanstack/react-query'
import { Alert, Input } from 'antd'
import { useState } from 'react'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import type { CustodyAction } from './custody-actions.ts'
import './locks.css'

interface Props {
  readonly action: CustodyAction
  readonly lockId: string
  /** Code and name of the lock. */
  readonly lock: string
  onClose(): void
  onDone(): void
}

/** Records a change of custody: why, and who it was. */
export function CustodyDialog({ action, lockId, lock, onClose, onDone }: Props) {
  const shown = useShown()
  const [reason, setReason] = useState('')
  const [personId, setPersonId] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const record = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      call(action.endpoint, { lockIds: [lockId], reason: reason.trim(), personId }, { quiet: true }),
    onError: showFailure,
    onSuccess: () => {
      void feedback().message.success(`${lock} 已登记${action.label.replace(/^登记/u, '')}`)
      onDone()
      void shown().then(onClose)
    },
  })
  return (
    <AppModal
      open
      width={520}
      title={`${action.label}：${lock}`}
      okText={`确定${action.label}`}
      okButtonProps={{ danger: action.danger }}
      confirmLoading={record.isPending}
      okClose={false}
      onOk={() => (reason.trim().length < 2 ? setMissing(true) : record.mutate())}
      onCancel={onClose}
    >
      <Alert
        type={action.danger ? 'warning' : 'info'}
        showIcon
        className="custody-note"
        title={action.warning}
      />
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
          placeholder="何时、何地、什么情况"
          onChange={(event) => {
            setReason(event.target.value)
            setMissing(false)
          }}
        />
      </LabelledItem>
      <LabelledItem label={action.person}>
        <RefPicker
          field={{ kind: 'ref', label: action.person, resource: 'user' }}
          {...(personId ? { value: personId } : {})}
          onChange={(value) => setPersonId(typeof value === 'string' && value !== '' ? value : null)}
        />
      </LabelledItem>
    </AppModal>
  )
}
