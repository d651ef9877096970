import { masked } from '@suoan/kit/mask'
import type { SignInAnswer } from '@suoan/contract'
import type { Context } from '@suoan/platform/context'
import { answered, type Answered } from '@suoan/platform/http/route'
import { findAccount, isInUse } from './account.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { addressKey } from '@suoan/platform/http/address-key'
import { recordLogin } from './login-log.ts'
import { refused } from './open-session.ts'
import type { Origin } from './origin.ts'
import { checkCode, requestCode, spendCode, type CodePurpose } from './sms-code.ts'

const purposes = { '0': 'login', '1': 'register', '2': 'reset' } as const satisfies Record<
  string,
  CodePurpose
>

/**
 * Sends a code for signing in, registering or a forgotten password (4-api.md §2.5). The answer is the same for a known,
 * an unknown and a frozen number (security.md V15); the owner of a known one is told that somebody tried to register it.
 */
export async function sendCode(
  ctx: Context,
  asked: { readonly mobile: string; readonly smsmode: keyof typeof purposes },
  ip: string,
): Promise<Answered<null>> {
  const purpose = purposes[asked.smsmode]
  if (purpose === 'register' && !ctx.config.selfRegistration)
    return refused('系统未开放自助注册，请联系管理员开通账号')
  const owner = await findAccount(ctx, { phone: asked.mobile })
  const objection = await requestCode(ctx, {
    phone: asked.mobile,
    purpose,
    address: addressKey(ip),
    askedBy: null,
    isMeant: purpose === 'register' ? owner === undefined : isInUse(owner),
    ...(purpose === 'register'
      ? { instead: '【锁安】您的手机号已经注册，请直接登录；如非本人操作，请忽略。' }
      : {}),
  })
  return objection === undefined ? answered(null, '') : refused(objection)
}

/** Signs in by a code sent to the person's number. */
export async function phoneLogin(
  ctx: Context,
  given: { readonly mobile: string; readonly captcha: string },
  origin: Origin,
): Promise<Answered<SignInAnswer>> {
  const code = await checkCode(ctx, {
    phone: given.mobile,
    purpose: 'login',
    code: given.captcha,
    address: addressKey(origin.ip),
  })
  if ('objection' in code) {
    await recordLogin(
      ctx.db,
      ctx.clock.now(),
      origin,
      { username: masked('phone', given.mobile), realname: null, tenantId: 0 },
      `登录失败：${code.objection}`,
    )
    return refused(code.objection)
  }
  const account = await findAccount(ctx, { phone: given.mobile })
  // Used up here, not with the session: a second step may still follow, and the code has proved what it can.
  const isFirst = await ctx.db.transaction().execute((tx) => spendCode(tx, code))
  if (!account || !isFirst) return refused('手机验证码错误')
  return finishSignIn(ctx, account, origin, 'phone', async () => true)
}
