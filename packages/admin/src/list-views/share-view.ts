import type { InputOf, ListViewAudience, listViewEndpoints as calls } from '@suoan/contract'
import type { Actor, Context } from '@suoan/platform/context'
import { fail, failUnseen } from '@suoan/platform/fail'
import { inTransaction } from '@suoan/platform/db/transaction'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { noteView } from './write-views.ts'

/** Shares a view of one's own with exactly these roles and departments of the tenant. */
export async function shareView(
  ctx: Context,
  actor: Actor,
  { id, roles, departs }: InputOf<typeof calls.share>,
  request: FastifyRequest,
): Promise<void> {
  const wanted = { roles: [...new Set(roles)], departs: [...new Set(departs)] }
  await inTransaction(ctx, async (tx) => {
    const { rows: own } = await sql<{ name: string }>`select name from list_view
      where id = ${id} and tenant_id = ${actor.tenantId} and user_id = ${actor.userId} for update`.execute(tx)
    const view = own[0]
    if (!view) throw failUnseen('list_view', [id])
    const { rows: found } = await sql<ListViewAudience>`
      select 'role' as kind, r.id, r.role_name as name from sys_role r
        where r.tenant_id = ${actor.tenantId} and r.id = any(${wanted.roles}::text[])
      union all
      select 'depart', d.id, d.depart_name from sys_depart d
        where d.tenant_id = ${actor.tenantId} and d.del_flag = '0' and d.id = any(${wanted.departs}::text[])`.execute(
      tx,
    )
    if (found.length < wanted.roles.length + wanted.departs.length)
      throw fail('REFUSED', { detail: '有角色或部门已不存在，视图没有共享；请重新选择' })
    await sql`delete from list_view_audience where view_id = ${id}`.execute(tx)
    for (const { kind, id: audienceId } of found)
      await sql`insert into list_view_audience (view_id, kind, audience_id)
        values (${id}, ${kind}, ${audienceId})`.execute(tx)
    const said = found.length === 0 ? '取消共享' : `共享给 ${found.map(({ name }) => name).join('、')}`
    await noteView(tx, ctx, actor, `列表视图：“${view.name}”${said}`, 3, request)
  })
}

/** Roles and departments whose name contains the words. */
export async function findAudiences(ctx: Context, actor: Actor, words: string): Promise<ListViewAudience[]> {
  const { rows } = await sql<ListViewAudience>`
    (select 'role' as kind, id, role_name as name from sys_role
      where tenant_id = ${actor.tenantId} and strpos(lower(role_name), lower(${words})) > 0
      order by role_name, id limit 50)
    union all
    (select 'depart', id, depart_name from sys_depart
      where tenant_id = ${actor.tenantId} and del_flag = '0' and strpos(lower(depart_name), lower(${words})) > 0
      order by org_code collate "C", id limit 50)`.execute(ctx.db)
  return rows
}
