import { flowStep, type InputOf, type flowEndpoints } from '@suoan/contract'
import { eq } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { recordAudit, resourceStore, type RowChange } from '@suoan/platform/resource'
import { scopeFor } from '@suoan/platform/resource/scope'
import { strictStep } from './flow-hooks.ts'

/** Larger than any number of a step: nobody stands there while all are numbered anew. */
const ASIDE = 1_000_000

interface Call {
  readonly ctx: Context
  readonly actor: Actor
  readonly origin: Parameters<typeof recordAudit>[1]['origin']
}

/**
 * Numbers the steps of a flow from 1 within each stage, in the given order, in one transaction: one by one two would meet
 * on a number. Refused when the steps are other ones by now, or while a ticket is asked by the flow.
 */
export async function arrangeSteps(
  { ctx, actor, origin }: Call,
  { flowId, ids }: InputOf<(typeof flowEndpoints)['arrange']>,
): Promise<void> {
  const store = resourceStore(flowStep)
  const scope = await scopeFor(ctx, actor, flowStep, 'edit')
  await inTransaction(ctx, async (tx, emit) => {
    const stored = await store.list(tx, scope, eq('flowId', flowId), { limit: ids.length + 1 })
    const steps = new Map(
      (
        await store.findMany(
          tx,
          scope,
          stored.map((row) => String(row['id'])),
          { lock: true },
        )
      ).map((row) => [String(row['id']), row]),
    )
    if (steps.size !== ids.length || new Set(ids).size !== ids.length || ids.some((id) => !steps.has(id)))
      throw fail('BAD_INPUT', { detail: '审批步骤已被他人增减，请刷新后重新排序' })
    const counts = new Map<unknown, number>()
    const moved = ids.flatMap((id) => {
      const before = steps.get(id) ?? {}
      const stepNo = (counts.get(before['stage']) ?? 0) + 1
      counts.set(before['stage'], stepNo)
      return before['stepNo'] === stepNo ? [] : [{ id, before, stepNo }]
    })
    if (moved.length === 0) return
    const now = ctx.clock.now()
    for (const { before, stepNo } of moved)
      await strictStep.beforeEdit({ stepNo }, before, { tx, ctx, actor, scope, now, input: {}, emit })
    await sql`update lo_flow_step set step_no = step_no + ${ASIDE}
      where tenant_id = ${actor.tenantId} and id = any(${moved.map(({ id }) => id)}::text[])`.execute(tx)
    const changes: RowChange[] = []
    for (const { id, before, stepNo } of moved) {
      const after = await store.update(tx, scope, id, { stepNo }, now)
      if (after) changes.push({ resource: flowStep, before, after })
    }
    await recordAudit(
      tx,
      { actor, content: `审批步骤：调整 ${moved.length} 步的顺序`, operateType: 3, origin, now },
      changes,
    )
    emit('resource.changed', { resource: flowStep.name, tenantId: actor.tenantId, ids })
  })
}
