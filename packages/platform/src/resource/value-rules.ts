import type { Queryable } from '../db/run-sql.ts'

/**
 * What is wrong with a value by the rule of this code, in words (Chinese); null where it passes and where nobody in the
 * tenant maintains such a rule (decision 0731).
 */
export type JudgeValue = (
  db: Queryable,
  tenantId: number,
  ruleCode: string,
  value: string,
) => Promise<string | null>

/** Who keeps the rules that fields name by `checkRule`: the engine knows none of them. */
export interface ValueRules {
  use(judge: JudgeValue): void
  readonly judge: JudgeValue
}

/** Without rules, so that everything passes, until a feature brings them. */
export function createValueRules(): ValueRules {
  let current: JudgeValue | undefined
  return {
    use: (judge) => {
      current = judge
    },
    judge: async (...which) => (await current?.(...which)) ?? null,
  }
}
