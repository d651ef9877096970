import type { ExecPhase, RoleTag, WorkStatus } from '../dictionaries/index.ts'
import type { ConditionName } from './conditions.ts'
import type { ConsequenceName } from './consequences.ts'
import type { TicketEventType } from './events.ts'
import type { GuardId } from './guards.ts'
import { changeRows } from './rows/changes.ts'
import { decisionRows } from './rows/decision.ts'
import { draftRows } from './rows/draft.ts'
import { emergencyRows } from './rows/emergency.ts'
import { expiryRows } from './rows/expiry.ts'
import { handoverRows } from './rows/handover.ts'
import { isolationRows } from './rows/isolation.ts'
import { releaseRows } from './rows/release.ts'
import { renewalRows } from './rows/renewal.ts'
import { testRunRows } from './rows/test-run.ts'
import { workRows } from './rows/work.ts'

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

/** The table of `3-domain.md §4.4`. The order matters only between rows of one event: the first match wins. */
export const transitions: readonly TransitionRow[] = [
  ...draftRows,
  ...decisionRows,
  ...isolationRows,
  ...workRows,
  ...handoverRows,
  ...testRunRows,
  ...changeRows,
  ...releaseRows,
  ...expiryRows,
  ...renewalRows,
  ...emergencyRows,
]
