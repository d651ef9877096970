import { examineStepEndpoints } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Input, Radio } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'
import { useMove } from '../use-move.ts'
import { myStep, stepGone } from './step-row.ts'
import { usePosition } from '../../position/use-position.ts'

interface Props extends Pick<TicketDialogProps, 'detail' | 'onClose'> {
  onDone?(): void
}

/** T14: the approver asks for a second look at a review step, without a new round. */
export function ReturnDialog({ detail, onClose, onDone = onClose }: Props) {
  const { ticket } = detail
  const reviews = detail.reviews.filter((step) => step.round === ticket.round)
  const numbers = [...new Set(reviews.map((step) => step.stepNo))].toSorted((a, b) => a - b)
  const [stepNo, setStepNo] = useState(numbers[0] ?? 1)
  const [opinion, setOpinion] = useState('')
  const [problem, setProblem] = useState('')
  const { move, isRunning } = useMove(ticket.id)
  const mine = myStep(detail)
  const place = usePosition(mine?.isOnSite === true)
  const submit = async () => {
    if (opinion.trim() === '') return setProblem('请说明退回的原因，审核人会看到')
    const onSite = await place.read()
    if (onSite === 'missing') return
    setProblem('')
    const input = {
      id: mine?.id ?? '',
      stepNo,
      opinion,
      contentHash: ticket.contentHash ?? '',
      ...(onSite ? { onSite } : {}),
    }
    const done = await move('退回审核', (press) =>
      call(examineStepEndpoints.returnReview, { ...input, ...press }, { quiet: true }),
    )
    if (done) onDone()
  }
  return (
    <MoveDialog
      title="退回审核"
      okText="退回"
      width={520}
      say="工作票回到所选的审核步骤重新审核，轮次不变；审核通过后再次交给审批人。"
      isRunning={isRunning || place.isReading}
      canSend={mine !== null}
      problem={mine ? problem || place.problem : stepGone}
      onOk={submit}
      onClose={onClose}
    >
      <LabelledItem label="退回到">
        <Radio.Group
          value={stepNo}
          onChange={(event) => setStepNo(Number(event.target.value))}
          options={numbers.map((number) => ({
            value: number,
            label: `审核第 ${number} 步（${reviews
              .filter((step) => step.stepNo === number)
              .map((step) => step.person)
              .join('、')}）`,
          }))}
        />
      </LabelledItem>
      <LabelledItem label="意见" required>
        <Input.TextArea
          autoFocus
          value={opinion}
          maxLength={500}
          showCount
          autoSize={{ minRows: 3 }}
          placeholder="请说明需要复核的内容"
          onChange={(event) => setOpinion(event.target.value)}
        />
      </LabelledItem>
    </MoveDialog>
  )
}
