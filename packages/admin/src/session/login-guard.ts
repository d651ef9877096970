import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'

/** A password check that is under way and counts against the limits until it is settled. */
export interface Attempt {
  readonly id: string
  readonly account: string
  readonly address: string
}

type Subject = 'account' | 'address'

// A check whose process died no longer counts after this long; a live one is settled far sooner.
const ABANDONED_MS = 60_000
const PATIENCE_MS = 20_000

/**
 * Asks to check one password. `locked` carries the minutes to wait; `busy` says that too many checks of this account
 * or address are under way and did not end in time.
 *
 * At no moment do failures plus checks under way exceed the limit, on all nodes together, so parallel guesses gain
 * nothing; and only settled failures lock, so parallel right logins wait for each other instead of locking out.
 */
export async function beginAttempt(
  ctx: Context,
  account: string,
  address: string,
): Promise<Attempt | { readonly locked: number } | 'busy'> {
  for (
    let waited = 0, pause = 20;
    waited <= PATIENCE_MS;
    waited += pause, pause = Math.min(pause * 1.5, 250)
  ) {
    const answer = await ctx.db.transaction().execute((tx) => tryBegin(tx, ctx, account, address))
    if (answer !== 'wait') return answer
    await sleep(pause)
  }
  return 'busy'
}

async function tryBegin(tx: Tx, ctx: Context, account: string, address: string) {
  const now = ctx.clock.now()
  await takeTurns(tx, account, address)
  const lock = await tx
    .selectFrom('loginLock')
    .select('until')
    .where('subject', 'in', [`account:${account}`, `address:${address}`])
    .where('until', '>', new Date(now))
    .orderBy('until', 'desc')
    .executeTakeFirst()
  if (lock) return { locked: Math.ceil((lock.until.getTime() - now) / 60_000) }
  const limits = limitsOf(ctx)
  if ((await countOf(tx, ctx, 'account', account)).all >= limits.account) return 'wait'
  if ((await countOf(tx, ctx, 'address', address)).all >= limits.address) return 'wait'
  const { id } = await tx
    .insertInto('loginAttempt')
    .values({ account, address, at: new Date(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, account, address }
}

/** The password was right: what went wrong before for this account is forgotten. */
export async function settleRight(ctx: Context, attempt: Attempt): Promise<void> {
  await ctx.db
    .deleteFrom('loginAttempt')
    .where((where) =>
      where.or([
        where('id', '=', attempt.id),
        where.and([where('account', '=', attempt.account), where('failed', '=', true)]),
      ]),
    )
    .execute()
}

/** The check could not be made (a surprise): it counts as nothing. */
export async function dropAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  await ctx.db.deleteFrom('loginAttempt').where('id', '=', attempt.id).execute()
}

/** The password was wrong. Returns the minutes of the lock-out when this failure was the last one allowed. */
export async function settleWrong(ctx: Context, attempt: Attempt): Promise<number | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    const now = ctx.clock.now()
    await takeTurns(tx, attempt.account, attempt.address)
    await tx
      .updateTable('loginAttempt')
      .set({ failed: true, at: new Date(now) })
      .where('id', '=', attempt.id)
      .execute()
    const limits = limitsOf(ctx)
    const minutes = ctx.config.loginLockMinutes
    let isLocked = false
    for (const subject of ['account', 'address'] as const) {
      const { failed } = await countOf(tx, ctx, subject, attempt[subject])
      if (failed < limits[subject]) continue
      isLocked = true
      // As long as the counted window: when the lock ends, the failures that made it have left the count.
      const until = new Date(now + minutes * 60_000)
      await tx
        .insertInto('loginLock')
        .values({ subject: `${subject}:${attempt[subject]}`, until })
        .onConflict((on) => on.column('subject').doUpdateSet({ until }))
        .execute()
    }
    await tx.deleteFrom('loginAttempt').where('at', '<', oldest(ctx)).execute()
    await tx.deleteFrom('loginLock').where('until', '<', new Date(now)).execute()
    return isLocked ? minutes : undefined
  })
}

/** An administrator gives the account a new password: its lock and its failures go. */
export async function unlockAccount(tx: Tx, username: string): Promise<void> {
  const accounts = [accountKey(username), secondKey(username), pinKey(username)]
  await tx
    .deleteFrom('loginLock')
    .where(
      'subject',
      'in',
      accounts.map((account) => `account:${account}`),
    )
    .execute()
  await tx.deleteFrom('loginAttempt').where('account', 'in', accounts).execute()
}

/** The name under which failures are counted, whether such a user exists or not. */
export function accountKey(username: string): string {
  return username.trim().toLowerCase().slice(0, 100)
}

/** The name under which wrong dynamic codes are counted: a right password must not forgive them. */
export function secondKey(username: string): string {
  return `second:${accountKey(username)}`.slice(0, 100)
}

/** The name under which wrong signing PINs are counted: they lock signing by PIN, never the sign-in. */
export function pinKey(username: string): string {
  return `pin:${accountKey(username)}`.slice(0, 100)
}

/** Minutes for which a name is locked, 0 when it is not. */
export async function lockedMinutes(ctx: Context, account: string): Promise<number> {
  const now = ctx.clock.now()
  const lock = await ctx.db
    .selectFrom('loginLock')
    .select('until')
    .where('subject', '=', `account:${account}`)
    .where('until', '>', new Date(now))
    .executeTakeFirst()
  return lock ? Math.ceil((lock.until.getTime() - now) / 60_000) : 0
}

/** The address under which failures are counted; an IPv6 subscriber owns a whole /64. */
export function addressKey(ip: string): string {
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice('::ffff:'.length)
  return ip.includes(':') && ip !== '::1' ? `${expandedPrefix(ip)}::/64` : ip
}

function expandedPrefix(ip: string): string {
  const [head = [], tail = []] = ip.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

function limitsOf(ctx: Context): Record<Subject, number> {
  return { account: ctx.config.loginMaxFailures, address: ctx.config.loginMaxAddressFailures }
}

function oldest(ctx: Context): Date {
  return new Date(ctx.clock.now() - Math.max(ctx.config.loginLockMinutes * 60_000, ABANDONED_MS))
}

/** One at a time per account and per address; the keys in order, so that two logins cannot wait for each other. */
async function takeTurns(tx: Tx, account: string, address: string): Promise<void> {
  for (const key of [`account:${account}`, `address:${address}`].toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`login:${key}`}, 0))`.execute(tx)
  }
}

async function countOf(tx: Tx, ctx: Context, subject: Subject, value: string) {
  const now = ctx.clock.now()
  const failedSince = new Date(now - ctx.config.loginLockMinutes * 60_000)
  const openSince = new Date(now - ABANDONED_MS)
  const { rows } = await sql<{ failed: number; open: number }>`
    select count(*) filter (where failed and at > ${failedSince})::int as failed,
           count(*) filter (where not failed and at > ${openSince})::int as open
    from login_attempt where ${sql.ref(subject)} = ${value}`.execute(tx)
  const { failed, open } = rows[0] ?? { failed: 0, open: 0 }
  return { failed, all: failed + open }
}
