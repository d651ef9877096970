import type { SignProof, SignState } from '@suoan/contract'
import type { Actor, Context } from '@suoan/platform/context'
import { answered, type Answered } from '@suoan/platform/http/route'
import { issueSignProof, SIGN_PROOF_SECONDS, type SignSubject } from '@suoan/platform/http/sign-proof'
import {
  beginCheck,
  codeKey,
  lockedMinutes,
  pinKey,
  settleRight,
  settleWrong,
  signKey,
} from './login-guard.ts'
import { recordLogin } from './login-log.ts'
import { notifyOwner } from './notify-owner.ts'
import { refused } from './open-session.ts'
import type { Origin } from './origin.ts'
import { codeDoubt, passwordDoubt } from './own-account.ts'
import { hashPassword, isPassword } from './password.ts'
import { hasTotp, useDynamicCode } from './totp.ts'

/** How the caller can prove himself, and what is locked for now. */
export async function signState(ctx: Context, actor: Actor): Promise<SignState> {
  const minutes = (account: string) => lockedMinutes(ctx, account)
  return {
    hasPin: (await pinOf(ctx, actor.userId)) !== undefined,
    hasTotp: await hasTotp(ctx.db, actor.userId),
    pinLockedMin: await minutes(pinKey(actor.username)),
    passwordLockedMin: await minutes(signKey(actor.username)),
    totpLockedMin: await minutes(codeKey(actor.username)),
  }
}

/** Sets or changes the signing PIN; the password again, since a session left open must not give a signature away. */
export async function setSignPin(
  ctx: Context,
  actor: Actor,
  { password, pin }: { readonly password: string; readonly pin: string },
  origin: Origin,
): Promise<Answered<null>> {
  const doubt = await passwordDoubt(ctx, actor, password)
  if (doubt !== undefined) return refused(doubt)
  if (isGuessable(pin)) return refused('签名口令过于简单，请不要使用相同或连续的数字')
  const pinHash = await hashPassword(pin)
  const changedAt = new Date(ctx.clock.now())
  await ctx.db
    .insertInto('sysSignPin')
    .values({ userId: actor.userId, pinHash, changedAt })
    .onConflict((on) => on.column('userId').doUpdateSet({ pinHash, changedAt }))
    .execute()
  await recordLogin(ctx.db, ctx.clock.now(), origin, actor, '设置签名口令')
  await notifyOwner(ctx, actor.userId, '设置了签名口令')
  return answered(null, '签名口令已设置')
}

/**
 * Checks the secret for a signature and answers with a proof for the named contents. Wrong ones count for this account
 * and this kind of proof only, and never lock the sign-in.
 */
export async function proveForSigning(
  ctx: Context,
  actor: Actor,
  given: {
    readonly method: SignProof['signType']
    readonly secret: string
    readonly subjects: readonly SignSubject[]
  },
): Promise<Answered<SignProof | null>> {
  const doubt = await doubtOf(ctx, actor, given)
  if (doubt !== undefined) return refused(doubt)
  const signProof = await ctx.db
    .transaction()
    .execute((tx) => issueSignProof(tx, actor, given.method, given.subjects, ctx.clock.now()))
  return answered({ signProof, signType: given.method, expiresIn: SIGN_PROOF_SECONDS }, '')
}

async function doubtOf(
  ctx: Context,
  actor: Actor,
  { method, secret }: { readonly method: SignProof['signType']; readonly secret: string },
): Promise<string | undefined> {
  switch (method) {
    case 'PWD':
      return passwordDoubt(ctx, actor, secret, signKey(actor.username))
    case 'TOTP': {
      if (!(await hasTotp(ctx.db, actor.userId))) return '您没有启用动态口令，请先在个人设置中启用'
      const doubt = await codeDoubt(ctx, actor, async (tx) =>
        (await useDynamicCode(tx, ctx, actor.userId, secret)) ? true : undefined,
      )
      return doubt.objection
    }
    case 'PIN':
      return pinDoubt(ctx, actor, secret)
  }
}

async function pinDoubt(ctx: Context, actor: Actor, pin: string): Promise<string | undefined> {
  const stored = await pinOf(ctx, actor.userId)
  if (stored === undefined) return '您还没有设置签名口令，请先在个人设置中设置，或改用登录密码'
  const attempt = await beginCheck(ctx, pinKey(actor.username))
  if (attempt === 'busy') return '操作过于频繁，请稍后再试'
  if ('wait' in attempt) return `签名口令错误次数过多，请 ${attempt.wait}后再试，或改用登录密码、动态口令`
  if (await isPassword(stored, pin)) {
    await settleRight(ctx, attempt)
    return undefined
  }
  const locked = await settleWrong(ctx, attempt)
  return locked === undefined
    ? '签名口令错误，请重新输入'
    : `签名口令错误次数过多，请 ${locked.wait}后再试，或改用登录密码、动态口令`
}

async function pinOf(ctx: Context, userId: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('sysSignPin')
    .select('pinHash')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.pinHash
}

/** All the same, or one up or down each: what is tried first. */
function isGuessable(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at])))
  return steps.size === 1 && [0, 1, -1].includes([...steps][0] ?? 9)
}
