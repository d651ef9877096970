import { department } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '../../context.ts'
import { scopeFor } from '../../db/scope.ts'
import { inTransaction } from '../../db/transaction.ts'
import { fail } from '../../http/fail.ts'
import { originOf, recordAudit, resourceStore } from '../../resource/index.ts'
import { ticksChanged, grantText, grantableCodes, type TickedGrants } from './save-grants.ts'

/** Ids of the menus and buttons that the roles of a department may be given (4-api.md §3.7, §7.5). */
export async function grantsOfDepart(ctx: Context, actor: Actor, departId: string): Promise<string[]> {
  const scope = await scopeFor(ctx, actor, department)
  if (!(await resourceStore(department).find(ctx.pool, scope, departId))) throw fail('NOT_FOUND')
  const { rows } = await ctx.pool.query<{ permission_id: string }>(
    `select dp.permission_id from sys_depart_permission dp join sys_permission p on p.id = dp.permission_id
     where dp.depart_id = $1 and p.del_flag = 0 order by dp.permission_id`,
    [departId],
  )
  return rows.map((row) => row.permission_id)
}

/**
 * Applies the difference by the rules of roles (4-api.md §3.7): nobody gives or takes a permission that he does not hold.
 * What a department loses its own roles lose too, and no other department's; their people feel it with the next request.
 */
export async function saveDepartGrants(
  ctx: Context,
  actor: Actor,
  input: TickedGrants & { readonly departId: string },
  request: FastifyRequest,
): Promise<void> {
  const { departId } = input
  const { added, removed } = ticksChanged(input.permissionIds, input.lastpermissionIds)
  const scope = await scopeFor(ctx, actor, department, 'edit')
  await inTransaction(ctx, async (tx, emit) => {
    // The lock keeps a role of the department from being given meanwhile what the department loses here.
    const [found] = await resourceStore(department).findMany(tx, scope, [departId], { lock: true })
    if (!found) throw fail('NOT_FOUND')
    if (added.length === 0 && removed.length === 0) return
    const codes = await grantableCodes(tx, actor, added, removed)
    await sql`insert into sys_depart_permission (id, depart_id, permission_id)
      select * from unnest(${added.map(() => newId())}::text[], ${added.map(() => departId)}::text[],
        ${added}::text[])
      on conflict (depart_id, permission_id) do nothing`.execute(tx)
    await sql`delete from sys_depart_permission
      where depart_id = ${departId} and permission_id = any(${removed}::text[])`.execute(tx)
    const { rows: lost } = await sql<{ roleName: string; userIds: string[] }>`
      with gone as (
        delete from sys_depart_role_permission rp using sys_depart_role r
        where r.id = rp.role_id and r.depart_id = ${departId} and rp.permission_id = any(${removed}::text[])
        returning r.id, r.role_name
      )
      select role_name, array(select u.user_id from sys_depart_role_user u where u.drole_id = gone.id) as user_ids
      from gone group by id, role_name order by role_name`.execute(tx)
    const roleNames = lost.map(({ roleName }) => roleName)
    await recordAudit(tx, {
      actor,
      content: `部门：${String(found['departName'])} ${grantText(added, removed, codes)}${roleNames.length === 0 ? '' : `，部门角色 ${roleNames.slice(0, 20).join('、')}${roleNames.length > 20 ? ' 等' : ''} 随之取消`}`,
      operateType: 3,
      origin: originOf(request),
      now: ctx.clock.now(),
    })
    emit('permissions.changed', { userIds: [...new Set(lost.flatMap(({ userIds }) => userIds))] })
  })
}
