import { emergencyEndpoints as calls } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { parseWireTime, wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'
import { useMove } from '../use-move.ts'
import { usePlace } from '../use-place.ts'

const wire = 'YYYY-MM-DD HH:mm:ss'
const tenMinutes = 600_000

/** T46 办理续票: a new ticket for the time to come; the old one keeps every lock until that starts. */
export function RenewDialog({ detail, onClose }: TicketDialogProps) {
  const { ticket } = detail
  const place = usePlace()
  const { move, isRunning } = useMove(ticket.id)
  const now = parseWireTime(detail.serverTime) ?? 0
  const begin = Math.ceil((now + tenMinutes) / tenMinutes) * tenMinutes
  const planned = (parseWireTime(ticket.planEnd) ?? 0) - (parseWireTime(ticket.planStart) ?? 0)
  const [planStart, setStart] = useState(wireTimeOf(begin))
  const [planEnd, setEnd] = useState(wireTimeOf(begin + Math.max(planned, 0)))
  const problem = planEnd <= planStart ? '计划结束须晚于计划开始' : ''
  const submit = async () => {
    if (problem) return
    let childId = ''
    const done = await move('办理续票', async (press) => {
      const child = await call(
        calls.renew,
        { workId: ticket.id, ...press, planStart, planEnd },
        { quiet: true },
      )
      childId = child.ticket.id
      return child
    })
    if (!done) return
    onClose()
    place.openEdit(childId)
  }
  return (
    <MoveDialog
      title="办理续票"
      okText="生成续票"
      say="锁始终保持上锁"
      detail="续票带出本票的内容、隔离方案和人员，须重新审核审批、重新验证。续票开工的同一时刻，本票的全部占用转移到续票，本票随即以“续票”收尾。"
      isRunning={isRunning}
      onOk={submit}
      onClose={onClose}
    >
      <LabelledItem label="计划开始" required>
        <Time value={planStart} onChange={setStart} />
      </LabelledItem>
      <LabelledItem
        label="计划结束"
        required
        {...(problem ? { validateStatus: 'error' as const, help: problem } : {})}
      >
        <Time value={planEnd} onChange={setEnd} />
      </LabelledItem>
    </MoveDialog>
  )
}

interface TimeProps {
  readonly value: string
  readonly id?: string
  readonly 'aria-label'?: string
  onChange(value: string): void
}

function Time({ value, onChange, ...input }: TimeProps) {
  return (
    <DatePicker
      {...input}
      className="full"
      size="large"
      allowClear={false}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={dayjs(value, wire)}
      onChange={(time) => {
        if (time && !Array.isArray(time)) onChange(time.second(0).format(wire))
      }}
    />
  )
}
