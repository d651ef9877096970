import type { ExecPhase, RoleTag, WorkStatus } from '../dictionaries/index.ts'
import type { ConditionName } from './conditions.ts'
import type { ConsequenceName } from './consequences.ts'
import type { TicketEventType } from './events.ts'
import type { GuardId } from './guards.ts'

/**
 * Who may cause an event: a tag on the ticket, or a relation to it. APPLICANT wrote it, EDITOR edits drafts of his
 * department, ASSIGNEE has a pending step row, OWNER holds the personal lock, SELF is the person spoken of, SYSTEM is a
 * timer or a device event, OUTGOING and INCOMING hand a tag over, ANYONE is anyone who may see the ticket (only for the safe direction).
 */
export type Role =
  | RoleTag
  | 'APPLICANT'
  | 'EDITOR'
  | 'ASSIGNEE'
  | 'OWNER'
  | 'OUTGOING'
  | 'INCOMING'
  | 'SELF'
  | 'SYSTEM'
  | 'ANYONE'

/** `status/phase`, as the specification prints it. */
export type StateCode = `${WorkStatus}/${ExecPhase}`

/** A fixed state, `same`, or one that follows from the points. */
export type Target = StateCode | 'same' | 'afterIsolation' | 'afterVerification' | 'statusKept/24'

export interface TransitionRow {
  id: `T${string}`
  event: TicketEventType
  /** `new` = no ticket yet. */
  from: readonly (StateCode | 'new')[]
  by: readonly Role[]
  /** Several signatures in order (LEAD asks, PERMIT confirms); the last one moves the ticket. */
  keys?: readonly (readonly Role[])[]
  /** Whoever confirms names the same things as whoever asked; otherwise it is another request. */
  confirmsSame?: true
  /** Chooses between rows of the same event and state. */
  when?: ConditionName
  /** Also possible on a ticket that has ended: it moves nothing, it only answers for what happened (T49, T50). */
  afterEnd?: true
  /** All evaluated, all stored; one failure refuses. */
  guards: readonly GuardId[]
  /** Evaluated and stored, they shape the effects but never refuse. */
  notes?: readonly GuardId[]
  to: Target
  effects: readonly ConsequenceName[]
}
