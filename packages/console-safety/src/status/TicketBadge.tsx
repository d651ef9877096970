import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { ticketLook } from './ticket-look.ts'
import type { TicketStateOf } from './ticket-look.ts'

/** Status and phase of a ticket. */
export function TicketBadge({ ticket }: { ticket: TicketStateOf }) {
  return <StatusBadge look={ticketLook(ticket)} />
}
