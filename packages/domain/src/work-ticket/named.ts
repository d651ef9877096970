import { holdState, stepStatus, type HoldState, type StepStatus } from '../dictionaries/index.ts'
import { isTicketIn } from './ticket-sets.ts'
import type { Ticket } from './ticket.ts'

/** Everybody whom the rows of a ticket mention, and how. */
export interface TicketNames {
  readonly applicantId: string | null
  readonly leaderId: string | null
  /** `listed`: on the crew's list now; `inside`: seen going in and not out, also after he was replaced (G17). */
  readonly people: readonly { readonly userId: string; readonly listed: boolean; readonly inside: boolean }[]
  readonly handovers: readonly {
    readonly fromUserId: string
    readonly toUserId: string
    /** 0 waits for the incoming, 1 for the last signature; others are over. */
    readonly state: number
  }[]
  readonly holds: readonly { readonly userId: string; readonly state: HoldState }[]
  readonly removals: readonly {
    readonly ownerId: string
    readonly requestBy: string
    readonly approveBy: string | null
    readonly removerId: string | null
    readonly witnessId: string | null
  }[]
  /** Review and approval rows of every round; `delegatePath` names those who handed the decision on (T15). */
  readonly steps: readonly {
    readonly userId: string
    readonly status: StepStatus
    readonly delegatePath: readonly string[]
  }[]
}

/**
 * Who sees a ticket because it is about him (3-domain.md §3.7): he wrote or leads it, is on its list or still inside, has
 * a lock on it, hands over or takes over, has part in a removal, is asked to decide, or handed his decision on.
 */
export function isNamedOn(userId: string, names: TicketNames): boolean {
  return (
    names.applicantId === userId ||
    names.leaderId === userId ||
    names.people.some((each) => each.userId === userId && (each.listed || each.inside)) ||
    names.handovers.some(
      (each) => each.state <= 1 && (each.fromUserId === userId || each.toUserId === userId),
    ) ||
    names.holds.some(
      (each) =>
        each.userId === userId && (each.state === holdState.active || each.state === holdState.lifted),
    ) ||
    names.removals.some((each) =>
      [each.ownerId, each.requestBy, each.approveBy, each.removerId, each.witnessId].includes(userId),
    ) ||
    names.steps.some((each) => each.userId === userId || each.delegatePath.includes(userId))
  )
}

/**
 * Whether the ticket waits for him: his draft or his sent-back ticket, a decision or a handover he is asked for, or a
 * live ticket whose crew he belongs to. A void ticket waits for nobody.
 */
export function waitsFor(
  userId: string,
  ticket: Pick<Ticket, 'status' | 'phase' | 'voidFlag' | 'closeFlag'>,
  names: TicketNames,
): boolean {
  if (ticket.voidFlag) return false
  return (
    (names.applicantId === userId && isTicketIn('withApplicant', ticket)) ||
    names.handovers.some((each) => each.toUserId === userId && each.state === 0) ||
    names.steps.some((each) => each.userId === userId && each.status === stepStatus.pending) ||
    (isTicketIn('live', ticket) && names.people.some((each) => each.userId === userId && each.listed))
  )
}
