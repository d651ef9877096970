import { role } from '@suoan/contract'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { dataScope, systemScope, type Scope } from '@suoan/platform/resource/scope'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { idsOf, originOf, recordAudit, resourceStore } from '@suoan/platform/resource'
import { mentionedIn } from './in-use.ts'
import { linkRoles, unlinkRoles } from './links.ts'
import {
  ADMIN_ROLE,
  platformRoles,
  refuseForOtherTenants,
  refuseLastAdmin,
  refuseStrongerRoles,
} from './powers.ts'
import { watchSight } from './sight.ts'

export interface Membership {
  readonly roleId: string
  readonly userIds: string | readonly string[]
}

/** Puts people into a role or takes them out; effective with their next request. Answers what still relies on those taken out. */
export async function changeMembers(
  ctx: Context,
  actor: Actor,
  { roleId, userIds }: Membership,
  change: 'add' | 'remove',
  request: FastifyRequest,
): Promise<string> {
  const ids = idsOf(userIds)
  const scope = await dataScope(ctx, actor, role, 'system:role:edit')
  return inTransaction(ctx, async (tx, emit) => {
    const [found] = await resourceStore(role).findMany(
      tx,
      await scopeOf(tx, actor, scope, roleId),
      [roleId],
      {
        lock: true,
      },
    )
    if (!found) throw fail('REFUSED', { detail: '所选角色不存在，请刷新后重试' })
    const { rows: people } = await sql<{ id: string; realname: string }>`
      select id, coalesce(realname, username) as realname from sys_user
      where id = any(${ids}::text[]) and tenant_id = ${actor.tenantId} and del_flag = 0 order by id`.execute(
      tx,
    )
    if (people.length < ids.length && change === 'add')
      throw fail('REFUSED', { detail: '所选用户不存在或已删除，请刷新后重试' })
    if (people.length === 0) throw failUnseen('sys_user', ids)
    const known = people.map(({ id }) => id)
    await refuseStrongerRoles(tx, actor, [roleId])
    for (const { id, realname } of people)
      await refuseForOtherTenants(tx, actor, { id, label: realname }, [roleId])
    const refuseWider = await watchSight(ctx, tx, actor, known)
    if (change === 'add') await linkRoles(tx, known, [roleId])
    else {
      if (found['roleCode'] === ADMIN_ROLE) await refuseLastAdmin(tx, known)
      await unlinkRoles(tx, known, [roleId])
    }
    await refuseWider()
    const names = people.slice(0, 20).map(({ realname }) => realname)
    await recordAudit(tx, {
      actor,
      content: `角色：${String(found['roleName'])} ${change === 'add' ? '加入' : '移出'} ${names.join('、')}${people.length > 20 ? ` 等 ${people.length} 人` : ''}`,
      operateType: 3,
      origin: originOf(request),
      now: ctx.clock.now(),
    })
    emit('permissions.changed', { userIds: known })
    return change === 'remove' ? mentionedIn(ctx, tx, actor.tenantId, known) : ''
  })
}

/** Where a role is found: in the caller's reach, or on the platform when it is one that may be given in his tenant. */
async function scopeOf(tx: Tx, actor: Actor, own: Scope, roleId: string): Promise<Scope> {
  const isShared = (await platformRoles(tx, actor)).some(({ id }) => id === roleId)
  return isShared ? systemScope(0) : own
}
