import type { InputOf, listViewEndpoints as calls } from '@suoan/contract'
import type { Actor, Context } from '@suoan/platform/context'
import { failUnseen } from '@suoan/platform/fail'
import { inTransaction } from '@suoan/platform/db/transaction'
import { sql } from 'kysely'
import { seenBy, type ListPlace } from './read-views.ts'

/** The lists that open with a view of the person's choice; one that is no longer shared with him counts no more. */
export async function defaultsOf(ctx: Context, actor: Actor): Promise<(ListPlace & { id: string })[]> {
  const { rows } = await sql<ListPlace & { id: string }>`
    select d.page, d.resource, d.view_id as id from list_view_default d join list_view v on v.id = d.view_id
    where d.tenant_id = ${actor.tenantId} and d.user_id = ${actor.userId} and ${seenBy(actor)}
    order by d.page, d.resource`.execute(ctx.db)
  return rows
}

/** Opens a list with this view from now on; with none where `id` is empty. */
export async function chooseDefault(
  ctx: Context,
  actor: Actor,
  { page, resource, id }: InputOf<typeof calls.chooseDefault>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (id === '') {
      await sql`delete from list_view_default where tenant_id = ${actor.tenantId} and user_id = ${actor.userId}
        and page = ${page} and resource = ${resource}`.execute(tx)
      return
    }
    const { rows } = await sql`
      insert into list_view_default (tenant_id, user_id, page, resource, view_id)
      select v.tenant_id, ${actor.userId}, v.page, v.resource, v.id from list_view v
        where v.id = ${id} and v.page = ${page} and v.resource = ${resource} and ${seenBy(actor)}
      on conflict (tenant_id, user_id, page, resource) do update set view_id = excluded.view_id
      returning view_id`.execute(tx)
    if (rows.length === 0) throw failUnseen('list_view', [id])
  })
}
