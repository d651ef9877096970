import type { RuleResult, TransitionAnswer } from '@suoan/contract'
import { codeNumber, type Refusal, type Verdict } from '@suoan/domain/verdict'
import type { Ticket } from '@suoan/domain/work-ticket'
import { RuleRefusal } from '@suoan/platform/fail'
import type { WorkRow } from './ticket-row.ts'

/** What came of a call: kept under its operation id and answered again when it is repeated. */
export type Outcome =
  | { readonly ok: true; readonly answer: TransitionAnswer }
  | { readonly ok: false; readonly refusal: Refusal }

/** The ticket after the event as the wire tells it. */
export function answerOf(
  work: WorkRow,
  ticket: Ticket,
  revision: number,
  transId: string,
  verdicts: readonly Verdict[],
): TransitionAnswer {
  return {
    workId: work.id,
    workNo: work.workNo ?? '',
    workStatus: ticket.status,
    execPhase: ticket.phase,
    revision,
    transId,
    rules: verdicts.map(ruleOf),
  }
}

const ruleOf = ({ id, pass, text, evidence }: Verdict): RuleResult => ({ id, pass, text, evidence })

/** A refusal as the envelope carries it: the code, the sentence, and every rule that was looked at. */
export function refusalOf(refusal: Refusal): RuleRefusal {
  return new RuleRefusal(refusal.code, refusal.message, refusal.rules.map(ruleOf), {
    stage: refusal.stage,
    code: codeNumber(refusal.code),
    fix: refusal.rules.filter((rule) => !rule.pass).flatMap((rule) => rule.fix),
  })
}
