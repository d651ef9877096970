import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { acquaintance } from './known-devices.ts'

/** A check of a secret that is under way and counts against the limits until it is settled. */
export interface Attempt {
  readonly id: string
  readonly account: string
  readonly bounds: readonly Bound[]
}

/** From where somebody who is not signed in tries: his address (`addressKey`) and the hash of his device's cookie. */
export interface Place {
  readonly address: string
  readonly device: string | undefined
}

/** Why a check is not made now: `wait` is the time left, as people read it (`15 分钟`, `5 秒`). */
export interface Pause {
  readonly wait: string
  readonly isLock: boolean
}

/** Failures counted together, and how many of them lock; the subject is the name of their lock. */
interface Bound {
  readonly subject: string
  /** A bucket, or `strangers`: all places of the account. */
  readonly bucket: string
  readonly limit: number
  /** Whether each failure before the lock costs a longer pause. */
  readonly isSlowed: boolean
}

// A check whose process died no longer counts after this long; a live one is settled far sooner.
const ABANDONED_MS = 60_000
const PATIENCE_MS = 20_000

/** A pause of so many seconds follows the third failure, the fourth, and each later one. */
const FREE_FAILURES = 3
const PAUSE_SECONDS = [5, 30, 60] as const

/**
 * Strangers on all addresses together have this many times the failures of one place, then they are locked out of the
 * account: else guesses would be without end for whoever has many addresses. Known devices and the addresses where
 * the account signs in are not strangers (decision 0506).
 */
const STRANGERS_FACTOR = 4

/**
 * Asks to check the password of a sign-in. Failures count for the account at one address together, so that names
 * invented by somebody else there lock nobody, and his guesses at an account lock nobody elsewhere; on a device where
 * the account has signed in before they count for account and device, and a stranger's do not.
 *
 * At no moment do failures plus checks under way exceed the limit, on all nodes together, so parallel guesses gain
 * nothing; and only settled failures lock, so parallel right logins wait for each other instead of locking out.
 * `busy` says that too many checks were under way and did not end in time.
 */
export async function beginSignIn(
  ctx: Context,
  username: string,
  place: Place,
): Promise<Attempt | Pause | 'busy'> {
  const account = accountKey(username)
  const limit = ctx.config.loginMaxFailures
  return begin(ctx, account, place.address, async (tx) => {
    const known = await acquaintance(tx, ctx, account, place)
    const own = (bucket: string): Bound => ({ subject: bucket, bucket, limit, isSlowed: true })
    if (known === 'device') return [own(`device:${account}|${place.device ?? ''}`)]
    if (known === 'address') return [own(`home:${account}|${place.address}`)]
    return [own(`place:${account}|${place.address}`), strangers(ctx, account)]
  })
}

/**
 * Asks to check the second factor of a sign-in. Who comes here had the first one right, so strangers count together
 * wherever they are; a device that signed in before counts for itself.
 */
export async function beginSecondStep(
  ctx: Context,
  username: string,
  place: Place,
): Promise<Attempt | Pause | 'busy'> {
  const account = secondKey(username)
  return begin(ctx, account, place.address, async (tx) => {
    const known = await acquaintance(tx, ctx, accountKey(username), place)
    return [plain(ctx, known === 'device' ? `device:${account}|${place.device ?? ''}` : `account:${account}`)]
  })
}

/**
 * Asks to check a code that was sent to a number or a mail address: a stranger's guesses lock his own place, many
 * strangers' all places but the one where a code was asked for.
 */
export async function beginCode(
  ctx: Context,
  recipient: string,
  address: string,
): Promise<Attempt | Pause | 'busy'> {
  const account = keyFor('phone')(recipient)
  return begin(ctx, account, address, async (tx) => {
    const asked = await tx
      .selectFrom('smsCode')
      .select('id')
      .where('phone', '=', recipient)
      .where('address', '=', address)
      .where('used', '=', false)
      .where('expiresAt', '>', new Date(ctx.clock.now()))
      .limit(1)
      .executeTakeFirst()
    return asked
      ? [plain(ctx, `home:${account}|${address}`)]
      : [plain(ctx, `place:${account}|${address}`), strangers(ctx, account)]
  })
}

/**
 * Asks to check a secret of somebody who is signed in, under a counter by itself (`pinKey`, `signKey` and the like),
 * whatever the address.
 */
