import { flowStep } from '@suoan/contract'
import { flowConditionMistake } from '@suoan/domain/work-ticket'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'

/** A condition that cannot be read is refused when it is written, not when somebody waits for his ticket. */
function check(draft: { condition?: string | null }): void {
  const mistake = flowConditionMistake(draft.condition ?? null)
  if (mistake !== null) throw fail('BAD_INPUT', { detail: mistake })
}

export const flowStepHooks = defineHooks(flowStep, { beforeAdd: check, beforeEdit: check })
