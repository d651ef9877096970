import { user, userEndpoints } from '@suoan/contract'
import { and, contains, everything, isIn } from '@suoan/kit/filter'
import { belongsToText } from '@suoan/platform/db/belongs-to'
import { fail } from '@suoan/platform/fail'
import { closedSignal } from '@suoan/platform/http/closed-signal'
import { perMinute } from '@suoan/platform/http/rate-limit'
import { answered, type Feature } from '@suoan/platform/http/route'
import {
  compile,
  editRow,
  engineOf,
  mountResource,
  resourceStore,
  type MountedResource,
} from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'
import { addressKey } from '@suoan/platform/http/address-key'
import { addUser } from './add-user.ts'
import { bindClientCalls } from './calls-of-clients.ts'
import { changePassword } from './change-password.ts'
import { rolesHeld } from './powers.ts'
import { setStatus } from './freeze-users.ts'
import { userHooks } from './hooks.ts'
import { findUsers, membersOfRole, multiUsers, mustSee, pageUsers, pickUsers, usersByIds } from './look-up.ts'
import { usersByNames } from './users-by-names.ts'
import { resetTotp } from './reset-totp.ts'
import { listBin, purgeUsers, restoreUsers } from './recycle-bin.ts'
import { changeMembers } from './role-members.ts'

export { mentionedIn } from './in-use.ts'
export { ADMIN_ROLE, isAdmin, platformRoles, posts, refuseBeyondOwn, refuseStrongerRoles } from './powers.ts'
export { refuseBoundPages, refuseWiderOwn, watchSight } from './sight.ts'
export { departsLedBy, managesAllDeparts } from './leads.ts'
export { replacePassword } from './change-password.ts'
export { userHooks } from './hooks.ts'
export { linkRoles } from './links.ts'
export { settleCurrentDeparts, unlinkDeparts } from './links.ts'
export { findUsers, mustSee, pageUsers } from './look-up.ts'

