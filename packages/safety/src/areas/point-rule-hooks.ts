import { pointRule } from '@suoan/contract'
import { pointRuleMistake, pointsNamedIn } from '@suoan/domain/isolation'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'
import { strictWhileReliedOn } from '../strict-in-use.ts'
import { ticketIn } from '../ticket-sets.ts'
import { loadPointStates } from './load-prevention.ts'

/** Tickets that move the point, or pass an access lock on it. */
const strict = strictWhileReliedOn(pointRule, {
  reliedOnBy: ({ pointId }) => sql`(${ticketIn('underway')} and (
    exists (select 1 from lo_work_point i where i.work_id = w.id and i.point_id = ${pointId} and i.del_flag = 0)
    or exists (select 1 from lo_work_lock k join lo_lock l on l.id = k.lock_id
      where k.work_id = w.id and l.point_id = ${pointId} and k.state < 3 and k.del_flag = 0)))`,
})

/** 防误规则: a condition that could never be judged would keep its point shut for ever, so it is not saved. */
export const pointRuleHooks = defineHooks(pointRule, {
  beforeAdd: (draft, { tx, actor }) => checkCondition(tx, actor.tenantId, String(draft.expr ?? '')),
  async beforeEdit(draft, before, call) {
    if (draft.expr !== undefined) await checkCondition(call.tx, call.actor.tenantId, String(draft.expr ?? ''))
    await strict.beforeEdit(draft, before, call)
  },
  beforeDelete: strict.beforeDelete,
})

async function checkCondition(tx: Tx, tenantId: number, expr: string): Promise<void> {
  const mistake = pointRuleMistake(expr, await loadPointStates(tx, tenantId, pointsNamedIn(expr)))
  if (mistake !== null) throw fail('BAD_INPUT', { detail: `条件有误，${mistake}` })
}
