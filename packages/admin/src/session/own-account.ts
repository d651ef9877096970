import type { OwnSession, RecoveryCodes, TotpEnrolment } from '@suoan/contract'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { answered, type Answered } from '@suoan/platform/http/route'
import { findAccount } from './account.ts'
import { announceEnded, endSession } from './end-sessions.ts'
import { addressKey } from '@suoan/platform/http/address-key'
import { beginCheck, codeKey, ownKey, settleRight, settleWrong } from './login-guard.ts'
import { recordLogin } from './login-log.ts'
import { refused } from './open-session.ts'
import type { Origin } from './origin.ts'
import { isPassword } from './password.ts'
import { mustHaveTotp } from './second-step.ts'
import { checkCode, requestCode, spendCode } from './sms-code.ts'
import { notifyOwner } from './notify-owner.ts'
import {
  beginEnrolment,
  confirmEnrolment,
  hasTotp,
  recoveryLeft,
  removeTotp,
  useSecondFactor,
} from './totp.ts'

/** Whether one's own dynamic codes are on, needed by a role, and how many recovery codes are left. */
export async function totpState(ctx: Context, actor: Actor) {
  return {
    enabled: await hasTotp(ctx.db, actor.userId),
    required: await mustHaveTotp(ctx, actor.userId),
    recoveryLeft: await recoveryLeft(ctx, actor.userId),
  }
}

/** A secret for one's own dynamic codes; the password again, since a session left open must not change the ways in. */
export async function startTotp(
  ctx: Context,
  actor: Actor,
  password: string,
): Promise<Answered<TotpEnrolment | null>> {
  const objection = await passwordDoubt(ctx, actor, password)
  if (objection !== undefined) return refused(objection)
  const enrolment = await beginEnrolment(ctx, { id: actor.userId, username: actor.username })
  return enrolment ? answered(enrolment, '') : refused('动态口令已经启用；要换绑，请先停用')
}

/** Confirms them by a first code; the recovery codes are in this answer only. */
export async function confirmTotp(
  ctx: Context,
  actor: Actor,
  code: string,
  origin: Origin,
): Promise<Answered<RecoveryCodes | null>> {
  const doubt = await codeDoubt(ctx, actor, (tx) => confirmEnrolment(tx, ctx, actor.userId, code))
  if (doubt.objection !== undefined) return refused(doubt.objection)
  await recordLogin(ctx.db, ctx.clock.now(), origin, actor, '启用动态口令')
  await notifyOwner(ctx, actor.userId, '启用了动态口令')
  return answered({ recoveryCodes: [...doubt.value] }, '动态口令已启用')
}

/** Switches one's own dynamic codes off: password and a code; not while a role needs them. */
export async function disableTotp(
  ctx: Context,
  actor: Actor,
  given: { readonly password: string; readonly code: string },
  origin: Origin,
): Promise<Answered<null>> {
  if (await mustHaveTotp(ctx, actor.userId))
    return refused('您的角色必须使用动态口令，不能停用；换手机请联系管理员重置')
  const objection = await passwordDoubt(ctx, actor, given.password)
  if (objection !== undefined) return refused(objection)
  const doubt = await codeDoubt(ctx, actor, async (tx) =>
    (await useSecondFactor(tx, ctx, actor.userId, given.code)) ? removeTotp(tx, actor.userId) : undefined,
  )
  if (doubt.objection !== undefined) return refused(doubt.objection)
  await recordLogin(ctx.db, ctx.clock.now(), origin, actor, '停用动态口令')
  await notifyOwner(ctx, actor.userId, '停用了动态口令')
  return answered(null, '动态口令已停用')
}

/** One's own live sessions, newest first. */
export async function ownSessions(ctx: Context, actor: Actor): Promise<OwnSession[]> {
  const now = ctx.clock.now()
  const { rows } = await sql<OwnSession>`
    select id, ip, user_agent, left(created_at::text, 19) as login_time, left(last_seen_at::text, 19) as last_seen,
      id = ${actor.sessionId} as current
    from sys_session where user_id = ${actor.userId} and expires_at > ${new Date(now)}
      and last_seen_at > ${new Date(now - ctx.config.sessionIdleMinutes * 60_000)}
    order by created_at desc, id desc`.execute(ctx.db)
  return rows
}

/** Ends one of one's own sessions; another person's answers like one that does not exist (security.md V11). */
export async function endOwnSession(
  ctx: Context,
  actor: Actor,
  id: string,
  origin: Origin,
): Promise<Answered<null>> {
  const ended = await ctx.db.transaction().execute(async (tx) => {
    const own = await tx
      .selectFrom('sysSession')
      .select('id')
      .where('id', '=', id)
      .where('userId', '=', actor.userId)
      .executeTakeFirst()
    if (!own) return undefined
    await recordLogin(tx, ctx.clock.now(), origin, actor, '让自己的另一处登录退出')
    return endSession(tx, id)
  })
  if (!ended) return refused('该登录已经退出，请刷新列表')
  announceEnded(ctx, [ended], 'own')
  return answered(null, '已退出该登录')
}

/** A code to the number that the signed-in person wants to use from now on. */
export async function sendOwnPhoneCode(
  ctx: Context,
  actor: Actor,
  phone: string,
  ip: string,
): Promise<Answered<null>> {
  const owner = await findAccount(ctx, { phone })
  const objection = await requestCode(ctx, {
    phone,
    purpose: 'phone',
    address: addressKey(ip),
    askedBy: actor.userId,
    // Bound to the person by the request, to the number by the code.
    isMeant: owner === undefined,
    instead: '【锁安】有人想把您的手机号绑定到另一个账号，已拒绝；如非本人操作，请告知管理员。',
  })
  return objection === undefined ? answered(null, '') : refused(objection)
}

