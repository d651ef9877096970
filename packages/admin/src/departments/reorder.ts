import { department } from '@suoan/contract'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { originOf, recordAudit, resourceStore } from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'

/** Puts the departments of one level into the order of `ids`, which names them all; else somebody changed the level meanwhile. */
export async function reorder(
  ctx: Context,
  actor: Actor,
  { parentId, ids }: { readonly parentId: string; readonly ids: readonly string[] },
  request: FastifyRequest,
): Promise<void> {
  const scope = await dataScope(ctx, actor, department, 'system:depart:edit')
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const seen = await resourceStore(department).findMany(tx, scope, ids, { lock: true })
    const { rows } = await sql<{ id: string }>`
      select id from sys_depart where tenant_id = ${actor.tenantId} and coalesce(parent_id, '') = ${parentId}`.execute(
      tx,
    )
    const level = new Set(rows.map(({ id }) => id))
    if (seen.length < ids.length || new Set(ids).size !== level.size || !ids.every((id) => level.has(id)))
      throw fail('REFUSED', { detail: '部门已有变化或您不能查看该级的全部部门，请刷新后重新排序' })
    await sql`update sys_depart d set depart_order = o.place - 1, update_by = ${actor.username},
        update_time = ${new Date(now)}, revision = d.revision + 1
      from unnest(${[...ids]}::text[]) with ordinality as o(id, place)
      where d.id = o.id and d.tenant_id = ${actor.tenantId} and d.depart_order is distinct from o.place - 1`.execute(
      tx,
    )
    const names = ids
      .slice(0, 20)
      .map((id) => String(seen.find((row) => row['id'] === id)?.['departName'] ?? id))
    await recordAudit(tx, {
      actor,
      content: `部门：排序改为 ${names.join('、')}${ids.length > 20 ? ` 等 ${ids.length} 个` : ''}`,
      operateType: 3,
      origin: originOf(request),
      now,
    })
    emit('resource.changed', { resource: department.name, tenantId: actor.tenantId, ids: [...ids] })
  })
}
