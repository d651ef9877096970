import { department, departRole, type PermissionTree } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '../../context.ts'
import { dataScope, scopeFor } from '../../db/scope.ts'
import { inTransaction } from '../../db/transaction.ts'
import { fail } from '../../http/fail.ts'
import { originOf, recordAudit, resourceStore } from '../../resource/index.ts'
import { grantableCodes, ticksChanged, grantText, type TickedGrants } from '../permissions/index.ts'
import { permissionTree } from '../roles/index.ts'

const departs = resourceStore(department)
const roles = resourceStore(departRole)

/** The menus and buttons that the roles of a department may be given, as a tree (4-api.md §7.5). */
export async function treeForDepart(ctx: Context, actor: Actor, departId: string): Promise<PermissionTree> {
  const scope = await dataScope(ctx, actor, department)
  if (!(await departs.find(ctx.pool, scope, departId))) throw fail('NOT_FOUND')
  const { rows } = await ctx.pool.query<{ permission_id: string }>(
    'select permission_id from sys_depart_permission where depart_id = $1',
    [departId],
  )
  return await permissionTree(
    ctx.pool,
    true,
    rows.map((row) => row.permission_id),
  )
}

/** Ids of the menus and buttons of a department role. */
export async function grantsOf(ctx: Context, actor: Actor, roleId: string): Promise<string[]> {
  const scope = await scopeFor(ctx, actor, departRole)
  if (!(await roles.find(ctx.pool, scope, roleId))) throw fail('NOT_FOUND')
  const { rows } = await ctx.pool.query<{ permission_id: string }>(
    `select rp.permission_id from sys_depart_role_permission rp join sys_permission p on p.id = rp.permission_id
     where rp.role_id = $1 and p.del_flag = 0 order by rp.permission_id`,
    [roleId],
  )
  return rows.map((row) => row.permission_id)
}

/**
 * Applies the difference by the rules of roles (4-api.md §3.7). A department role gets nothing that its department does not
 * hold, and from nobody who does not hold it himself. Effective with the next request of its people.
 */
export async function saveGrants(
  ctx: Context,
  actor: Actor,
  input: TickedGrants & { readonly roleId: string },
  request: FastifyRequest,
): Promise<void> {
  const { roleId } = input
  const { added, removed } = ticksChanged(input.permissionIds, input.lastpermissionIds)
  const [scope, departScope] = [
    await scopeFor(ctx, actor, departRole, 'edit'),
    await dataScope(ctx, actor, department),
  ]
  await inTransaction(ctx, async (tx, emit) => {
    // The department first, as when it loses something itself; a role never changes its department.
    const departId = String((await roles.find(tx, scope, roleId))?.['departId'] ?? '')
    const [depart] = await departs.findMany(tx, departScope, [departId], { lock: true })
    const [found] = await roles.findMany(tx, scope, [roleId], { lock: true })
    if (!depart || !found) throw fail('NOT_FOUND')
    if (added.length === 0 && removed.length === 0) return
    const codes = await grantableCodes(tx, actor, added, removed)
    const { rows: beyond } = await sql<{ name: string }>`
      select p.name from sys_permission p where p.id = any(${added}::text[]) and not exists (
        select 1 from sys_depart_permission dp where dp.depart_id = ${departId} and dp.permission_id = p.id)
      order by p.sort_no, p.id`.execute(tx)
    if (beyond.length > 0) {
      const names = beyond.slice(0, 3).map(({ name }) => name)
      throw fail('REFUSED', {
        detail: `部门“${String(depart['departName'])}”没有权限 ${names.join('、')}${beyond.length > 3 ? ` 等 ${beyond.length} 项` : ''}，请先在部门权限中勾选`,
      })
    }
    await sql`insert into sys_depart_role_permission (id, depart_id, role_id, permission_id, operate_date, operate_ip)
      select *, ${new Date(ctx.clock.now())}::timestamptz, ${request.ip}::text
      from unnest(${added.map(() => newId())}::text[], ${added.map(() => departId)}::text[],
        ${added.map(() => roleId)}::text[], ${added}::text[])
      on conflict (role_id, permission_id) do nothing`.execute(tx)
    await sql`delete from sys_depart_role_permission
      where role_id = ${roleId} and permission_id = any(${removed}::text[])`.execute(tx)
    await recordAudit(tx, {
      actor,
      content: `部门角色：${String(found['roleName'])} ${grantText(added, removed, codes)}`,
      operateType: 3,
      origin: originOf(request),
      now: ctx.clock.now(),
    })
    const { rows: people } = await sql<{ userId: string }>`
      select user_id from sys_depart_role_user where drole_id = ${roleId}`.execute(tx)
    emit('permissions.changed', { userIds: people.map(({ userId }) => userId) })
  })
}
