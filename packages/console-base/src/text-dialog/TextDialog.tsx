import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { useDialogSubmit } from './use-dialog-submit.ts'
import './text-dialog.css'

interface Props {
  readonly title: string
  readonly label: string
  readonly hint?: string
  readonly required: boolean
  readonly max: number
  onClose(): void
  onSend(text: string): Promise<void>
}

/** Asks for one text and sends it. */
export function TextDialog({ title, label, hint, required, max, onClose, onSend }: Props) {
  const { busy, submit } = useDialogSubmit(onClose)
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const send = async () => {
    if (required && text.trim().length < 2) return setMissing(true)
    await submit(() => onSend(text.trim()))
  }
  return (
    <AppModal
      open
      width={520}
      title={title}
      okText="确定"
      confirmLoading={busy}
      okClose={false}
      onOk={() => void send()}
      onCancel={onClose}
    >
      {hint && <Alert className="text-dialog-hint" showIcon type="info" title={hint} />}
      <Form layout="vertical" component="div">
        <LabelledItem
          label={label}
          required={required}
          {...(missing ? { validateStatus: 'error' as const, help: `请填写${label}` } : {})}
        >
          <Input.TextArea
            autoFocus
            value={text}
            maxLength={max}
            showCount
            autoSize={{ minRows: 3 }}
            placeholder={`请填写${label}`}
            onChange={(event) => {
              setText(event.target.value)
              setMissing(false)
            }}
          />
        </LabelledItem>
      </Form>
    </AppModal>
  )
}
