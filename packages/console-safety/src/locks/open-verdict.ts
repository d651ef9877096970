import type { OpenAnswer, RuleResult } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'

type Answer = Pick<OpenAnswer, 'allow' | 'leg' | 'rules' | 'changes' | 'never'>

/** The answer of the interlock as it is read: yes or no, by which way, and why. */
export interface OpenVerdict {
  readonly allow: boolean
  readonly tone: 'success' | 'warning' | 'error'
  readonly title: string
  readonly leg: string
  readonly failed: readonly RuleResult[]
  readonly passed: readonly RuleResult[]
  /** Who does what, the shortest list that would make it a yes. */
  readonly changes: OpenAnswer['changes']
  /** Why nothing people can do now would. */
  readonly never: string | null
}

/**
 * `problem` is what the server said when the call failed: a refusal, or a yes whose command was not sent.
 * Rules that do not apply to the way the request was matched to are left out: they say nothing about it.
 */
export function openVerdict({ allow, leg, rules, changes, never }: Answer, problem = ''): OpenVerdict {
  const judged = rules.filter((rule) => rule.applies !== false)
  return {
    allow,
    tone: !allow ? 'error' : problem ? 'warning' : 'success',
    title: problem || (allow ? '可以开锁' : '不能开锁'),
    leg: leg ? `${leg} ${labelOf('lo_leg', leg)}` : '没有适用的开锁通道',
    failed: judged.filter((rule) => !rule.pass),
    passed: judged.filter((rule) => rule.pass),
    changes,
    never,
  }
}
