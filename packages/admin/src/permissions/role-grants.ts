import { role } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '@suoan/platform/context'
import { scopeFor } from '@suoan/platform/resource/scope'
import { fail } from '@suoan/platform/fail'
import { resourceStore } from '@suoan/platform/resource'
import { ADMIN_ROLE } from '../users/index.ts'
import { changeGrants, grantedIds, type GrantHolder, type TickedGrants } from './ticked-grants.ts'

const holder: GrantHolder = { resource: role, table: 'sys_role_permission', column: 'role_id' }

/** Ids of the menus and buttons of a role in the caller's tenant. */
export function grantsOf(ctx: Context, actor: Actor, roleId: string): Promise<string[]> {
  return grantedIds(ctx, actor, holder, roleId)
}

/** Saves what was ticked for a role (4-api.md §3.7); the administrator role keeps everything. Answers as `changeGrants`. */
export async function saveGrants(
  ctx: Context,
  actor: Actor,
  input: TickedGrants & { readonly roleId: string },
  request: FastifyRequest,
): Promise<string> {
  const { roleId } = input
  const scope = await scopeFor(ctx, actor, role, 'edit')
  return changeGrants(
    ctx,
    actor,
    {
      holder,
      id: roleId,
      ticks: input,
      async lock(tx, { removed }) {
        const [found] = await resourceStore(role).findMany(tx, scope, [roleId], { lock: true })
        if (found?.['roleCode'] === ADMIN_ROLE && removed.length > 0)
          throw fail('REFUSED', { detail: '系统管理员角色须保留全部权限，不能取消' })
        return found && { name: `角色：${String(found['roleName'])}` }
      },
      async add(tx, added) {
        await sql`insert into sys_role_permission (id, role_id, permission_id, operate_date, operate_ip)
          select id, ${roleId}::text, permission_id, ${new Date(ctx.clock.now())}::timestamptz, ${request.ip}::text
          from unnest(${added.map(() => newId())}::text[], ${added}::text[]) as given (id, permission_id)
          on conflict (role_id, permission_id) do nothing`.execute(tx)
      },
      async people(tx) {
        const { rows } = await sql<{ userId: string }>`
          select user_id from sys_user_role where role_id = ${roleId}`.execute(tx)
        return rows.map(({ userId }) => userId)
      },
    },
    request,
  )
}
