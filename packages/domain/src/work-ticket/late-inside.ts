import type { Ticket } from './ticket.ts'
import { isTicketIn } from './ticket-sets.ts'

/** Is somebody still inside although the ticket's time is over (A18)? `now` in epoch ms. */
export function isLateInside(
  ticket: Pick<Ticket, 'status' | 'phase' | 'voidFlag' | 'closeFlag' | 'onSiteCount' | 'validEnd'>,
  now: number,
): boolean {
  const { onSiteCount, validEnd } = ticket
  return onSiteCount > 0 && validEnd !== null && validEnd <= now && isTicketIn('peopleMayBeInside', ticket)
}
