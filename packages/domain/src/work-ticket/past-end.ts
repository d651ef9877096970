import type { Ticket } from './ticket.ts'
import { isTicketIn } from './ticket-sets.ts'

/**
 * Has the ticket's time come although nothing has said so yet (T17, T40, T54)? `now` in epoch ms. Whoever calls for
 * anything then finds an expired ticket: what a sweep has written so far does not count.
 */
export function isPastEnd(
  ticket: Pick<Ticket, 'status' | 'phase' | 'voidFlag' | 'closeFlag' | 'validEnd' | 'planEnd'>,
  now: number,
): boolean {
  return now >= (ticket.validEnd ?? ticket.planEnd) && isTicketIn('expiring', ticket)
}
