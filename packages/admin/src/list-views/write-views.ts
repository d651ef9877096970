import { mostListViews, type InputOf, type listViewEndpoints as calls } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { fail, failUnseen } from '@suoan/platform/fail'
import { duplicateKey } from '@suoan/platform/db/database-refusal'
import { inTransaction } from '@suoan/platform/db/transaction'
import { originOf, recordAudit } from '@suoan/platform/resource'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { resourceNamed } from './read-views.ts'

/** Keeps a view of one's own under a name, in place of the one of that name only when that was asked for. */
export async function saveView(
  ctx: Context,
  actor: Actor,
  { page, resource, name, body, overwrite }: InputOf<typeof calls.save>,
): Promise<string> {
  if (!resourceNamed(resource)) throw fail('REFUSED', { detail: '没有这种列表，请刷新页面后重试' })
  const now = new Date(ctx.clock.now())
  return await inTransaction(ctx, async (tx) => {
    // Two tabs that save at once: the second counts what the first has kept.
    await sql`select pg_advisory_xact_lock(hashtextextended(
      ${`list-view:${actor.tenantId}:${actor.userId}`}, 0))`.execute(tx)
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from list_view where tenant_id = ${actor.tenantId} and user_id = ${actor.userId}
        and page = ${page} and resource = ${resource}`.execute(tx)
    const taken = rows.find((row) => row.name === name)
    if (taken && !overwrite) throw nameTaken(name)
    if (taken) {
      await sql`update list_view set body = ${JSON.stringify(body)}::jsonb, update_time = ${now}
        where id = ${taken.id}`.execute(tx)
      return taken.id
    }
    if (rows.length >= mostListViews)
      throw fail('REFUSED', {
        detail: `每个列表最多保存 ${mostListViews} 个视图，请先删除不用的视图`,
      })
    const id = newId()
    await sql`insert into list_view (id, tenant_id, user_id, page, resource, name, body, create_time, update_time)
      values (${id}, ${actor.tenantId}, ${actor.userId}, ${page}, ${resource}, ${name},
        ${JSON.stringify(body)}::jsonb, ${now}, ${now})`.execute(tx)
    return id
  })
}

/** Gives a view of one's own another name. */
export async function renameView(
  ctx: Context,
  actor: Actor,
  { id, name }: InputOf<typeof calls.rename>,
): Promise<void> {
  try {
    const { rows } = await sql`update list_view set name = ${name}, update_time = ${new Date(ctx.clock.now())}
      where id = ${id} and tenant_id = ${actor.tenantId} and user_id = ${actor.userId}
      returning id`.execute(ctx.db)
    if (rows.length === 0) throw failUnseen('list_view', [id])
  } catch (error) {
    if (duplicateKey(error)) throw nameTaken(name)
    throw error
  }
}

/**
 * Deletes a view of one's own. Whoever may share views may take back what others share: the one who made it may have left.
 */
export async function removeView(
  ctx: Context,
  actor: Actor,
  id: string,
  request: FastifyRequest,
): Promise<void> {
  const mayTakeBack = actor.permissions.has('system:listView:share')
  await inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ name: string; userId: string }>`
      delete from list_view v where v.id = ${id} and v.tenant_id = ${actor.tenantId}
        and (v.user_id = ${actor.userId} or (${mayTakeBack}
          and exists (select 1 from list_view_audience a where a.view_id = v.id)))
      returning v.name, v.user_id`.execute(tx)
    const removed = rows[0]
    if (!removed) throw failUnseen('list_view', [id])
    if (removed.userId !== actor.userId)
      await noteView(tx, ctx, actor, `列表视图：删除他人共享的“${removed.name}”`, 4, request)
  })
}

/** Writes what somebody did to what others see, beside the change. */
export async function noteView(
  tx: Tx,
  ctx: Context,
  actor: Actor,
  content: string,
  operateType: number,
  request: FastifyRequest,
): Promise<void> {
  await recordAudit(tx, { actor, content, operateType, origin: originOf(request), now: ctx.clock.now() })
}

const nameTaken = (name: string) => fail('DUPLICATE_FIELD', { label: '视图名称', value: name })
