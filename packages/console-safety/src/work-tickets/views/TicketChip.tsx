import type { PlannedTicket } from '@suoan/contract'
import { StatusIcon } from '@suoan/console-base/status/StatusBadge.tsx'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { ticketLook } from '../../status/ticket-look.ts'
import { usePlace } from '../use-place.ts'
import { partOfDay } from './planned-days.ts'

/** A ticket within a day: its state, when, and what; leads to the ticket. */
export function TicketChip({ ticket, day }: { readonly ticket: PlannedTicket; readonly day: string }) {
  const { openView } = usePlace()
  const look = ticketLook(ticket)
  const part = partOfDay(ticket, day)
  return (
    <button
      type="button"
      className={`planned-chip tone-${look.tone}${ticket.voidFlag === 1 ? ' is-void' : ''}`}
      title={plannedText(ticket)}
      aria-label={`${part} ${ticket.workName}，${look.text}，${ticket.areaName}，${ticket.workNo}`}
      onClick={() => openView(ticket.id)}
    >
      <StatusIcon look={look} />
      <time>{part}</time> <span>{ticket.workName}</span>
    </button>
  )
}

/** What a ticket is, in one line. */
export function plannedText(ticket: PlannedTicket): string {
  const start = wireTimeOf(ticket.start).slice(5, 16)
  const end = wireTimeOf(ticket.end).slice(5, 16)
  return `${ticket.workNo} ${ticket.workName}（${ticketLook(ticket).text}，${start} 至 ${end}，${ticket.areaName}）`
}
