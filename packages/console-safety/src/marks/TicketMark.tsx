import { Mark } from '@suoan/console-base/marks/Mark.tsx'
import { ticketLook } from './ticket-look.ts'
import type { TicketStateOf } from './ticket-look.ts'

/** Status and phase of a ticket. */
export function TicketMark({ ticket }: { ticket: TicketStateOf }) {
  return <Mark look={ticketLook(ticket)} />
}
