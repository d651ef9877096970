import { execPhase, workStatus, type ExecPhase, type WorkStatus } from '../dictionaries/index.ts'
import type { Ticket } from './ticket.ts'

/** Tickets of these statuses; where phases are given only in one of them, where `closed` is given only if (not) closed out. */
export interface TicketStates {
  readonly status: readonly WorkStatus[]
  readonly phase?: readonly ExecPhase[]
  readonly closed?: boolean
}

const s = workStatus
const p = execPhase

const overdue: TicketStates = { status: [s.expired], closed: false }
const isolating: TicketStates = { status: [s.approved], phase: [p.isolating, p.locked, p.verified] }
const live: readonly TicketStates[] = [{ status: [s.approved, s.executing] }, overdue]

/**
 * Every question about where a ticket stands that is asked of many tickets at once, each said once: `isTicketIn` answers
 * it of one ticket, and the server's SQL is written from the same rows. A void ticket is in none of them.
 */
export const ticketSets = {
  /** The applicant has it: a draft, or sent back. */
  withApplicant: [{ status: [s.draft, s.reviewRejected, s.approveRejected] }],
  inReview: [{ status: [s.submitted] }],
  inApproval: [{ status: [s.reviewed] }],
  awaitingDecision: [{ status: [s.submitted, s.reviewed] }],
  /** Has a claim on people, locks and places: approved, executing, or expired and not closed out (SC07). */
  live,
  /** In the way of others: live, or on its way to be (G06). */
  underway: [{ status: [s.submitted, s.reviewed] }, ...live],
  /** Ends with its time (T17, T40, T54). */
  expiring: [{ status: [s.submitted, s.reviewed, s.approved, s.executing] }],
  /** Approved and not past its end: notes of the field are taken, capsules are issued. */
  inField: [{ status: [s.approved, s.executing] }],
  executing: [{ status: [s.executing] }],
  /** Work goes on and a stop moves the ticket (T32). */
  atWork: [{ status: [s.executing], phase: [p.working, p.testRun, p.relocking] }],
  /** Work stands still and a post is asked how it goes on: to resume (T33), or to end the test run (T36). */
  waitingForPost: [{ status: [s.executing], phase: [p.suspended, p.testRun] }],
  /** Approved, and its isolation has not begun: who permits it is asked (T20). */
  awaitingIsolation: [{ status: [s.approved], phase: [p.none] }],
  /** Points are locked and proved before the start (T20–T24). */
  isolating: [isolating],
  /** Waits for confirmed closures (T23). */
  awaitingClosure: [{ status: [s.approved], phase: [p.isolating] }],
  /** Gives its points back before it ever began (T53). */
  cancellingIsolation: [{ status: [s.approved], phase: [p.releasing] }],
  /** A point whose lock opens is a failed point (T25). */
  reliesOnPoints: [
    isolating,
    { status: [s.executing], phase: [p.working, p.suspended, p.testRun, p.relocking] },
    { status: [s.expired], phase: [p.heldExpired] },
  ],
  /** Its locks are out in the field: isolation has begun, and it has not been closed out. */
  holdsLocks: [
    {
      status: [s.approved],
      phase: [p.isolating, p.locked, p.verified, p.releasing],
    },
    { status: [s.executing] },
    overdue,
  ],
  /** Somebody may stand inside: started, and not finished or closed out (G17, A18). */
  peopleMayBeInside: [{ status: [s.executing] }, overdue],
  finished: [{ status: [s.finished] }],
  expired: [{ status: [s.expired] }],
  overdue: [overdue],
  ended: [{ status: [s.finished] }, { status: [s.expired], closed: true }],
  notEnded: [
    {
      status: [
        s.draft,
        s.submitted,
        s.reviewed,
        s.reviewRejected,
        s.approved,
        s.approveRejected,
        s.executing,
      ],
    },
    overdue,
  ],
  /** In somebody's hands now, neither sent back nor ended: what a chart shows whatever its date. */
  current: [{ status: [s.draft, s.submitted, s.reviewed, s.approved, s.executing] }],
  /** May still take over the holds of the ticket it renews (T46). */
  renewing: [
    {
      status: [
        s.draft,
        s.submitted,
        s.reviewed,
        s.reviewRejected,
        s.approved,
        s.approveRejected,
        s.executing,
      ],
    },
  ],
  /** Was handed in at least once and is no draft again: what statistics count. */
  handedIn: [
    {
      status: [
        s.submitted,
        s.reviewed,
        s.reviewRejected,
        s.approved,
        s.approveRejected,
        s.executing,
        s.finished,
        s.expired,
      ],
    },
  ],
} as const satisfies Record<string, readonly TicketStates[]>

export type TicketSet = keyof typeof ticketSets

/** Whether the ticket is in the set, by the rows of `ticketSets`. */
export function isTicketIn(
  set: TicketSet,
  ticket: Pick<Ticket, 'status' | 'phase' | 'voidFlag' | 'closeFlag'>,
): boolean {
  if (ticket.voidFlag) return false
  const states: readonly TicketStates[] = ticketSets[set]
  return states.some(
    ({ status, phase, closed }) =>
      status.includes(ticket.status) &&
      (phase === undefined || phase.includes(ticket.phase)) &&
      (closed === undefined || closed === ticket.closeFlag),
  )
}