/** Changes one's own number to one proved by a code. */
export async function updateMobile(
  ctx: Context,
  actor: Actor,
  given: { readonly phone: string; readonly smscode: string },
  origin: Origin,
): Promise<Answered<null>> {
  const code = await checkCode(ctx, {
    phone: given.phone,
    purpose: 'phone',
    code: given.smscode,
    address: addressKey(origin.ip),
  })
  if ('objection' in code) return refused('短信验证码不匹配！')
  const outcome = await ctx.db.transaction().execute(async (tx) => {
    const askedBy = await tx
      .selectFrom('smsCode')
      .select('askedBy')
      .where('id', '=', code.id)
      .executeTakeFirst()
    if (askedBy?.askedBy !== actor.userId) return '短信验证码不匹配！'
    if (!(await spendCode(tx, code))) return '短信验证码失效！'
    const { rows } = await sql<{ taken: boolean }>`
      select exists (select from sys_user where phone = ${given.phone} and id <> ${actor.userId}) as taken`.execute(
      tx,
    )
    if (rows[0]?.taken === true) return '修改手机号失败！该手机号已被其他账号使用'
    await sql`update sys_user set phone = ${given.phone}, update_by = ${actor.username},
      update_time = ${new Date(ctx.clock.now())}, revision = revision + 1 where id = ${actor.userId}`.execute(
      tx,
    )
    await recordLogin(tx, ctx.clock.now(), origin, actor, '修改手机号')
    return undefined
  })
  if (outcome !== undefined) return refused(outcome)
  await notifyOwner(ctx, actor.userId, '修改了手机号')
  return answered(null, '手机号设置成功!')
}

/** A code to the mail address that the signed-in person wants to use from now on. */
export async function sendOwnEmailCode(
  ctx: Context,
  actor: Actor,
  email: string,
  ip: string,
): Promise<Answered<null>> {
  const objection = await requestCode(ctx, {
    phone: email,
    purpose: 'email',
    address: addressKey(ip),
    askedBy: actor.userId,
    isMeant: !(await isEmailTaken(ctx.db, actor.userId, email)),
    instead: '【锁安】有人想把您的邮箱绑定到另一个账号，已拒绝；如非本人操作，请告知管理员。',
  })
  return objection === undefined ? answered(null, '验证码已发送，请查收邮件') : refused(objection)
}

/** Changes one's own mail address to one proved by a code; the old one is told. */
export async function updateEmail(
  ctx: Context,
  actor: Actor,
  given: { readonly email: string; readonly code: string },
  origin: Origin,
): Promise<Answered<null>> {
  const code = await checkCode(ctx, {
    phone: given.email,
    purpose: 'email',
    code: given.code,
    address: addressKey(origin.ip),
  })
  if ('objection' in code) return refused(code.objection)
  const before = await findAccount(ctx, { id: actor.userId })
  const outcome = await ctx.db.transaction().execute(async (tx) => {
    const asked = await tx
      .selectFrom('smsCode')
      .select('askedBy')
      .where('id', '=', code.id)
      .executeTakeFirst()
    if (asked?.askedBy !== actor.userId || !(await spendCode(tx, code))) return '验证码已失效，请重新获取'
    if (await isEmailTaken(tx, actor.userId, given.email)) return '保存失败，邮箱已存在!'
    await sql`update sys_user set email = ${given.email}, update_by = ${actor.username},
      update_time = ${new Date(ctx.clock.now())}, revision = revision + 1 where id = ${actor.userId}`.execute(
      tx,
    )
    await recordLogin(tx, ctx.clock.now(), origin, actor, '修改邮箱')
    return undefined
  })
  if (outcome !== undefined) return refused(outcome)
  await notifyOwner(ctx, actor.userId, '修改了邮箱', before?.email)
  return answered(null, '邮箱设置成功!')
}

async function isEmailTaken(db: Context['db'] | Tx, userId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from sys_user where lower(email) = lower(${email}) and id <> ${userId}`.execute(db)
  return rows.length > 0
}

/** Why the typed password is not the person's; its guesses count under `counter`, and lock nothing else. */
export async function passwordDoubt(
  ctx: Context,
  actor: Actor,
  password: string,
  counter = ownKey(actor.username),
): Promise<string | undefined> {
  const attempt = await beginCheck(ctx, counter)
  if (attempt === 'busy') return '操作过于频繁，请稍后再试'
  if ('wait' in attempt) return `密码错误次数过多，请 ${attempt.wait}后再试`
  const account = await findAccount(ctx, { id: actor.userId })
  if (await isPassword(account?.passwordHash ?? undefined, password)) {
    await settleRight(ctx, attempt)
    return undefined
  }
  await settleWrong(ctx, attempt)
  return '密码错误，请重新输入'
}

/** Runs what a right code allows, in one transaction with it; wrong codes count and lock. */
export async function codeDoubt<T>(
  ctx: Context,
  actor: Actor,
  use: (tx: Parameters<typeof removeTotp>[0]) => Promise<T | undefined>,
): Promise<{ readonly objection: string } | { readonly objection?: undefined; readonly value: T }> {
  const attempt = await beginCheck(ctx, codeKey(actor.username))
  if (attempt === 'busy') return { objection: '操作过于频繁，请稍后再试' }
  if ('wait' in attempt) return { objection: `动态口令错误次数过多，请 ${attempt.wait}后再试` }
  const value = await ctx.db.transaction().execute(use)
  if (value === undefined) {
    await settleWrong(ctx, attempt)
    return { objection: '动态口令错误，请核对手机时间后重新输入' }
  }
  await settleRight(ctx, attempt)
  return { value }
}
