import type { SimopsConflict, SimopsMap, SimopsTicket } from '@suoan/contract'
import { workStatus } from '@suoan/domain/dictionaries'

/** A ticket with the clashes it is part of, the worst first. */
export interface TicketConflicts {
  readonly ticket: SimopsTicket
  readonly conflicts: readonly SimopsConflict[]
}

/** Only what is not approved yet can be planned for another time. */
export const isMovable = ({ workStatus: status }: Pick<SimopsTicket, 'workStatus'>): boolean =>
  status === workStatus.submitted || status === workStatus.reviewed

/** The clashes ticket by ticket: those with the worst clash first, then those with most, then by their beginning. */
export function reportOf(
  { tickets }: Pick<SimopsMap, 'tickets'>,
  conflicts: readonly SimopsConflict[],
): TicketConflicts[] {
  const inOrder = conflicts.toSorted((a, b) => b.severity - a.severity || a.from - b.from)
  const worst = ({ conflicts: own }: TicketConflicts) => own[0]?.severity ?? 0
  return tickets
    .map((ticket) => ({
      ticket,
      conflicts: inOrder.filter(({ a, b }) => a === ticket.id || b === ticket.id),
    }))
    .filter(({ conflicts: own }) => own.length > 0)
    .toSorted(
      (a, b) =>
        worst(b) - worst(a) || b.conflicts.length - a.conflicts.length || a.ticket.start - b.ticket.start,
    )
}