export async function beginCheck(ctx: Context, counter: string): Promise<Attempt | Pause | 'busy'> {
  return begin(ctx, counter, '', async () => [plain(ctx, `account:${counter}`)])
}

const plain = (ctx: Context, bucket: string): Bound => ({
  subject: bucket,
  bucket,
  limit: ctx.config.loginMaxFailures,
  isSlowed: false,
})

const strangers = (ctx: Context, account: string): Bound => ({
  subject: `account:${account}`,
  bucket: 'strangers',
  limit: ctx.config.loginMaxFailures * STRANGERS_FACTOR,
  isSlowed: false,
})

async function begin(
  ctx: Context,
  account: string,
  address: string,
  boundsOf: (tx: Tx) => Promise<readonly Bound[]>,
): Promise<Attempt | Pause | 'busy'> {
  for (
    let waited = 0, pause = 20;
    waited <= PATIENCE_MS;
    waited += pause, pause = Math.min(pause * 1.5, 250)
  ) {
    const answer = await ctx.db.transaction().execute(async (tx) => {
      await takeTurns(tx, account)
      return tryBegin(tx, ctx, account, address, await boundsOf(tx))
    })
    if (answer !== 'wait') return answer
    await sleep(pause)
  }
  return 'busy'
}

async function tryBegin(
  tx: Tx,
  ctx: Context,
  account: string,
  address: string,
  bounds: readonly Bound[],
): Promise<Attempt | Pause | 'wait'> {
  const now = ctx.clock.now()
  const lock = await tx
    .selectFrom('loginLock')
    .select('until')
    .where(
      'subject',
      'in',
      bounds.map(({ subject }) => subject),
    )
    .where('until', '>', new Date(now))
    .orderBy('until', 'desc')
    .executeTakeFirst()
  if (lock) return { wait: minutesText(lock.until.getTime() - now), isLock: true }
  for (const bound of bounds) {
    const { failed, open, lastFailed } = await countOf(tx, ctx, account, bound)
    if (failed + open >= bound.limit) return 'wait'
    if (!bound.isSlowed) continue
    // One at a time once the free failures are used up: parallel guesses must not jump the pauses.
    if (open >= Math.max(1, FREE_FAILURES - failed)) return 'wait'
    const left = (lastFailed?.getTime() ?? 0) + pauseAfter(failed) - now
    if (left > 0) return { wait: secondsText(left), isLock: false }
  }
  const { id } = await tx
    .insertInto('loginAttempt')
    .values({ account, address, bucket: bounds[0]?.bucket ?? '', at: new Date(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, account, bounds }
}

/** The secret was right: what went wrong before in its bucket is forgotten, not what strangers did elsewhere. */
export async function settleRight(ctx: Context, attempt: Attempt): Promise<void> {
  await ctx.db
    .deleteFrom('loginAttempt')
    .where((where) =>
      where.or([
        where('id', '=', attempt.id),
        where.and([where('bucket', '=', attempt.bounds[0]?.bucket ?? ''), where('failed', '=', true)]),
      ]),
    )
    .execute()
}

/** The check could not be made (a surprise): it counts as nothing. */
export async function dropAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  await ctx.db.deleteFrom('loginAttempt').where('id', '=', attempt.id).execute()
}

/** The secret was wrong. Returns how long the next try has to wait, where it has to. */
export async function settleWrong(ctx: Context, attempt: Attempt): Promise<Pause | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    const now = ctx.clock.now()
    await takeTurns(tx, attempt.account)
    await tx
      .updateTable('loginAttempt')
      .set({ failed: true, at: new Date(now) })
      .where('id', '=', attempt.id)
      .execute()
    const minutes = ctx.config.loginLockMinutes
    let pause: Pause | undefined
    for (const bound of attempt.bounds) {
      const { failed } = await countOf(tx, ctx, attempt.account, bound)
      if (failed < bound.limit) {
        const left = bound.isSlowed ? pauseAfter(failed) : 0
        if (left > 0) pause ??= { wait: secondsText(left), isLock: false }
        continue
      }
      pause = { wait: minutesText(minutes * 60_000), isLock: true }
      // As long as the counted window: when the lock ends, the failures that made it have left the count.
      const until = new Date(now + minutes * 60_000)
      await tx
        .insertInto('loginLock')
        .values({ subject: bound.subject, account: attempt.account, until })
        .onConflict((on) => on.column('subject').doUpdateSet({ until }))
        .execute()
    }
    await tx.deleteFrom('loginAttempt').where('at', '<', oldest(ctx)).execute()
    await tx.deleteFrom('loginLock').where('until', '<', new Date(now)).execute()
    return pause
  })
}

