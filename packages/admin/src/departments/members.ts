import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '@suoan/platform/context'
import { department } from '@suoan/contract'
import { anybody, dataScope } from '@suoan/platform/resource/scope'
import { inTransaction } from '@suoan/platform/db/transaction'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { fail } from '@suoan/platform/fail'
import { newId } from '@suoan/kit/id'
import { idsOf, originOf, recordAudit, resourceStore } from '@suoan/platform/resource'
import { departsLedBy, ledOnly, mustManage } from './leads.ts'
import { isAdmin, settleCurrentDeparts, unlinkDeparts, watchSight } from '../users/index.ts'

/** Ids of the people of a department that the caller's rules show; nobody where it is not shown. */
export async function membersOf(ctx: Context, actor: Actor, departId: string): Promise<string[]> {
  // Whom a head of a department leads he sees, whatever the page of all departments would show him.
  const leads = (await departsLedBy(ctx.db, actor)).includes(departId)
  const scope = await dataScope(ctx, actor, department, leads ? anybody : 'system:user:list')
  if (!(await resourceStore(department).find(ctx.pool, scope, departId))) return []
  const { rows } = await ctx.pool.query<{ user_id: string }>(
    'select user_id from sys_user_depart where dep_id = $1',
    [departId],
  )
  return rows.map((row) => row.user_id)
}

/** Puts people into a department or takes them out; what they may see changes with their next request. */
export async function changeMembers(
  ctx: Context,
  actor: Actor,
  { depId, userIds }: { readonly depId: string; readonly userIds: string | readonly string[] },
  change: 'add' | 'remove',
  request: FastifyRequest,
): Promise<void> {
  const ids = idsOf(userIds)
  await mustManage(ctx, actor, depId)
  const led = await ledOnly(ctx.db, actor)
  const scope = await dataScope(ctx, actor, department, led === null ? 'system:depart:edit' : anybody)
  await inTransaction(ctx, async (tx, emit) => {
    const [found] = await resourceStore(department).findMany(tx, scope, [depId], { lock: true })
    if (!found) throw fail('REFUSED', { detail: '所选部门不存在，请刷新后重试' })
    // Belonging to a department widens what one sees; nobody does that for himself.
    if (change === 'add' && ids.includes(actor.userId) && !isAdmin(actor))
      throw fail('REFUSED', { detail: '不能把自己加入部门，请联系系统管理员' })
    const { rows: people } = await sql<{ id: string; realname: string; isMember: boolean }>`
      select u.id, coalesce(u.realname, u.username) as realname,
        exists (select 1 from sys_user_depart ud where ud.user_id = u.id and ud.dep_id = ${depId}) as is_member
      from sys_user u where u.id = any(${ids}::text[]) and ${belongsTo('u', actor.tenantId)} and u.del_flag = 0
      order by u.id`.execute(tx)
    if (change === 'add' && people.length < ids.length)
      throw fail('REFUSED', { detail: '所选用户不存在或已删除，请刷新后重试' })
    const moved = people.filter(({ isMember }) => isMember === (change === 'remove'))
    if (change === 'remove' && moved.length === 0)
      throw fail('REFUSED', { detail: '当前选中部门与用户无关联关系!' })
    if (moved.length === 0) return
    const movedIds = moved.map(({ id }) => id)
    const refuseWider = await watchSight(ctx, tx, actor, movedIds)
    if (change === 'remove') await unlinkDeparts(tx, movedIds, [depId])
    else
      await tx
        .insertInto('sysUserDepart')
        .values(movedIds.map((userId) => ({ id: newId(), userId, depId })))
        .onConflict((on) => on.columns(['userId', 'depId']).doNothing())
        .execute()
    await refuseWider()
    await settleCurrentDeparts(tx, movedIds)
    const names = moved.slice(0, 20).map(({ realname }) => realname)
    await recordAudit(tx, {
      actor,
      content: `部门：${String(found['departName'])} ${change === 'add' ? '加入' : '移出'} ${names.join('、')}${moved.length > 20 ? ` 等 ${moved.length} 人` : ''}`,
      operateType: 3,
      origin: originOf(request),
      now: ctx.clock.now(),
    })
    emit('permissions.changed', { userIds: movedIds })
  })
}
