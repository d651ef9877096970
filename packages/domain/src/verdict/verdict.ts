import type { RefusalCode } from './codes.ts'

/** What a rule looked at, small enough to be stored beside the decision and shown to the person. */
export type Evidence = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/** The answer of one rule (G.., R..). Stored whole in `lo_work_trans.guards` and `lo_decision.rules`. */
export interface Verdict {
  id: string
  pass: boolean
  /** Chinese, with names and figures: what was found and, when it fails, what is missing. */
  text: string
  evidence: Evidence
  /** The refusal this rule leads to when it fails. */
  code: RefusalCode
  /** Chinese: what to do next; empty when the rule passed. */
  fix: readonly string[]
}

/** Order in which failures are reported, so that messages stay stable (§4.5.9). */
export const refusalStages = ['input', 'missing', 'permission', 'state', 'conflict', 'condition'] as const
export type RefusalStage = (typeof refusalStages)[number]

/** A no, as a value, with every rule that was looked at. */
export interface Refusal {
  ok: false
  stage: RefusalStage
  code: RefusalCode
  message: string
  rules: readonly Verdict[]
}

/** A refusal that no rule table leads to: bad input, not found, permission, state (§4.5.9). */
export function refuse(
  stage: RefusalStage,
  code: RefusalCode,
  message: string,
  rules: readonly Verdict[] = [],
): Refusal {
  return { ok: false, stage, code, message, rules }
}
