import { BellOutlined } from '@ant-design/icons'
import { examineStepEndpoints, reviewStepEndpoints, type TicketStep } from '@suoan/contract'
import { urgePauseMin } from '@suoan/domain/work-ticket'
import { AppModal } from '@suoan/ui/modal'
import { Button } from 'antd'
import { call } from '@suoan/console-base/request/call.ts'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'
import { useMove } from '../use-move.ts'
import { StepMarks } from './StepMarks.tsx'
import { stageNames, stepsOf, waitingSteps } from './step-row.ts'
import { TimeLeft } from './TimeLeft.tsx'
import { Waited } from './Waited.tsx'

/** T16 by hand: who is waited for, and a word to each. */
export function UrgeDialog({ detail, onClose }: TicketDialogProps) {
  const { move, running } = useMove(detail.ticket.id)
  const waiting = waitingSteps(stepsOf(detail), detail.ticket.round)
  const urge = (step: TicketStep) =>
    move(`催办${step.person}`, (press) => {
      const { urge: endpoint } = step.stage === 'review' ? reviewStepEndpoints : examineStepEndpoints
      return call(endpoint, { id: step.id, ...press }, { quiet: true })
    })
  return (
    <AppModal open width={560} title="催办" footer={null} onCancel={onClose}>
      {waiting.length === 0 && <p>没有等待处理的步骤。</p>}
      <ul className="urge-list">
        {waiting.map((step) => (
          <li key={step.id}>
            <div>
              <b>{step.person}</b> {stageNames[step.stage]}第 {step.stepNo} 步 <StepMarks step={step} />
              <p>
                已等待 <Waited since={step.arriveTime} /> · <TimeLeft due={step.dueTime} />
              </p>
            </div>
            <Button
              icon={<BellOutlined />}
              loading={running === `催办${step.person}`}
              disabled={running !== null}
              onClick={() => void urge(step)}
            >
              催办
            </Button>
          </li>
        ))}
      </ul>
      <p className="hint">
        每人 {urgePauseMin} 分钟内只催办一次；超过时限后系统会自动催办并升级，但不会自动批准。
      </p>
    </AppModal>
  )
}
