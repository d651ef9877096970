import type { PlannedTickets } from '@suoan/contract'
import { AppDrawer } from '@suoan/ui/modal'
import { Button } from 'antd'
import { useState } from 'react'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { foldedDay, ticketsByDay } from './planned-days.ts'
import { daysOf, spanText, weekdayText, type Span } from './shown-time.ts'
import { TicketChip } from './TicketChip.tsx'
import { TicketLines } from './TicketLines.tsx'

interface Props {
  readonly planned: PlannedTickets
  readonly span: Span
  readonly day: string
  readonly today: string
  readonly now: number
  onDay(day: string): void
}

/** So many tickets of a day stand in a month; a week has room for more. */
const mostInDay = { month: 3, week: 12 } as const

/** Tickets by the days they are planned for, a month or a week; on a phone the days with their counts, and below the chosen one. */
export function CalendarView({ planned, span, day, today, now, onDay }: Props) {
  const isNarrow = useIsNarrow()
  const [opened, setOpened] = useState<string | null>(null)
  const days = daysOf(span, day)
  const byDay = ticketsByDay(days, planned.tickets, now)
  const of = (each: string) => byDay.get(each) ?? []
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  const isOutside = (each: string) => span === 'month' && each.slice(0, 7) !== day.slice(0, 7)
  const most = span === 'month' ? mostInDay.month : mostInDay.week
  return (
    <>
      <table className={`planned-calendar span-${span}`} aria-label={`${spanText(span, day)}的工作票`}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((each) => (
              <th key={each} scope="col">
                {weekdayText(each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => {
                const tickets = of(each)
                const { shown, folded } = foldedDay(tickets, most)
                const number = <time dateTime={each}>{Number(each.slice(8))}</time>
                const marks = `${isOutside(each) ? ' is-outside' : ''}${each === today ? ' is-today' : ''}`
                return isNarrow ? (
                  <td key={each} className={marks}>
                    <button
                      type="button"
                      className="planned-day"
                      aria-pressed={each === day}
                      aria-label={`${spanText('day', each)}，${tickets.length} 张工作票`}
                      onClick={() => onDay(each)}
                    >
                      {number}
                      {tickets.length > 0 && <b>{tickets.length}</b>}
                    </button>
                  </td>
                ) : (
                  <td key={each} className={marks}>
                    <div className="planned-day-head">
                      {number}
                      {each === today && <small>今天</small>}
                    </div>
                    {shown.length > 0 && (
                      <ul>
                        {shown.map((ticket) => (
                          <li key={ticket.id}>
                            <TicketChip ticket={ticket} day={each} />
                          </li>
                        ))}
                      </ul>
                    )}
                    {folded > 0 && (
                      <Button type="link" size="small" onClick={() => setOpened(each)}>
                        另有 {folded} 张
                      </Button>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {isNarrow && (
        <section className="planned-of-day" aria-live="polite">
          <h3>
            {spanText('day', day)} · {of(day).length} 张
          </h3>
          {of(day).length > 0 ? <TicketLines tickets={of(day)} /> : <EmptyState text="这一天没有工作票" />}
        </section>
      )}
      {opened !== null && (
        <AppDrawer
          size={480}
          title={`${spanText('day', opened)} · ${of(opened).length} 张工作票`}
          onClose={() => setOpened(null)}
        >
          <TicketLines tickets={of(opened)} />
        </AppDrawer>
      )}
    </>
  )
}
