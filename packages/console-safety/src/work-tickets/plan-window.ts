import { durationText, parseWireTime } from '@suoan/console-base/status/wire-time.ts'
import { workStatus } from '@suoan/domain/dictionaries'
import type { TicketStateOf } from '../status/ticket-look.ts'

/** What is left of a ticket's window, for the bar and the words beside it. */
export interface PlanWindow {
  /** Part of the window that is gone, 0…100. */
  readonly percent: number
  readonly text: string
  readonly tone: 'normal' | 'warning' | 'late' | 'over'
}

export interface WindowOf extends TicketStateOf {
  readonly planStart?: unknown
  readonly planEnd?: unknown
  readonly validEnd?: unknown
}

/** The last part of the window in which the bar turns to warning. */
const warnWithinMs = 60 * 60_000

/** The window of a ticket as seen at `now` (epoch ms). `validEnd`, where set, is the real end (extensions). */
export function planWindow(ticket: WindowOf, now: number): PlanWindow {
  const start = parseWireTime(ticket.planStart)
  const end = parseWireTime(ticket.validEnd) ?? parseWireTime(ticket.planEnd)
  if (start === null || end === null) return { percent: 0, text: '未定时间', tone: 'normal' }
  const status = Number(ticket.workStatus)
  if (
    Number(ticket.voidFlag) === 1 ||
    status === workStatus.finished ||
    (status === workStatus.expired && Number(ticket.closeFlag) === 1)
  )
    return { percent: 100, text: '已结束', tone: 'over' }
  if (now >= end) return { percent: 100, text: `已超期 ${durationText(now - end)}`, tone: 'late' }
  if (now < start) return { percent: 0, text: `${durationText(start - now)}后开始`, tone: 'normal' }
  const percent = Math.min(100, Math.round(((now - start) / (end - start)) * 100))
  return {
    percent,
    text: `剩余 ${durationText(end - now)}`,
    tone: end - now <= warnWithinMs ? 'warning' : 'normal',
  }
}
