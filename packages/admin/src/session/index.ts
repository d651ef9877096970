import { addressKey } from '@suoan/platform/http/address-key'
import { giveFileCookie, takeFileCookie } from '@suoan/platform/http/file-cookie'
import { fail } from '@suoan/platform/fail'
import { issueTicket } from '@suoan/platform/http/ticket'
import { sessionEndpoints } from '@suoan/contract'
import { answered, type Feature } from '@suoan/platform/http/route'
import { consumeCaptcha, issueCaptcha } from './captcha.ts'
import { loadAllDictItems } from './dict-items.ts'
import { announceEnded, endSession } from './end-sessions.ts'
import { login } from './login.ts'
import { recordLogin } from './login-log.ts'
import { mountSignIn, originOf, visitorOf } from './mount-sign-in.ts'
import { forceLogout, listOnline } from './online.ts'
import { ownPermissionCodes, ownPermissions } from './own-permissions.ts'
import { roleNumberOf } from './role-number.ts'
import { selectDepart } from './select-depart.ts'
import { updatePassword } from './update-password.ts'
import { loadDeparts, loadTenants, loadUserInfo } from './user-info.ts'
import { countVisits, visitsByDay } from './visits.ts'

export { isNameTaken, takenNames } from './account-name.ts'
export { endSessionsOf } from './end-sessions.ts'
export { notifyOwner } from './notify-owner.ts'
export { removeTotp } from './totp.ts'
export { unlockAccount } from './login-guard.ts'
export { oneTimePassword } from './one-time-password.ts'
export { passwordObjection } from './password-policy.ts'
export { isFormerPassword, preparePassword, storePassword, type PreparedPassword } from './set-password.ts'

/** Signing in and out, the own session, the own menu, who is online (4-api.md §2, §3.1, §7.20). */
export const session: Feature = async (mount) => {
  const { ctx, bind } = mount
  await mountSignIn(mount)
  bind(sessionEndpoints.captcha, async ({ input, request }) =>
    answered(await issueCaptcha(ctx, input.key, addressKey(request.ip)), ''),
  )
  bind(sessionEndpoints.checkCaptcha, async ({ input }) => {
    const isRight = await consumeCaptcha(ctx, input.checkKey ?? '', input.captcha ?? '')
    return isRight ? answered(null, '验证成功') : answered(null, '验证码错误', 500, false)
  })
  bind(sessionEndpoints.login, ({ input, ...call }) => login(ctx, input, visitorOf(ctx, call)))
  bind(sessionEndpoints.mobileLogin, ({ input, ...call }) => login(ctx, input, visitorOf(ctx, call)))
  bind(sessionEndpoints.logout, async ({ actor, request, reply }) => {
    const ended = await ctx.db.transaction().execute(async (tx) => {
      await recordLogin(tx, ctx.clock.now(), originOf(request), actor, '退出登录')
      return endSession(tx, actor.sessionId)
    })
    if (ended) announceEnded(ctx, [ended], 'logout')
    takeFileCookie(ctx, reply)
    return answered(null, '退出登录成功！')
  })

  // The two calls with which a page begins, whichever client it is.
  bind(sessionEndpoints.permissions, async ({ actor, ...call }) => {
    await giveFileCookie(ctx, actor, call)
    return ownPermissions(ctx, actor)
  })
  bind(sessionEndpoints.permCodes, ({ actor }) => ownPermissionCodes(ctx, actor))
  bind(sessionEndpoints.userInfo, async ({ actor, ...call }) => {
    await giveFileCookie(ctx, actor, call)
    return {
      userInfo: await loadUserInfo(ctx.db, actor.userId, {
        orgCode: actor.orgCode,
        mustChangePassword: await mustChange(actor.sessionId),
      }),
      sysAllDictItems: await loadAllDictItems(ctx.db),
    }
  })
  bind(sessionEndpoints.sectionInfo, async ({ actor }) => ({
    sysUserId: actor.userId,
    sysUserCode: actor.username,
    sysUserName: actor.realname,
    sysOrgCode: actor.orgCode,
  }))
  bind(sessionEndpoints.departs, async ({ actor }) => ({
    list: await loadDeparts(ctx.db, actor.userId),
    orgCode: actor.orgCode,
  }))
  bind(sessionEndpoints.tenants, async ({ actor }) => {
    const user = await ctx.db
      .selectFrom('sysUser')
      .select('relTenantIds')
      .where('id', '=', actor.userId)
      .executeTakeFirst()
    return { list: await loadTenants(ctx.db, user?.relTenantIds ?? null, ctx.clock.now()) }
  })
  bind(sessionEndpoints.ticket, ({ actor, input: { path }, request }) => {
    const { apiBase } = ctx.config
    // Without its prefix it would open nothing, and nobody would say why.
    if (!path.startsWith(`${apiBase}/`))
      throw fail('REFUSED', { detail: `地址应是接口的完整路径，以 ${apiBase}/ 开头，不含查询参数` })
    return issueTicket(ctx, actor, request, path)
  })
  bind(sessionEndpoints.selectDepart, ({ actor, input }) => selectDepart(ctx, actor, input))
  bind(sessionEndpoints.roleNumber, async ({ actor, input }) =>
    answered(await roleNumberOf(ctx, actor, input.username), ''),
  )
  bind(sessionEndpoints.updatePassword, ({ actor, input, request }) =>
    updatePassword(ctx, actor, input, originOf(request)),
  )

  bind(sessionEndpoints.onlineList, ({ actor, input }) => listOnline(ctx, actor, input))
  bind(sessionEndpoints.forceLogout, ({ actor, input, request }) =>
    forceLogout(ctx, actor, input.token, request.ip),
  )
  bind(sessionEndpoints.loginInfo, async ({ actor }) =>
    answered(await countVisits(ctx, actor.tenantId), '登录成功'),
  )
  bind(sessionEndpoints.visitInfo, ({ actor }) => visitsByDay(ctx, actor.tenantId))

  async function mustChange(sessionId: string): Promise<boolean> {
    const row = await ctx.db
      .selectFrom('sysSession')
      .select('mustChangePassword')
      .where('id', '=', sessionId)
      .executeTakeFirst()
    return row?.mustChangePassword ?? false
  }
}
