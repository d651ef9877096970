import type { PlannedTicket } from '@suoan/contract'
import { shanghaiMoment, shanghaiTime } from '@suoan/kit/shanghai'
import { dayOf } from './shown-time.ts'

/** Until when a ticket stands there, epoch ms: one that has expired and was not closed out until now. */
export const standsUntil = (ticket: Pick<PlannedTicket, 'end' | 'isOverdue'>, now: number): number =>
  ticket.isOverdue ? Math.max(ticket.end, now) : ticket.end

/** The tickets of each day, by their beginning; what ends at midnight is not of the next day. */
export function ticketsByDay(
  days: readonly string[],
  tickets: readonly PlannedTicket[],
  now: number,
): ReadonlyMap<string, readonly PlannedTicket[]> {
  const inOrder = tickets.toSorted((a, b) => a.start - b.start || (a.workNo < b.workNo ? -1 : 1))
  return new Map(
    days.map((day) => {
      const from = shanghaiMoment(day)
      const to = from + 86_400_000
      return [
        day,
        inOrder.filter(
          (ticket) => ticket.start < to && (standsUntil(ticket, now) > from || dayOf(ticket.start) === day),
        ),
      ]
    }),
  )
}

/** What part of a day a ticket takes: `09:00`, `至 17:00`, `全天`, or that it is overdue there. */
export function partOfDay(ticket: PlannedTicket, day: string): string {
  const from = shanghaiMoment(day)
  const clock = (at: number) => shanghaiTime(at).slice(11, 16)
  if (ticket.start >= from) return clock(ticket.start)
  if (ticket.end <= from) return '超期'
  return ticket.end < from + 86_400_000 ? `至 ${clock(ticket.end)}` : '全天'
}

/** So many of a day are shown at once, and how many are folded away; one alone is not worth a fold. */
export function foldedDay<T>(all: readonly T[], most: number): { shown: readonly T[]; folded: number } {
  return all.length <= most + 1
    ? { shown: all, folded: 0 }
    : { shown: all.slice(0, most), folded: all.length - most }
}
