import type { LoginAnswer } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Context, Tx } from '../../context.ts'
import { answered, type Answered } from '../../http/route.ts'
import { newToken, tokenHash } from '../../http/token.ts'
import { consumeCaptcha } from './captcha.ts'
import { loadAllDictItems } from './dict-items.ts'
import {
  accountKey,
  addressKey,
  beginAttempt,
  dropAttempt,
  settleRight,
  settleWrong,
  type Attempt,
} from './login-guard.ts'
import { recordLogin } from './login-log.ts'
import { hashPassword, isPassword, needsRehash } from './password.ts'
import { loadDeparts, loadTenants, loadUserInfo } from './user-info.ts'

/** From where somebody signs in. */
export interface Origin {
  readonly ip: string
  readonly userAgent: string | null
}

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly captcha?: string | undefined
  readonly checkKey?: string | undefined
}

interface Account {
  id: string
  username: string
  realname: string | null
  status: number | null
  delFlag: number | null
  orgCode: string | null
  relTenantIds: string | null
  passwordHash: string | null
  mustChange: boolean | null
}

type Refused = Answered<null>
const refused = (message: string, code = 500): Refused => answered(null, message, code, false)

/**
 * Signs in (4-api.md §2.2, §2.3). The order matters: captcha, lock-out, password, and only then what the account is,
 * so that nobody learns from the answer or its time whether an account exists (security.md V14, V15).
 */
export async function login(
  ctx: Context,
  credentials: Credentials,
  origin: Origin,
): Promise<Answered<LoginAnswer | null>> {
  const captcha = await checkCaptchaPolicy(ctx, credentials)
  if (captcha) return captcha
  const username = credentials.username.trim()
  if (username === '' || credentials.password === '') return refused('请输入用户名和密码')
  const attempt = await beginAttempt(ctx, accountKey(username), addressKey(origin.ip))
  if (attempt === 'busy') return refused('登录请求过多，请稍后再试')
  if ('locked' in attempt) return refused(lockedText(attempt.locked))

  const account = await findAccount(ctx, username)
  const isRight = await check(ctx, attempt, account, credentials.password)
  if (!isRight || !account?.passwordHash) {
    const minutes = await settleWrong(ctx, attempt)
    const what = minutes === undefined ? '' : `，已暂停登录 ${minutes} 分钟`
    await recordLogin(ctx.db, ctx.clock.now(), origin, username, null, `登录失败：用户名或密码错误${what}`)
    return refused(minutes === undefined ? '用户名或密码错误' : `用户名或密码错误，${lockedText(minutes)}`)
  }
  await settleRight(ctx, attempt)
  const objection = await accountObjection(ctx, account)
  if (objection !== undefined) {
    await recordLogin(ctx.db, ctx.clock.now(), origin, username, account.realname, `登录失败：${objection}`)
    return refused(objection)
  }
  const rehashed = needsRehash(account.passwordHash) ? await hashPassword(credentials.password) : undefined
  const answer = await ctx.db.transaction().execute(async (tx) => {
    // Between the check and now the password may have been changed and the sessions ended.
    const isStill = await holdPassword(tx, account.id, account.passwordHash)
    return isStill ? openSession(tx, ctx, account, origin, rehashed) : undefined
  })
  return answer ? answered(answer, '登录成功') : refused('用户名或密码错误')
}

async function checkCaptchaPolicy(ctx: Context, given: Credentials): Promise<Refused | undefined> {
  if (!ctx.config.loginCaptcha) return undefined
  if (!given.captcha || !given.checkKey) return refused('验证码无效')
  return (await consumeCaptcha(ctx, given.checkKey, given.captcha)) ? undefined : refused('验证码错误', 412)
}

function lockedText(minutes: number): string {
  return `登录失败次数过多，已暂停登录，请 ${minutes} 分钟后再试，或联系管理员重置密码`
}

