import type { OpenAnswer, RuleResult } from '@suoan/contract'

/** The guards that refused a move of a ticket. */
export const failing = (answer: { readonly result: unknown }): string[] =>
  (answer.result as { rules: RuleResult[] }).rules.filter((rule) => !rule.pass).map((rule) => rule.id)

/** The rules that refused to open a lock: those that apply and do not hold. */
export const denied = (answer: { readonly result: Pick<OpenAnswer, 'rules'> }): string[] =>
  answer.result.rules.filter(({ applies, pass }) => applies && !pass).map(({ id }) => id)
