import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import type { TicketButton } from '../transition-buttons.ts'

interface Props {
  readonly button: TicketButton
  onClose(): void
  /** Gives true when it is done. */
  onDone(reason: string): Promise<boolean>
}

/** Asks for the reason of a stop, an interruption or a voiding, or for another word. The red button needs none. */
export function ReasonDialog({ button, onClose, onDone }: Props) {
  const isStop = button.kind === 'stop'
  const label = button.asks ?? '原因'
  const [reason, setReason] = useState(isStop ? '紧急停止' : '')
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const submit = async () => {
    if (!isStop && reason.trim() === '') return setMissing(true)
    setBusy(true)
    const done = await onDone(reason.trim() || '紧急停止')
    setBusy(false)
    if (done) onClose()
  }
  return (
    <AppModal
      open
      width={520}
      title={button.label}
      okText={isStop ? '立即停止' : '确定'}
      okButtonProps={{ danger: button.asks === undefined, size: isStop ? 'large' : 'middle' }}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {isStop && (
        <Alert
          type="error"
          showIcon
          className="gap-bottom"
          title="全体人员立即离开作业点，锁保持上锁，通知所有相关人员。"
        />
      )}
      {button.question && <p>{button.question}</p>}
      <Form layout="vertical" component="div">
        <LabelledItem
          label={label}
          required={!isStop}
          {...(missing ? { validateStatus: 'error' as const, help: `请填写${label}` } : {})}
        >
          <Input.TextArea
            autoFocus
            value={reason}
            maxLength={200}
            showCount
            autoSize={{ minRows: 3 }}
            placeholder={`请填写${label}`}
            onChange={(event) => {
              setReason(event.target.value)
              setMissing(false)
            }}
          />
        </LabelledItem>
      </Form>
    </AppModal>
  )
}
