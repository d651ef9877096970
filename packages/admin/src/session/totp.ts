import type { TotpEnrolment } from '@suoan/contract'
import { createHash, randomInt } from 'node:crypto'
import type { Context, Tx } from '@suoan/platform/context'
import { seal, unseal } from '@suoan/platform/secret-key'

/** Dynamic codes by RFC 6238: SHA-1, six digits, 30 s, what every authenticator app knows. */
const PERIOD_S = 30
/** A clock may be one step off, in either direction. */
const WINDOW = 1
const RECOVERY_CODES = 10
const RECOVERY_LENGTH = 16
/** 32 signs that people do not mix up; 16 of them are 80 bits, so a fast hash is enough. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Whether the account signs in with dynamic codes. */
export async function hasTotp(db: Context['db'] | Tx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sysTotp')
    .select('userId')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a new secret that counts from its confirmation on; undefined when the account has a confirmed one already. */
export async function beginEnrolment(
  ctx: Context,
  user: { readonly id: string; readonly username: string },
): Promise<TotpEnrolment | undefined> {
  const [{ Secret, TOTP }, { renderSVG }] = await Promise.all([import('otpauth'), import('uqr')])
  const secret = new Secret({ size: 20 })
  const fresh = {
    secretSealed: seal(ctx.config, aboutTotp(user.id), secret.base32),
    createdAt: new Date(ctx.clock.now()),
  }
  const stored = await ctx.db
    .insertInto('sysTotp')
    .values({ userId: user.id, ...fresh })
    .onConflict((on) =>
      on
        .column('userId')
        .doUpdateSet({ ...fresh, lastStep: 0 })
        .where('sysTotp.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()
  if (!stored) return undefined
  const uri = new TOTP({ issuer: '锁安', label: user.username, secret, period: PERIOD_S }).toString()
  return {
    secret: secret.base32,
    uri,
    qr: `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`,
  }
}

/** Confirms the enrolment by a first code and makes the recovery codes, which exist only in this answer. */
export async function confirmEnrolment(
  tx: Tx,
  ctx: Context,
  userId: string,
  typed: string,
): Promise<readonly string[] | undefined> {
  if (!(await isFreshCode(tx, ctx, userId, typed, false))) return undefined
  await tx
    .updateTable('sysTotp')
    .set({ confirmedAt: new Date(ctx.clock.now()) })
    .where('userId', '=', userId)
    .execute()
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await tx.deleteFrom('sysTotpRecovery').where('userId', '=', userId).execute()
  await tx
    .insertInto('sysTotpRecovery')
    .values(codes.map((code) => ({ userId, codeHash: recoveryHash(code) })))
    .execute()
  return codes
}

/** Whether a dynamic code of now, or a recovery code. Either is used up: the same one is never taken twice. */
export async function useSecondFactor(tx: Tx, ctx: Context, userId: string, typed: string): Promise<boolean> {
  const text = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(text)) return isFreshCode(tx, ctx, userId, text, true)
  if (text.length !== RECOVERY_LENGTH) return false
  const used = await tx
    .deleteFrom('sysTotpRecovery')
    .where('userId', '=', userId)
    .where('codeHash', '=', recoveryHash(text))
    .returning('userId')
    .executeTakeFirst()
  return used !== undefined
}

/** Whether a dynamic code of now; it is used up. A recovery code signs nothing. */
export async function useDynamicCode(tx: Tx, ctx: Context, userId: string, typed: string): Promise<boolean> {
  const text = typed.replaceAll(/\s/g, '')
  return /^\d{6}$/.test(text) && (await isFreshCode(tx, ctx, userId, text, true))
}

/** Takes the dynamic codes of an account away, with its recovery codes. */
export async function removeTotp(tx: Tx, userId: string): Promise<boolean> {
  await tx.deleteFrom('sysTotpRecovery').where('userId', '=', userId).execute()
  const gone = await tx
    .deleteFrom('sysTotp')
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst()
  return gone !== undefined
}

/** How many recovery codes are left. */
export async function recoveryLeft(ctx: Context, userId: string): Promise<number> {
  const { left } = await ctx.db
    .selectFrom('sysTotpRecovery')
    .select((select) => select.fn.countAll<string>().as('left'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(left)
}

async function isFreshCode(
  tx: Tx,
  ctx: Context,
  userId: string,
  typed: string,
  isConfirmed: boolean,
): Promise<boolean> {
  // The row is held, so that two requests with one code do not both find it fresh.
  const row = await tx
    .selectFrom('sysTotp')
    .select(['secretSealed', 'lastStep', 'confirmedAt'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row || (row.confirmedAt !== null) !== isConfirmed) return false
  const { Secret, TOTP } = await import('otpauth')
  const secret = Secret.fromBase32(unseal(ctx.config, aboutTotp(userId), row.secretSealed))
  const now = ctx.clock.now()
  const delta = TOTP.validate({
    token: typed.replaceAll(/\s/g, ''),
    secret,
    period: PERIOD_S,
    timestamp: now,
    window: WINDOW,
  })
  if (delta === null) return false
  const step = Math.floor(now / 1000 / PERIOD_S) + delta
  if (step <= Number(row.lastStep)) return false
  await tx.updateTable('sysTotp').set({ lastStep: step }).where('userId', '=', userId).execute()
  return true
}

const aboutTotp = (userId: string): string => `totp:${userId}`

function newRecoveryCode(): string {
  const signs = Array.from({ length: RECOVERY_LENGTH }, () =>
    RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length)),
  ).join('')
  return signs.replaceAll(/.{4}(?=.)/g, '$&-')
}

function recoveryHash(code: string): string {
  return createHash('sha256').update(code.replaceAll('-', '')).digest('base64url')
}
