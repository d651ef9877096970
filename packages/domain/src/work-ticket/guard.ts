import {
  refusalTexts,
  type Evidence,
  type RefusalCode,
  type RefusalStage,
  type Verdict,
} from '../verdict/index.ts'
import type { TicketEvent } from './events.ts'
import type { TicketFacts } from './facts.ts'
import type { Ticket } from './ticket.ts'

/** What a guard found; `guard` adds the id and the code. */
export interface Finding {
  pass: boolean
  text: string
  evidence?: Evidence
  fix?: readonly string[]
}

export type FactName = keyof TicketFacts

/** A rule over the snapshot. `reads` names the facts it looks at and is all it can see. */
export interface Guard {
  id: string
  code: RefusalCode
  stage: RefusalStage
  reads: readonly FactName[]
  /** Judges the ticket as it stands before the approver's edit; others judge it as it would be. */
  beforeEdit: boolean
  check(ticket: Ticket, event: TicketEvent, facts: TicketFacts): Verdict
}

interface GuardRow<K extends FactName> {
  id: string
  code: RefusalCode
  stage?: RefusalStage
  reads: readonly K[]
  beforeEdit?: boolean
  check: (facts: Pick<TicketFacts, K>, ticket: Ticket, event: TicketEvent) => Finding
}

/** Binds a rule to the facts it declares; reading any other does not compile. */
export function guard<const K extends FactName>(row: GuardRow<K>): Guard {
  return {
    id: row.id,
    code: row.code,
    stage: row.stage ?? 'condition',
    reads: row.reads,
    beforeEdit: row.beforeEdit ?? false,
    check(ticket, event, facts) {
      const { pass, text, evidence = {}, fix = [] } = row.check(facts, ticket, event)
      return { id: row.id, pass, text: text || refusalTexts[row.code], evidence, code: row.code, fix }
    },
  }
}

/** A guard that lets the move through, with what it saw. */
export function ok(text: string, evidence: Evidence = {}): Finding {
  return { pass: true, text, evidence }
}

/** A guard that refuses the move, with what it saw and what to do about it. */
export function no(text: string, evidence: Evidence = {}, fix: readonly string[] = []): Finding {
  return { pass: false, text, evidence, fix }
}

/** Passes with `text` when nothing is wrong, else fails with the list, said once in text and once in evidence. */
export function findings(
  wrong: readonly string[],
  text: string,
  say: (list: string) => string,
  fix: readonly string[] = [],
): Finding {
  return wrong.length === 0 ? ok(text) : no(say(wrong.join('；')), { list: wrong }, fix)
}
