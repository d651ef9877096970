import type { SignInAnswer } from '@suoan/contract'
import { masked } from '@suoan/kit/mask'
import type { Context, Tx } from '@suoan/platform/context'
import type { Answered } from '@suoan/platform/http/route'
import { findAccount, tenantOf, type Account } from './account.ts'
import { consumeCaptcha } from './captcha.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { addressKey } from '@suoan/platform/http/address-key'
import {
  beginSignIn,
  dropAttempt,
  isFlooding,
  settleRight,
  settleWrong,
  type Attempt,
  type Pause,
} from './login-guard.ts'
import { recordLogin } from './login-log.ts'
import { refused } from './open-session.ts'
import { placeOf, type Origin } from './origin.ts'
import { hashPassword, isPassword, needsRehash } from './password.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly captcha?: string | undefined
  readonly checkKey?: string | undefined
}

/**
 * Signs in (4-api.md §2.2, §2.3). The order matters: captcha, lock-out, password, and only then what the account is,
 * so that nobody learns from the answer or its time whether an account exists (security.md V14, V15).
 */
export async function login(
  ctx: Context,
  credentials: Credentials,
  origin: Origin,
): Promise<Answered<SignInAnswer>> {
  const captcha = await checkCaptchaPolicy(ctx, credentials, addressKey(origin.ip))
  if (captcha) return captcha
  const username = credentials.username.trim()
  if (username === '' || credentials.password === '') return refused('请输入用户名和密码')
  const attempt = await beginSignIn(ctx, username, placeOf(origin))
  if (attempt === 'busy') return refused('登录请求过多，请稍后再试')
  if ('wait' in attempt) return refused(pauseText(attempt))

  const account = await findAccount(ctx, { username })
  const isRight = await check(ctx, attempt, account, credentials.password, addressKey(origin.ip))
  if (!isRight || !account?.passwordHash) {
    const pause = await settleWrong(ctx, attempt)
    const what = pause?.isLock ? `，已暂停登录 ${pause.wait}` : ''
    // What is no account may be somebody's telephone or mail address (decision 0508).
    const named = account === undefined ? masked('within', username) : username
    const person = { username: named, realname: null, tenantId: tenantOf(account) }
    await recordLogin(ctx.db, ctx.clock.now(), origin, person, `登录失败：用户名或密码错误${what}`)
    return refused(pause === undefined ? '用户名或密码错误' : `用户名或密码错误，${pauseText(pause)}`)
  }
  await settleRight(ctx, attempt)
  const rehashed = (await needsRehash(account.passwordHash))
    ? await hashPassword(credentials.password)
    : undefined
  // Between the check and now the password may have been changed and the sessions ended.
  return finishSignIn(ctx, account, origin, 'password', (tx) =>
    holdPassword(tx, account.id, account.passwordHash, rehashed),
  )
}

async function checkCaptchaPolicy(
  ctx: Context,
  given: Credentials,
  address: string,
): Promise<Answered<null> | undefined> {
  if (!ctx.config.loginCaptcha) {
    if (!(await isFlooding(ctx, address))) return undefined
    // 412 makes the login page fetch a picture, which it has not shown so far.
    if (!given.captcha || !given.checkKey) return refused('当前网络登录失败次数过多，请输入验证码', 412)
  }
  if (!given.captcha || !given.checkKey) return refused('验证码无效')
  return (await consumeCaptcha(ctx, given.checkKey, given.captcha)) ? undefined : refused('验证码错误', 412)
}

function pauseText({ wait, isLock }: Pause): string {
  return isLock ? `登录失败次数过多，已暂停登录，请 ${wait}后再试，或联系管理员重置密码` : `请 ${wait}后再试`
}

async function check(
  ctx: Context,
  attempt: Attempt,
  account: Account | undefined,
  password: string,
  address: string,
): Promise<boolean> {
  try {
    return await isPassword(account?.passwordHash ?? undefined, password, address)
  } catch (error) {
    await dropAttempt(ctx, attempt)
    throw error
  }
}

/** Whether the password checked is still the one in force; stores its newer hash, if there is one. */
async function holdPassword(
  tx: Tx,
  userId: string,
  verified: string | null,
  rehashed: string | undefined,
): Promise<boolean> {
  const row = await tx
    .selectFrom('sysPassword')
    .select('passwordHash')
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined || row.passwordHash !== verified) return false
  if (rehashed !== undefined) {
    await tx.updateTable('sysPassword').set({ passwordHash: rehashed }).where('userId', '=', userId).execute()
  }
  return true
}
