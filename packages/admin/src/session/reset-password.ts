import type { Context } from '@suoan/platform/context'
import { answered, type Answered } from '@suoan/platform/http/route'
import { findAccount, isInUse, loggedAs } from './account.ts'
import { announceEnded, endSessionsOf } from './end-sessions.ts'
import { addressKey } from '@suoan/platform/http/address-key'
import { unlockAccount } from './login-guard.ts'
import { recordLogin } from './login-log.ts'
import { refused } from './open-session.ts'
import type { Origin } from './origin.ts'
import { passwordObjection } from './password-policy.ts'
import { isFormerPassword, preparePassword, storePassword } from './set-password.ts'
import { checkCode, spendCode } from './sms-code.ts'
import { notifyOwner } from './notify-owner.ts'
import { issueChallenge, takeChallenge, tryChallenge } from './sign-in-challenges.ts'

const LOST = '短信验证码失效！请返回上一步重新验证手机'

/**
 * First step of a forgotten password: the code proves the number, and the answer holds the person's name and, in
 * `smscode`, a challenge bound to person, number and purpose that works once within ten minutes (security.md V13).
 */
export async function verifyPhone(
  ctx: Context,
  given: { readonly phone: string; readonly smscode: string },
  ip: string,
): Promise<Answered<{ smscode: string; username: string } | null>> {
  const code = await checkCode(ctx, {
    phone: given.phone,
    purpose: 'reset',
    code: given.smscode,
    address: addressKey(ip),
  })
  if ('objection' in code) return refused(code.objection)
  const account = await findAccount(ctx, { phone: given.phone })
  if (!isInUse(account)) return refused('手机验证码错误')
  const challenge = await ctx.db.transaction().execute(async (tx) => {
    if (!(await spendCode(tx, code))) return undefined
    return issueChallenge(tx, ctx, 'reset', { userId: account.id, data: { phone: given.phone } })
  })
  return challenge
    ? answered({ smscode: challenge, username: account.username }, '')
    : refused('手机验证码错误')
}

/**
 * Second step: the new password. Whose it is says the challenge, not the request; name and number of the request must agree
 * with it. Ends every session; dynamic codes are still asked for at the next login.
 */
export async function resetPassword(
  ctx: Context,
  given: {
    readonly username: string
    readonly password: string
    readonly smscode: string
    readonly phone: string
  },
  origin: Origin,
): Promise<Answered<null>> {
  const held = await tryChallenge(ctx, 'reset', given.smscode)
  const account = held?.userId ? await findAccount(ctx, { id: held.userId }) : undefined
  if (!held || !isInUse(account)) return refused(LOST)
  if (
    account.username !== given.username ||
    held.data['phone'] !== given.phone ||
    account.phone !== given.phone
  )
    return refused('短信验证码不匹配！')
  const objection = passwordObjection(given.password, account.username)
  if (objection !== undefined) return refused(objection)
  if (await isFormerPassword(ctx, account.id, given.password))
    return refused('新密码不能与最近 5 次用过的密码相同，请更换')
  const prepared = await preparePassword(given.password, false)
  const ended = await ctx.db.transaction().execute(async (tx) => {
    if (!(await takeChallenge(tx, ctx, 'reset', given.smscode))) return undefined
    const now = ctx.clock.now()
    await storePassword(tx, account.id, prepared, now)
    await unlockAccount(tx, account.username)
    await recordLogin(tx, now, origin, loggedAs(account), '凭短信验证码重置密码')
    return endSessionsOf(tx, [account.id])
  })
  if (!ended) return refused(LOST)
  announceEnded(ctx, ended, 'password')
  await notifyOwner(ctx, account.id, '重置了登录密码')
  return answered(null, '密码重置完成！')
}
