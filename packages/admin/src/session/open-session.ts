import type { LoginAnswer } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import type { Emit } from '@suoan/platform/db/transaction'
import { answered, type Answered } from '@suoan/platform/http/route'
import { newToken, tokenHash } from '@suoan/platform/http/token'
import type { Account } from './account.ts'
import { loadAllDictItems } from './dict-items.ts'
import { endSurplusSessions } from './end-sessions.ts'
import { rememberDevice } from './known-devices.ts'
import { addressKey } from '@suoan/platform/http/address-key'
import { accountKey } from './login-guard.ts'
import { recordLogin } from './login-log.ts'
import { isPasswordOld } from './password-policy.ts'
import { loadDeparts, loadTenants, loadUserInfo } from './user-info.ts'
import type { Origin } from './origin.ts'

/** How the first factor was proved, for the login log. */
export type Way = 'password' | 'phone' | 'third' | 'cas' | 'qr'

const wayTexts: Readonly<Record<Way, string>> = {
  password: '登录成功',
  phone: '登录成功（短信验证码）',
  third: '登录成功（第三方账号）',
  cas: '登录成功（单点登录）',
  qr: '登录成功（扫码）',
}

/** A refusal of a sign-in, in the user's words. */
export const refused = (message: string, code = 500): Answered<null> => answered(null, message, code, false)

/**
 * Opens a session of the account and tells all that the login answer holds (4-api.md §2.3). A password that somebody
 * else knows, or that has grown too old (security.md §5.1 a), must be changed first, but only where it was what let the
 * person in.
 */
export async function openSession(
  tx: Tx,
  emit: Emit,
  ctx: Context,
  account: Account,
  origin: Origin,
  way: Way,
): Promise<LoginAnswer> {
  const now = ctx.clock.now()
  const token = newToken()
  const id = newId()
  const departs = await loadDeparts(tx, account.id)
  const tenants = await loadTenants(tx, account.relTenantIds, now)
  // The one department, or the last chosen one, or the first (4-api.md §2.3, side effects).
  const orgCode = (departs.find((depart) => depart.orgCode === account.orgCode) ?? departs[0])?.orgCode ?? ''
  const isOld = isPasswordOld(account.passwordChangedAt, ctx.config.passwordMaxDays, now)
  const mustChangePassword = way === 'password' && (account.mustChange === true || isOld)
  await tx
    .insertInto('sysSession')
    .values({
      id,
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
  await removeDeadSessions(tx, ctx, account.id)
  if (origin.device !== undefined)
    await rememberDevice(tx, ctx, accountKey(account.username), origin.device, addressKey(origin.ip))
  for (const ended of await endSurplusSessions(tx, account.id, id, ctx.config.sessionMaxPerUser))
    emit('session.ended', { sessionId: ended.id, userId: ended.userId, reason: 'surplus' })
  await recordLogin(tx, now, origin, { ...account, tenantId: tenants[0]?.id ?? 0 }, wayTexts[way])
  return {
    token,
    userInfo: await loadUserInfo(tx, account.id, { orgCode, mustChangePassword }),
    departs,
    multi_depart: departs.length === 0 ? 0 : departs.length === 1 ? 1 : 2,
    ...(account.relTenantIds ? { tenantList: tenants } : {}),
    sysAllDictItems: await loadAllDictItems(tx),
    mustChangePassword,
    ...(mustChangePassword && account.mustChange !== true
      ? { passwordMaxDays: ctx.config.passwordMaxDays }
      : {}),
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
