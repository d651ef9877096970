import { workExecutionEndpoints as execution } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { DatePicker, Form, Input } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { textOf } from '../text-of.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { useMove } from '../use-move.ts'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'

const wire = 'YYYY-MM-DD HH:mm:ss'

interface Props extends Pick<TicketDialogProps, 'detail' | 'onClose'> {
  readonly kind: 'extend' | 'deadline'
}

const texts = {
  extend: { title: '申请延期', field: 'validEnd', from: '现有效截止', to: '延期至', action: '申请延期' },
  deadline: {
    title: '延长收尾期限',
    field: 'closeDeadline',
    from: '现收尾期限',
    to: '延长至',
    action: '延长收尾期限',
  },
} as const

/** More time, with a reason: for the work (T39), or for the close-out (§5.8 L4). */
export function TimeDialog({ detail, kind, onClose }: Props) {
  const { title, field, from, to, action } = texts[kind]
  const end = detail.ticket[field]
  const [time, setTime] = useState(end ? dayjs(end).add(2, 'hour') : null)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const { move, isRunning } = useMove(detail.ticket.id)
  const submit = async () => {
    if (!time) return setProblem('请选择新的截止时间')
    if (reason.trim() === '') return setProblem('请输入原因')
    const input = { workId: detail.ticket.id, reason: reason.trim() }
    const until = time.format(wire)
    const done = await move(action, (press) =>
      kind === 'extend'
        ? call(execution.extendAsk, { ...input, ...press, newEnd: until }, { quiet: true })
        : call(execution.closeDeadlineMove, { ...input, ...press, deadline: until }, { quiet: true }),
    )
    if (done) onClose()
  }
  return (
    <MoveDialog
      title={title}
      okText={action}
      width={520}
      isRunning={isRunning}
      problem={problem}
      onOk={submit}
      onClose={onClose}
    >
      <Form.Item label={from}>
        <b>{textOf(detail.ticket, field)}</b>
      </Form.Item>
      <LabelledItem label={to} required>
        <DatePicker
          size="large"
          className="full"
          showTime={{ format: 'HH:mm', minuteStep: 5 }}
          format="YYYY-MM-DD HH:mm"
          value={time}
          onChange={(value) => setTime(value)}
        />
      </LabelledItem>
      <LabelledItem label="原因" required>
        <Input.TextArea
          value={reason}
          maxLength={200}
          showCount
          autoSize={{ minRows: 3 }}
          placeholder="为什么需要更多时间"
          onChange={(event) => {
            setReason(event.target.value)
            setProblem('')
          }}
        />
      </LabelledItem>
    </MoveDialog>
  )
}
