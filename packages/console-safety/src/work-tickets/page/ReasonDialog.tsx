import { stopCause, type StopCause } from '@suoan/domain/dictionaries'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Input } from 'antd'
import { useState } from 'react'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'
import { MoveDialog } from '../move/MoveDialog.tsx'

const causes = Object.values(stopCause)

interface Props {
  readonly title: string
  /** The red button: it needs no reason. */
  readonly isStop?: boolean
  /** What is to be written where that is not a reason. */
  readonly asks: string | undefined
  /** Asks what kind of reason it is: it decides who answers for it before work goes on (T55). */
  readonly asksCause?: boolean
  /** Said above. */
  readonly question: string | undefined
  onClose(): void
  /** Gives true when it is done. */
  onDone(reason: string, cause: StopCause): Promise<boolean>
}

/** Asks for the reason of a stop, an interruption or a voiding, or for another word. The red button needs none. */
export function ReasonDialog({
  title,
  isStop = false,
  asks,
  asksCause = false,
  question,
  onClose,
  onDone,
}: Props) {
  const label = asks ?? '原因'
  const [reason, setReason] = useState(isStop ? '紧急停止' : '')
  const [cause, setCause] = useState<StopCause>(stopCause.unstated)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const submit = async () => {
    if (!isStop && reason.trim() === '') return setMissing(true)
    setBusy(true)
    const done = await onDone(reason.trim() || '紧急停止', cause)
    setBusy(false)
    if (done) onClose()
  }
  return (
    <MoveDialog
      title={title}
      okText={isStop ? '立即停止' : '确定'}
      width={520}
      isDangerous={asks === undefined}
      tone="error"
      say={isStop && '全体人员立即离开作业点，锁保持上锁，通知所有相关人员。'}
      isRunning={busy}
      onOk={submit}
      onClose={onClose}
    >
      {question && <p>{question}</p>}
      {asksCause && (
        <LabelledItem label="原因类别">
          <DictSelect
            code="lo_stop_cause"
            value={cause}
            onChange={(value) => setCause(causes.find((each) => each === value) ?? stopCause.unstated)}
          />
        </LabelledItem>
      )}
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
    </MoveDialog>
  )
}
