import { passRow } from './steps.ts'
import { coreChanges } from './core-fields.ts'
import type { TicketEvent } from './events.ts'
import type { TicketFacts } from './facts.ts'
import type { Ticket } from './ticket.ts'

type Condition = (ticket: Ticket, event: TicketEvent, facts: TicketFacts) => boolean

/** Does the decision complete its stage: its step reaches quorum and no later step waits? */
const completesStage: Condition = (_ticket, event, facts) =>
  (event.type === 'reviewPass' || event.type === 'approve') && passRow(facts.steps, event.rowId).stageDone

/** Choices between rows of one event; data may name them, only this table knows them. */
export const conditions = {
  firstSubmission: (ticket: Ticket) => ticket.round === 1,
  completesStage,
  edits: (_ticket: Ticket, event: TicketEvent) =>
    event.type === 'approve' && (event.edit !== undefined || (event.editedParts ?? []).length > 0),
  editsCore: (ticket: Ticket, event: TicketEvent, facts: TicketFacts) =>
    event.type === 'approve' && coreChanges(ticket, event, facts.policy).length > 0,
  hasHolds: (ticket: Ticket, _event: TicketEvent, facts: TicketFacts) =>
    facts.holds.some((hold) => hold.workId === ticket.id && (hold.state === 1 || hold.state === 2)),
  needsNoIsolation: (ticket: Ticket, _event: TicketEvent, facts: TicketFacts) =>
    !ticket.needIsolation && facts.policy.isolationRequired !== 2,
  gasFailed: (_ticket: Ticket, event: TicketEvent) => event.type === 'gasRepeat' && !event.pass,
} satisfies Record<string, Condition>

export type ConditionName = keyof typeof conditions