/** An administrator gives the account a new password: its locks and its failures go. */
export async function unlockAccount(tx: Tx, username: string): Promise<void> {
  const accounts = [accountKey, secondKey, pinKey, signKey, ownKey, codeKey].map((keyOf) => keyOf(username))
  await tx.deleteFrom('loginLock').where('account', 'in', accounts).execute()
  await tx.deleteFrom('loginAttempt').where('account', 'in', accounts).execute()
}

/**
 * Whether an address has failed so often that its sign-ins need a captcha. It is never refused for that: behind one
 * address there may be a whole plant.
 */
export async function isFlooding(ctx: Context, address: string): Promise<boolean> {
  const since = new Date(ctx.clock.now() - ctx.config.loginLockMinutes * 60_000)
  const { rows } = await sql<{ failed: number }>`
    select count(*)::int as failed from login_attempt
    where address = ${address} and failed and at > ${since}`.execute(ctx.db)
  return (rows[0]?.failed ?? 0) >= ctx.config.loginMaxAddressFailures
}

// Each counter has a prefix: a name typed at the login must never count for another secret of somebody else.
const keyFor =
  (prefix: string) =>
  (username: string): string =>
    `${prefix}:${username.trim().toLowerCase()}`.slice(0, 100)

/** The name under which failed sign-ins are counted, whether such a user exists or not. */
export const accountKey = keyFor('user')

/** The name under which wrong dynamic codes of a sign-in are counted: a right password must not forgive them. */
const secondKey = keyFor('second')

/** The name under which wrong signing PINs are counted: they lock signing by PIN, never the sign-in. */
export const pinKey = keyFor('pin')

/** The name under which wrong passwords of signatures are counted: they lock signing by password, never the sign-in. */
export const signKey = keyFor('sign')

/** The name under which a signed-in person's wrong passwords for his own settings are counted. */
export const ownKey = keyFor('own')

/** The name under which a signed-in person's wrong dynamic codes are counted. */
export const codeKey = keyFor('code')

/** Minutes for which a counter is locked (of `beginCheck`), 0 when it is not. */
export async function lockedMinutes(ctx: Context, counter: string): Promise<number> {
  const now = ctx.clock.now()
  const lock = await ctx.db
    .selectFrom('loginLock')
    .select('until')
    .where('subject', '=', `account:${counter}`)
    .where('until', '>', new Date(now))
    .executeTakeFirst()
  return lock ? Math.ceil((lock.until.getTime() - now) / 60_000) : 0
}

function pauseAfter(failed: number): number {
  if (failed < FREE_FAILURES) return 0
  return (PAUSE_SECONDS[failed - FREE_FAILURES] ?? PAUSE_SECONDS[2]) * 1_000
}

const minutesText = (ms: number): string => `${Math.ceil(ms / 60_000)} 分钟`
const secondsText = (ms: number): string => `${Math.ceil(ms / 1_000)} 秒`

function oldest(ctx: Context): Date {
  return new Date(ctx.clock.now() - Math.max(ctx.config.loginLockMinutes * 60_000, ABANDONED_MS))
}

/** One at a time per account: all bounds of an attempt are of one account. */
async function takeTurns(tx: Tx, account: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`login:account:${account}`}, 0))`.execute(tx)
}

async function countOf(tx: Tx, ctx: Context, account: string, { bucket }: Bound) {
  const now = ctx.clock.now()
  const failedSince = new Date(now - ctx.config.loginLockMinutes * 60_000)
  const openSince = new Date(now - ABANDONED_MS)
  const counted =
    bucket === 'strangers'
      ? sql`account = ${account} and starts_with(bucket, 'place:')`
      : sql`bucket = ${bucket}`
  const { rows } = await sql<{ failed: number; open: number; lastFailed: Date | null }>`
    select count(*) filter (where failed and at > ${failedSince})::int as failed,
           count(*) filter (where not failed and at > ${openSince})::int as open,
           max(at) filter (where failed and at > ${failedSince}) as last_failed
    from login_attempt where ${counted}`.execute(tx)
  return rows[0] ?? { failed: 0, open: 0, lastFailed: null }
}
