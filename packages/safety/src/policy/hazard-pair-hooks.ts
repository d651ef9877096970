import { hazardPair } from '@suoan/contract'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'

/** A pair of two sides that both say nothing would forbid any two tickets to run at once. */
export const hazardPairHooks = defineHooks(hazardPair, {
  beforeAdd: (draft) => mustNameSomething(draft),
  beforeEdit: (draft, before) => mustNameSomething({ ...before, ...draft }),
})

function mustNameSomething(pair: Readonly<Record<string, unknown>>): void {
  if (!['typeA', 'hazardA', 'typeB', 'hazardB'].some((field) => Boolean(pair[field])))
    throw fail('BAD_INPUT', { detail: '请至少为一方选择作业类型或危害，双方都不选会使任何两张票互相冲突' })
}