async function check(
  ctx: Context,
  attempt: Attempt,
  account: Account | undefined,
  password: string,
): Promise<boolean> {
  try {
    return await isPassword(account?.passwordHash ?? undefined, password)
  } catch (error) {
    await dropAttempt(ctx, attempt)
    throw error
  }
}

async function findAccount(ctx: Context, username: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select u.id, u.username, u.realname, u.status, u.del_flag, u.org_code, u.rel_tenant_ids,
      p.password_hash, p.must_change
    from sys_user u left join sys_password p on p.user_id = u.id
    where u.username = ${username}`.execute(ctx.db)
  return rows[0]
}

/** Why an account whose password was right may not come in. */
async function accountObjection(ctx: Context, account: Account): Promise<string | undefined> {
  if (account.delFlag === 1) return '该用户已注销'
  if (account.status === 2) return '该用户已冻结'
  if (account.relTenantIds) {
    const tenants = await loadTenants(ctx.db, account.relTenantIds, ctx.clock.now())
    if (tenants.length === 0) return '与该用户关联的租户均已被冻结，无法登录！'
  }
  return undefined
}

async function holdPassword(tx: Tx, userId: string, verified: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('sysPassword')
    .select('passwordHash')
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined && row.passwordHash === verified
}

async function openSession(
  tx: Tx,
  ctx: Context,
  account: Account,
  origin: Origin,
  rehashed: string | undefined,
): Promise<LoginAnswer> {
  const now = ctx.clock.now()
  const token = newToken()
  const departs = await loadDeparts(tx, account.id)
  const tenants = await loadTenants(tx, account.relTenantIds, now)
  // The one department, or the last chosen one, or the first (4-api.md §2.3, side effects).
  const orgCode = (departs.find((depart) => depart.orgCode === account.orgCode) ?? departs[0])?.orgCode ?? ''
  const mustChangePassword = account.mustChange === true
  await tx
    .insertInto('sysSession')
    .values({
      id: newId(),
      tokenHash: tokenHash(token) ?? '',
      userId: account.id,
      tenantId: tenants[0]?.id ?? 0,
      orgCode,
      ip: origin.ip,
      userAgent: origin.userAgent?.slice(0, 255) ?? null,
      mustChangePassword,
      createdAt: new Date(now),
      lastSeenAt: new Date(now),
      expiresAt: new Date(now + ctx.config.sessionAbsoluteHours * 3_600_000),
    })
    .execute()
  await sql`update sys_user set org_code = ${orgCode} where id = ${account.id} and org_code is distinct from ${orgCode}`.execute(
    tx,
  )
  if (rehashed !== undefined) {
    await tx
      .updateTable('sysPassword')
      .set({ passwordHash: rehashed })
      .where('userId', '=', account.id)
      .execute()
  }
  await removeDeadSessions(tx, ctx, account.id)
  await recordLogin(tx, now, origin, account.username, account.realname, '登录成功')
  return {
    token,
    userInfo: await loadUserInfo(tx, account.id, { orgCode, mustChangePassword }),
    departs,
    multi_depart: departs.length === 0 ? 0 : departs.length === 1 ? 1 : 2,
    ...(account.relTenantIds ? { tenantList: tenants } : {}),
    sysAllDictItems: await loadAllDictItems(tx),
    mustChangePassword,
  }
}

/** Sessions that nobody can use any more, of this user and, a few at a time, of everybody. */
async function removeDeadSessions(tx: Tx, ctx: Context, userId: string): Promise<void> {
  const now = ctx.clock.now()
  const idleSince = new Date(now - ctx.config.sessionIdleMinutes * 60_000)
  await tx
    .deleteFrom('sysSession')
    .where('userId', '=', userId)
    .where((where) =>
      where.or([where('expiresAt', '<=', new Date(now)), where('lastSeenAt', '<=', idleSince)]),
    )
    .execute()
  await sql`
    delete from sys_session where id in (
      select id from sys_session where expires_at <= ${new Date(now)} limit 100 for update skip locked
    )`.execute(tx)
}
