import { pointRule } from '@suoan/contract'
import { pointRuleMistake, pointsNamedIn } from '@suoan/domain/isolation'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'
import { loadPointStates } from './load-prevention.ts'

/** 防误规则: a condition that could never be judged would keep its point shut for ever, so it is not saved. */
export const pointRuleHooks = defineHooks(pointRule, {
  beforeAdd: (draft, { tx, actor }) => checkCondition(tx, actor.tenantId, String(draft.expr ?? '')),
  async beforeEdit(draft, _before, { tx, actor }) {
    if (draft.expr !== undefined) await checkCondition(tx, actor.tenantId, String(draft.expr ?? ''))
  },
})

async function checkCondition(tx: Tx, tenantId: number, expr: string): Promise<void> {
  const mistake = pointRuleMistake(expr, await loadPointStates(tx, tenantId, pointsNamedIn(expr)))
  if (mistake !== null) throw fail('BAD_INPUT', { detail: `条件有误，${mistake}` })
}
