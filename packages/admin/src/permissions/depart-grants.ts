import { department } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '@suoan/platform/context'
import { scopeFor } from '@suoan/platform/resource/scope'
import { resourceStore } from '@suoan/platform/resource'
import { changeGrants, grantedIds, type GrantHolder, type TickedGrants } from './ticked-grants.ts'

const holder: GrantHolder = { resource: department, table: 'sys_depart_permission', column: 'depart_id' }

/** Ids of the menus and buttons that the roles of a department may be given (4-api.md §3.7, §7.5). */
export function grantsOfDepart(ctx: Context, actor: Actor, departId: string): Promise<string[]> {
  return grantedIds(ctx, actor, holder, departId)
}

/**
 * Saves what was ticked for a department (4-api.md §3.7). What a department loses its own roles lose too, and no other
 * department's; their people feel it with the next request.
 */
export async function saveDepartGrants(
  ctx: Context,
  actor: Actor,
  input: TickedGrants & { readonly departId: string },
  request: FastifyRequest,
): Promise<string> {
  const { departId } = input
  const scope = await scopeFor(ctx, actor, department, 'edit')
  return changeGrants(
    ctx,
    actor,
    {
      holder,
      id: departId,
      ticks: input,
      async lock(tx) {
        // The lock keeps a role of the department from being given meanwhile what the department loses here.
        const [found] = await resourceStore(department).findMany(tx, scope, [departId], { lock: true })
        return found && { name: `部门：${String(found['departName'])}` }
      },
      async add(tx, added) {
        await sql`insert into sys_depart_permission (id, depart_id, permission_id)
          select id, ${departId}::text, permission_id
          from unnest(${added.map(() => newId())}::text[], ${added}::text[]) as given (id, permission_id)
          on conflict (depart_id, permission_id) do nothing`.execute(tx)
      },
      async people(tx) {
        const { rows } = await sql<{ userId: string }>`
          select distinct u.user_id from sys_depart_role_user u join sys_depart_role r on r.id = u.drole_id
          where r.depart_id = ${departId}`.execute(tx)
        return rows.map(({ userId }) => userId)
      },
      async follow(tx, removed) {
        const { rows: lost } = await sql<{ roleName: string }>`
          with gone as (
            delete from sys_depart_role_permission rp using sys_depart_role r
            where r.id = rp.role_id and r.depart_id = ${departId} and rp.permission_id = any(${removed}::text[])
            returning r.id, r.role_name
          )
          select role_name from gone group by id, role_name order by role_name`.execute(tx)
        const names = lost.map(({ roleName }) => roleName)
        const shown = `${names.slice(0, 20).join('、')}${names.length > 20 ? ' 等' : ''}`
        return names.length === 0 ? '' : `，部门角色 ${shown} 随之取消`
      },
    },
    request,
  )
}
