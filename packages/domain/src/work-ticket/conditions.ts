import { holdType, itemState } from '../dictionaries/index.ts'
import { missingApprovals } from './raised-level.ts'
import { passRow } from './steps.ts'
import { coreChanges } from './core-fields.ts'
import type { TicketEvent } from './events.ts'
import type { TicketFacts } from './facts.ts'
import type { Ticket } from './ticket.ts'

type Condition = (ticket: Ticket, event: TicketEvent, facts: TicketFacts) => boolean

/** Does the decision complete its stage: its step reaches quorum and no later step waits? */
const completesStage: Condition = (ticket, event, facts) =>
  (event.type === 'reviewPass' || event.type === 'approve') &&
  passRow(facts.steps, event.rowId).stageDone &&
  missingApprovals(facts.steps, ticket.round, event).rows.length === 0

/** Choices between rows of one event; data may name them, only this table knows them. */
export const conditions = {
  firstSubmission: (ticket: Ticket) => ticket.round === 1,
  completesStage,
  edits: (_ticket: Ticket, event: TicketEvent) =>
    event.type === 'approve' && (event.edit !== undefined || (event.editedParts ?? []).length > 0),
  editsCore: (ticket: Ticket, event: TicketEvent, facts: TicketFacts) =>
    event.type === 'approve' && coreChanges(ticket, event, facts.policy).length > 0,
  /**
   * Something rests on plant, or a point was moved (a drain opened, a valve turned and not yet locked), or somebody who
   * went in without network is still inside (G17): nobody is let out of a ticket that has ended.
   */
  mustRestore: (ticket: Ticket, _event: TicketEvent, facts: TicketFacts) =>
    ticket.onSiteCount > 0 ||
    facts.persons.some((person) => person.onSite) ||
    facts.holds.some((hold) => hold.workId === ticket.id && (hold.state === 1 || hold.state === 2)) ||
    facts.points.some((point) => point.state !== itemState.waiting && point.state !== itemState.restored),
  needsNoIsolation: (ticket: Ticket, _event: TicketEvent, facts: TicketFacts) =>
    !ticket.needIsolation && facts.policy.isolationRequired !== 2,
  /** The ticket it renews has not ended: what rests there is still to be taken over (T46). */
  renews: (_ticket: Ticket, _event: TicketEvent, facts: TicketFacts) => facts.renewal !== null,
  renewsWithoutIsolation: (ticket: Ticket, _event: TicketEvent, facts: TicketFacts) =>
    facts.renewal !== null && !ticket.needIsolation && facts.policy.isolationRequired !== 2,
  /** The very lock the isolator names rests on the point for the ticket that is being renewed (T46). */
  takesOver: (_ticket: Ticket, event: TicketEvent, facts: TicketFacts) =>
    event.type === 'pointLock' &&
    (facts.renewal?.holds ?? []).some(
      (hold) =>
        hold.pointId === event.pointId &&
        hold.lockId === event.lockId &&
        hold.holdType === holdType.isolationLock,
    ),
  /** An interruption that was never ended (T33) lies behind the test. */
  wasSuspended: (ticket: Ticket) => ticket.suspendedAt !== null,
  gasFailed: (_ticket: Ticket, event: TicketEvent) => event.type === 'gasRepeat' && !event.pass,
} satisfies Record<string, Condition>

export type ConditionName = keyof typeof conditions
