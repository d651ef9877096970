import { workExecutionEndpoints as execution } from '@suoan/contract'
import { handoverChecks } from '@suoan/domain/work-ticket'
import { Checkbox, Space } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { useSign } from '../sign/use-sign.tsx'
import { useMove } from '../use-move.ts'

interface Props {
  readonly workId: string
  readonly handoverId: string
  /** What the policy asks of the signature, and the content that is signed. */
  readonly demand: string | null
  readonly contentHash: string
  onClose(): void
}

/**
 * The joint walk and the outgoing's signature: with it the role changes hands (T34). Each check is answered for itself, as
 * those of the place are (G20): one press for all of them would be made before they are read.
 */
export function HandoverSignDialog({ workId, handoverId, demand, contentHash, onClose }: Props) {
  const [checks, setChecks] = useState<string[]>([])
  const isAll = checks.length === handoverChecks.length
  const { move, isRunning } = useMove(workId)
  const { sign, dialog } = useSign()
  const submit = async () => {
    const signed = await sign('移交', demand, [{ bizId: handoverId, contentHash }])
    if (signed === null) return
    const done = await move('交接', (press) =>
      call(execution.handoverDone, { workId, ...press, handoverId, checks, ...signed }, { quiet: true }),
    )
    if (done) onClose()
  }
  return (
    <MoveDialog
      title="现场检查并移交"
      okText="签字移交"
      canSend={isAll}
      isRunning={isRunning}
      onOk={submit}
      onClose={onClose}
    >
      <p className="point-say">与接班人一起走到现场，逐项核对后签字。签字后由接班人负责。</p>
      <Checkbox.Group value={checks} onChange={(values) => setChecks(values.map(String))}>
        <Space orientation="vertical">
          {handoverChecks.map(({ code, text }) => (
            <Checkbox key={code} value={code} className="big-check">
              {text}
            </Checkbox>
          ))}
        </Space>
      </Checkbox.Group>
      {dialog}
    </MoveDialog>
  )
}
