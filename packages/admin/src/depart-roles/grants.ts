import { department, departRole, type PermissionTree } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { dataScope, scopeFor } from '@suoan/platform/resource/scope'
import { fail, failUnseen } from '@suoan/platform/fail'
import { resourceStore } from '@suoan/platform/resource'
import { changeGrants, grantedIds, type GrantHolder, type TickedGrants } from '../permissions/index.ts'
import { permissionTree } from '../roles/index.ts'

const departs = resourceStore(department)
const roles = resourceStore(departRole)
const holder: GrantHolder = { resource: departRole, table: 'sys_depart_role_permission', column: 'role_id' }

/** The menus and buttons that the roles of a department may be given, as a tree (4-api.md §7.5). */
export async function treeForDepart(ctx: Context, actor: Actor, departId: string): Promise<PermissionTree> {
  const scope = await dataScope(ctx, actor, department, 'system:departRole:list')
  if (!(await departs.find(ctx.pool, scope, departId))) throw failUnseen(department.table, [departId])
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
export function grantsOf(ctx: Context, actor: Actor, roleId: string): Promise<string[]> {
  return grantedIds(ctx, actor, holder, roleId)
}

/** Saves what was ticked for a department role (4-api.md §3.7); it gets nothing that its department does not hold. */
export async function saveGrants(
  ctx: Context,
  actor: Actor,
  input: TickedGrants & { readonly roleId: string },
  request: FastifyRequest,
): Promise<string> {
  const { roleId } = input
  const [scope, departScope] = [
    await scopeFor(ctx, actor, departRole, 'edit'),
    await dataScope(ctx, actor, department, 'system:departRole:edit'),
  ]
  return changeGrants(
    ctx,
    actor,
    {
      holder,
      id: roleId,
      ticks: input,
      async lock(tx) {
        // The department first, as when it loses something itself; a role never changes its department.
        const departId = String((await roles.find(tx, scope, roleId))?.['departId'] ?? '')
        const [depart] = await departs.findMany(tx, departScope, [departId], { lock: true })
        const [found] = await roles.findMany(tx, scope, [roleId], { lock: true })
        if (!depart || !found) return undefined
        return {
          name: `部门角色：${String(found['roleName'])}`,
          departId,
          departName: String(depart['departName']),
        }
      },
      async add(tx, added, depart) {
        await refuseBeyondDepart(tx, depart, added)
        await sql`insert into sys_depart_role_permission (id, depart_id, role_id, permission_id, operate_date, operate_ip)
          select id, ${depart.departId}::text, ${roleId}::text, permission_id, ${new Date(ctx.clock.now())}::timestamptz,
            ${request.ip}::text
          from unnest(${added.map(() => newId())}::text[], ${added}::text[]) as given (id, permission_id)
          on conflict (role_id, permission_id) do nothing`.execute(tx)
      },
      async people(tx) {
        const { rows } = await sql<{ userId: string }>`
          select user_id from sys_depart_role_user where drole_id = ${roleId}`.execute(tx)
        return rows.map(({ userId }) => userId)
      },
    },
    request,
  )
}

async function refuseBeyondDepart(
  tx: Tx,
  { departId, departName }: { readonly departId: string; readonly departName: string },
  added: readonly string[],
): Promise<void> {
  const { rows: beyond } = await sql<{ name: string }>`
    select p.name from sys_permission p where p.id = any(${added}::text[]) and not exists (
      select 1 from sys_depart_permission dp where dp.depart_id = ${departId} and dp.permission_id = p.id)
    order by p.sort_no, p.id`.execute(tx)
  if (beyond.length === 0) return
  const names = beyond.slice(0, 3).map(({ name }) => name)
  throw fail('REFUSED', {
    detail: `部门“${departName}”没有权限 ${names.join('、')}${beyond.length > 3 ? ` 等 ${beyond.length} 项` : ''}，请先在部门权限中勾选`,
  })
}