/** Users, their roles and departments, their passwords, the recycle bin (4-api.md §7.1). */
export const users: Feature = (mount) => {
  const { ctx, bind } = mount
  const mounted: MountedResource = {
    ctx,
    resource: user,
    compiled: compile(user),
    store: resourceStore(user),
    hooks: userHooks,
  }
  // Adding makes a password too, so it has a call of its own.
  mountResource(mount, { ...user, verbs: user.verbs.filter((verb) => verb !== 'add') }, userHooks)
  // A face is shown beside the name wherever colleagues are named: to who works in a tenant of the person.
  engineOf(ctx).fileReaders.on(user, {
    mayRead: async (_, actor, ids) => {
      const { rows } = await ctx.pool.query(
        `select 1 from sys_user u where u.id = any($1::text[]) and u.del_flag = 0 and ${belongsToText('u', '$2')} limit 1`,
        [ids, String(actor.tenantId)],
      )
      if (rows.length > 0) return true
      const scope = await dataScope(ctx, actor, user)
      return (await mounted.store.findMany(ctx.pool, scope, ids)).length > 0
    },
  })
  bind(userEndpoints.add, ({ input, actor, request }) => addUser(mounted, actor, input, request))

  bind(userEndpoints.editDeparts, ({ input, request }) => editRow(mounted, request, input))
  bind(userEndpoints.editByUserId, ({ input, request }) => {
    if (input.id && input.id !== input.userId)
      throw fail('BAD_INPUT', { detail: '用户编号不能更改：日志和工作票按编号认人，请新增用户并停用原用户' })
    return editRow(mounted, request, { ...input, id: input.userId })
  })
  bind(userEndpoints.freeze, async ({ input, actor, request }) => {
    const named = await setStatus(ctx, actor, input, request)
    return answered(null, `操作成功!${named}`)
  })
  bind(userEndpoints.changePassword, ({ input, actor, request }) =>
    changePassword(ctx, actor, input, request),
  )
  bind(userEndpoints.resetTotp, ({ input, actor, request }) => resetTotp(ctx, actor, input.username, request))
  // Nothing is looked up for whoever is not signed in, so that words and time are one for every name (security.md V15).
  const limit = perMinute(60)
  bind(userEndpoints.isFree, async ({ input, actor, request }) => {
    if (actor.userId === '') {
      limit(addressKey(request.ip), ctx.clock.now())
      return answered(true, '')
    }
    if (!actor.permissions.has('system:user:add') && !actor.permissions.has('system:user:edit'))
      throw fail('FORBIDDEN')
    const { rows } = await ctx.pool.query(
      `select 1 from sys_user where (username = $1 or phone = $2 or email = $3) and id <> $4 limit 1`,
      [input.username || null, input.phone || null, input.email || null, input.id ?? ''],
    )
    return rows.length === 0 ? answered(true, '') : answered(false, '用户账号已存在', 500, false)
  })

  bindClientCalls(ctx, bind)

  bind(userEndpoints.rolesOf, async ({ input, actor }) => {
    await mustSee(ctx, actor, input.userid)
    const ids = (await rolesHeld(ctx.pool, actor, input.userid)).map(({ id }) => id)
    return ids.length > 0 ? answered(ids, '') : answered(ids, '未找到用户相关角色信息', 500, false)
  })
  bind(userEndpoints.departsOf, async ({ input, actor }) => {
    await mustSee(ctx, actor, input.userId)
    const { rows } = await ctx.pool.query<{ id: string; depart_name: string }>(
      `select d.id, d.depart_name from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
       where ud.user_id = $1 and d.tenant_id = $2 order by d.org_code collate "C"`,
      [input.userId, actor.tenantId],
    )
    const departs = rows.map((row) => ({ key: row.id, value: row.id, title: row.depart_name }))
    return departs.length > 0 ? answered(departs, '查找成功') : answered(departs, '查找失败', 500, false)
  })
  bind(userEndpoints.ofDepart, async ({ input, actor }) => {
    const { rows } = await ctx.pool.query<{ user_id: string }>(
      `select ud.user_id from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
       where d.id = $1 and d.tenant_id = $2`,
      [input.id, actor.tenantId],
    )
    const members = isIn(
      'id',
      rows.map((row) => row.user_id),
    )
    const { realname } = input
    return await findUsers(ctx, actor, and(members, realname ? contains('realname', realname) : everything))
  })
  bind(userEndpoints.pick, ({ input, actor, reply }) => pickUsers(ctx, actor, input, closedSignal(reply)))
  bind(userEndpoints.byNames, ({ input, actor }) => usersByNames(ctx, actor, input.names))
  bind(userEndpoints.byIds, ({ input, actor }) => usersByIds(ctx, actor, input.userIds))
  bind(userEndpoints.many, async ({ input, actor, reply }) => {
    const rows = await multiUsers(ctx, actor, input)
    await reply.send(rows)
    return rows
  })

  bind(userEndpoints.ofRole, async ({ input, actor, reply }) => {
    const { roleId, ...params } = input
    return await pageUsers(
      ctx,
      actor,
      params,
      isIn('id', await membersOfRole(ctx, actor, roleId)),
      closedSignal(reply),
    )
  })
  bind(userEndpoints.addToRole, async ({ input, actor, request }) => {
    await changeMembers(ctx, actor, { roleId: input.roleId, userIds: input.userIdList }, 'add', request)
    return answered(null, '添加成功!')
  })
  bind(userEndpoints.removeFromRole, async ({ input, actor, request }) => {
    const membership = { roleId: input.roleId, userIds: [input.userId] }
    return answered(null, `删除成功!${await changeMembers(ctx, actor, membership, 'remove', request)}`)
  })
  bind(userEndpoints.removeManyFromRole, async ({ input, actor, request }) => {
    return answered(null, `删除成功!${await changeMembers(ctx, actor, input, 'remove', request)}`)
  })

  bind(userEndpoints.bin, ({ actor }) => listBin(ctx, actor))
  bind(userEndpoints.restore, async ({ input, actor, request }) => {
    await restoreUsers(ctx, actor, input.userIds, request)
    return answered(null, '还原成功')
  })
  bind(userEndpoints.purge, async ({ input, actor, request }) => {
    await purgeUsers(ctx, actor, input.userIds, request)
    return answered(null, '删除成功')
  })
}
