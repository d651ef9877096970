import { stepStatus } from '../dictionaries/index.ts'
import type { Verdict } from '../verdict/index.ts'
import type { TicketEvent } from './events.ts'
import type { SignerFact, TicketFacts } from './facts.ts'
import { signerFits } from './guards-approval.ts'
import { certificatesValid } from './guards-certificates.ts'
import { dutiesSeparated } from './guards-duty.ts'
import type { StepRow } from './steps.ts'
import type { Ticket } from './ticket.ts'

/**
 * 用户代理: for a window of time the agent may decide the steps of an absent person (4-api.md §7.21, decision 0800).
 * Only agencies in force are facts: not revoked, and both accounts in force. Times in epoch ms, `until` exclusive.
 */
export interface Agency {
  readonly id: string
  readonly principalId: string
  readonly agentId: string
  readonly from: number
  readonly until: number
}

/** Whether an agency covers this moment (epoch ms). */
const agencyCovers = ({ from, until }: Pick<Agency, 'from' | 'until'>, now: number): boolean =>
  from <= now && now < until

/** What becomes of a step that an agent wants to decide. */
export type TakeOver =
  /** Nobody stands in: the step is his own, is closed, or no agency covers it. The guards of the decision say the rest. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly verdict: Verdict }
  /** The step as it is decided: by the agent, with the absent person as the last in its path. */
  | { readonly kind: 'taken'; readonly agency: Agency; readonly row: StepRow }

/**
 * Gives the agent a pending step of the absent person, as though that person had delegated it himself (T15): the step
 * must allow it, the agent holds its post and certificates and is not in it yet, and the duties stay apart for both
 * (G04). An agent of an agent gets nothing: only the person of the step himself is represented.
 */
export function takeOver(
  ticket: Ticket,
  rowId: string,
  to: SignerFact,
  agencies: readonly Agency[],
  facts: TicketFacts,
): TakeOver {
  const row = facts.steps.find((each) => each.id === rowId)
  if (row === undefined || row.status !== stepStatus.pending || row.round !== ticket.round)
    return { kind: 'none' }
  const agency = agencies.find(
    (each) => each.principalId === row.userId && each.agentId === to.userId && agencyCovers(each, facts.now),
  )
  if (agency === undefined || row.userId === to.userId) return { kind: 'none' }
  const event: TicketEvent = { type: 'delegate', rowId, to }
  const actor = { ...facts.actor, userId: row.userId, name: row.userName }
  const asAbsent = Object.create(facts, { actor: { value: actor, enumerable: true } }) as TicketFacts
  const verdict = [signerFits, dutiesSeparated, certificatesValid]
    .map((rule) => rule.check(ticket, event, asAbsent))
    .find(({ pass }) => !pass)
  if (verdict !== undefined) return { kind: 'refused', verdict }
  return {
    kind: 'taken',
    agency,
    row: {
      ...row,
      userId: to.userId,
      userName: to.name,
      delegateFor: row.userId,
      delegatePath: [...row.delegatePath, { userId: row.userId, userName: row.userName }],
    },
  }
}
