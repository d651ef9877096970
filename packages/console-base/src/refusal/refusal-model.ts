import type { RuleResult } from '@suoan/contract'
import { RequestFailure, failureText, refusedRules } from '../request/failure.ts'

/** Why a call was refused, sorted for reading: what said no, what to do about it, and what was fine. */
export interface RefusalModel {
  readonly title: string
  readonly failed: readonly RuleResult[]
  readonly passed: readonly RuleResult[]
  /** What to do, each once, in the server's order. */
  readonly fix: readonly string[]
  /** The same press may be sent again: nobody knows whether the first one arrived. */
  readonly outcomeUnknown: boolean
}

/** Was the answer lost, so that nobody knows whether the press arrived? */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof RequestFailure && ['timeout', 'offline'].includes(error.kind)

/** Reads a failure of a call as a refusal. A failure without rules keeps its sentence as the title. */
export function refusalOf(error: unknown): RefusalModel {
  const rules = refusedRules(error)
  const failed = rules.filter((rule) => !rule.pass)
  const outcomeUnknown = isOutcomeUnknown(error)
  return {
    title: outcomeUnknown ? '网络中断，操作结果未知' : failureText(error),
    failed,
    passed: rules.filter((rule) => rule.pass),
    fix: fixesOf(error),
    outcomeUnknown,
  }
}

function fixesOf(error: unknown): string[] {
  const result = error instanceof RequestFailure ? error.envelope?.result : null
  if (typeof result !== 'object' || result === null || !('fix' in result) || !Array.isArray(result.fix))
    return []
  return [...new Set(result.fix.filter((each): each is string => typeof each === 'string' && each !== ''))]
}
