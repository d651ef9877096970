import { departRole, type DepartRoleLink } from '@suoan/contract'
import { eq } from '@suoan/kit/filter'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { scopeFor } from '@suoan/platform/resource/scope'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { originOf, present, recordAudit, resourceStore, type RowRecord } from '@suoan/platform/resource'
import { grantableCodes, ticksChanged } from '../permissions/index.ts'
import { isAdmin, mentionedIn, watchSight } from '../users/index.ts'

const roles = resourceStore(departRole)

/** The roles of a department. */
export async function rolesOfDepart(
  ctx: Context,
  actor: Actor,
  departId: string,
): Promise<(RowRecord & { id: string; roleName: string | null })[]> {
  const rows = await roles.list(ctx.pool, await scopeFor(ctx, actor, departRole), eq('departId', departId))
  await present(ctx, departRole, actor, rows)
  return rows.map((row) => ({ ...row, id: String(row['id']), roleName: String(row['roleName'] ?? '') }))
}

/** Which roles of a department a user has. */
export async function linksOfUser(
  ctx: Context,
  actor: Actor,
  { userId, departId }: { readonly userId: string; readonly departId: string },
): Promise<DepartRoleLink[]> {
  const shown = await roles.list(ctx.pool, await scopeFor(ctx, actor, departRole), eq('departId', departId))
  const { rows } = await ctx.pool.query<DepartRoleLink>(
    `select id, user_id as "userId", drole_id as "droleId" from sys_depart_role_user
     where user_id = $1 and drole_id = any($2::text[]) order by drole_id`,
    [userId, shown.map((row) => String(row['id']))],
  )
  return rows
}

/**
 * Gives a user department roles and takes them, by the difference of what was shown and what is ticked (4-api.md §7.5).
 * Only people of the department have its roles; nobody gives or takes what he does not hold, nor his own. Answers what
 * still relies on him whose roles were taken.
 */
export async function assignRoles(
  ctx: Context,
  actor: Actor,
  input: {
    readonly userId: string
    readonly newRoleId: string | readonly string[]
    readonly oldRoleId: string | readonly string[]
  },
  request: FastifyRequest,
): Promise<string> {
  const { userId } = input
  const { added, removed } = ticksChanged(input.newRoleId, input.oldRoleId)
  const scope = await scopeFor(ctx, actor, departRole, 'edit')
  return inTransaction(ctx, async (tx, emit) => {
    const { rows: people } = await sql<{ realname: string }>`
      select coalesce(realname, username) as realname from sys_user
      where id = ${userId} and tenant_id = ${actor.tenantId} and del_flag = 0`.execute(tx)
    const [person] = people
    if (!person) throw fail('REFUSED', { detail: '所选用户不存在或已删除，请刷新后重试' })
    if (added.length === 0 && removed.length === 0) return ''
    // Locked, so that none is given more or removed between the check and the link.
    const found = await roles.findMany(tx, scope, [...added, ...removed], { lock: true })
    const known = new Map(found.map((row) => [String(row['id']), row]))
    if (added.some((id) => !known.has(id)))
      throw fail('BAD_INPUT', { detail: '所选部门角色不存在，请刷新后重新选择' })
    // A role may bring a data rule; whoever took one from himself would see more.
    if (userId === actor.userId && !isAdmin(actor))
      throw fail('REFUSED', { detail: '不能给自己分配或取消部门角色，请联系系统管理员' })
    await refuseStrangers(tx, { userId, realname: person.realname }, added)
    const taken = removed.filter((id) => known.has(id))
    const { rows: held } = await sql<{ id: string }>`
      select distinct permission_id as id from sys_depart_role_permission
      where role_id = any(${[...added, ...taken]}::text[])`.execute(tx)
    await grantableCodes(
      tx,
      actor,
      [],
      held.map(({ id }) => id),
    )
    const refuseWider = await watchSight(ctx, tx, actor, [userId])
    await sql`insert into sys_depart_role_user (id, user_id, drole_id)
      select * from unnest(${added.map(() => newId())}::text[], ${added.map(() => userId)}::text[], ${added}::text[])
      on conflict (user_id, drole_id) do nothing`.execute(tx)
    await sql`delete from sys_depart_role_user
      where user_id = ${userId} and drole_id = any(${taken}::text[])`.execute(tx)
    await refuseWider()
    const named = (ids: readonly string[]) =>
      ids.map((id) => String(known.get(id)?.['roleName'])).join('、') || '无'
    await recordAudit(tx, {
      actor,
      content: `用户：${person.realname} 的部门角色增加 ${named(added)}，取消 ${named(taken)}`,
      operateType: 3,
      origin: originOf(request),
      now: ctx.clock.now(),
    })
    emit('permissions.changed', { userIds: [userId] })
    return taken.length === 0 ? '' : mentionedIn(ctx, tx, actor.tenantId, [userId])
  })
}

/** Refuses roles of departments that the user does not belong to. */
async function refuseStrangers(
  tx: Tx,
  { userId, realname }: { readonly userId: string; readonly realname: string },
  roleIds: readonly string[],
): Promise<void> {
  // The shared lock keeps him in his departments until his roles are stored: who leaves one loses its roles.
  await sql`select 1 from sys_user_depart where user_id = ${userId} order by id for share`.execute(tx)
  const { rows } = await sql<{ departName: string }>`
    select distinct d.depart_name from sys_depart_role r join sys_depart d on d.id = r.depart_id
    where r.id = any(${[...roleIds]}::text[]) and not exists (
      select 1 from sys_user_depart ud where ud.user_id = ${userId} and ud.dep_id = r.depart_id)
    order by d.depart_name`.execute(tx)
  if (rows.length === 0) return
  const departs = rows.map(({ departName }) => `“${departName}”`).join('、')
  throw fail('REFUSED', { detail: `“${realname}”不属于部门${departs}，请先将其加入部门` })
}
