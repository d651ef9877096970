import { LabelledItem } from '@suoan/ui/labelled-item'
import { Input } from 'antd'
import { useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { MoveDialog } from './MoveDialog.tsx'

interface Props {
  readonly title: string
  readonly okText: string
  readonly say: string
  /** Who takes it over, as the label of the choice: 接班人. */
  readonly who: string
  readonly note: { readonly label: string; readonly max: number; readonly placeholder: string }
  /** Why nothing can be handed over; '' when it can. */
  readonly problem?: string
  readonly isRunning: boolean
  /** The input that chooses the person. */
  picker(value: string | null, onChange: (userId: string | null) => void): ReactElement<{ id?: string }>
  /** Gives true when it is done. */
  onSend(toUserId: string, note: string): Promise<boolean>
  /** Done: closes by default otherwise. */
  onDone?(): void
  onClose(): void
  /** Further questions, asked first. */
  readonly children?: ReactNode
}

/** Hands something over to another person, with a note: a step of review or approval (T15), a role at the shift (T34). */
export function HandToDialog({
  who,
  note,
  problem = '',
  picker,
  onSend,
  onDone,
  onClose,
  children,
  ...words
}: Props) {
  const [toUserId, setToUserId] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = async () => {
    if (!toUserId) return setMissing(true)
    if (await onSend(toUserId, text)) (onDone ?? onClose)()
  }
  return (
    <MoveDialog
      {...words}
      width={520}
      canSend={problem === ''}
      problem={problem}
      onOk={submit}
      onClose={onClose}
    >
      {children}
      <LabelledItem
        label={who}
        required
        {...(isMissing ? { validateStatus: 'error' as const, help: `请选择${who}` } : {})}
      >
        {picker(toUserId, (userId) => {
          setToUserId(userId)
          setMissing(false)
        })}
      </LabelledItem>
      <LabelledItem label={note.label}>
        <Input.TextArea
          value={text}
          maxLength={note.max}
          showCount
          autoSize={{ minRows: 2 }}
          placeholder={note.placeholder}
          onChange={(event) => setText(event.target.value)}
        />
      </LabelledItem>
    </MoveDialog>
  )
}
