import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { newToken, tokenHash } from '@suoan/platform/http/token'

/**
 * What a sign-in challenge lets its holder do next: `second` type the dynamic code, `enrol` bind one, `reset` choose a new password,
 * `oidc` come back from a provider, `third` take the session, `unbound` bind the provider's account by phone, `bind`
 * confirm the binding to his own account, `qr` take the session that a telephone said yes to.
 */
export type ChallengePurpose = 'second' | 'enrol' | 'reset' | 'oidc' | 'third' | 'unbound' | 'bind' | 'qr'

/** Life of a challenge, ms. */
export const CHALLENGE_LIFE_MS = 600_000
const MOST_TRIES = 5
/** Begun and not finished, from one address: a challenge that was used or is over no longer counts. */
const MOST_BEGUN = 60

export interface Challenge {
  readonly userId: string | null
  readonly data: Readonly<Record<string, string>>
}

export interface ChallengeInput {
  readonly userId?: string | null
  readonly data?: Readonly<Record<string, string>>
  /** Cookie of the browser in which the step must end; none = any. */
  readonly browser?: string
  /** Address key of who begins without a session. */
  readonly address?: string
  readonly lifeMs?: number
  /** Token of the challenge, for a secret that somebody else carries back (the `state` of a provider); none = made here. */
  readonly key?: string
}

/** Makes a challenge: a token of 32 random bytes that exists only in the answer; its hash is stored. */
export async function issueChallenge(
  db: Kysely<Database> | Tx,
  ctx: Context,
  purpose: ChallengePurpose,
  about: ChallengeInput,
): Promise<string> {
  const token = about.key ?? newToken()
  const now = ctx.clock.now()
  await db.deleteFrom('signInChallenge').where('expiresAt', '<', new Date(now)).execute()
  await db
    .insertInto('signInChallenge')
    .values({
      tokenHash: hashOf(token),
      purpose,
      userId: about.userId ?? null,
      browserHash: about.browser === undefined ? null : hashOf(about.browser),
      address: about.address ?? null,
      data: JSON.stringify(about.data ?? {}),
      expiresAt: new Date(now + (about.lifeMs ?? CHALLENGE_LIFE_MS)),
    })
    .execute()
  return token
}

/**
 * A challenge that anybody may ask for without having proved anything; undefined when its address has begun too often
 * without coming back, so that nobody fills the table (security.md V14: limits per address).
 */
export async function issueOpenChallenge(
  ctx: Context,
  purpose: ChallengePurpose,
  about: ChallengeInput & { readonly address: string },
): Promise<string | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in-challenge:${about.address}`}, 0))`.execute(
      tx,
    )
    const { begun } = await tx
      .selectFrom('signInChallenge')
      .select((select) => select.fn.countAll<string>().as('begun'))
      .where('address', '=', about.address)
      .where('purpose', '=', purpose)
      .where('expiresAt', '>', new Date(ctx.clock.now()))
      .executeTakeFirstOrThrow()
    return Number(begun) >= MOST_BEGUN ? undefined : issueChallenge(tx, ctx, purpose, about)
  })
}

/** Looks a challenge up and counts the look as a try; undefined when it is not one, too old, tried too often, or another browser's. */
export async function tryChallenge(
  ctx: Context,
  purpose: ChallengePurpose,
  token: string,
  browser?: string,
): Promise<Challenge | undefined> {
  const row = await ctx.db
    .updateTable('signInChallenge')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where(isValid(ctx, purpose, token))
    .where('tries', '<', MOST_TRIES)
    .returning(['userId', 'data', 'browserHash'])
    .executeTakeFirst()
  return heldBy(browser, row)
}

/** Reads a challenge without counting it; undefined when it is not one, too old, or another browser's. */
export async function readChallenge(
  ctx: Context,
  purpose: ChallengePurpose,
  token: string,
  browser: string | undefined,
): Promise<Challenge | undefined> {
  const row = await ctx.db
    .selectFrom('signInChallenge')
    .select(['userId', 'data', 'browserHash'])
    .where(isValid(ctx, purpose, token))
    .executeTakeFirst()
  return heldBy(browser, row)
}

/** A challenge that is nobody's yet; undefined when it is not one, somebody's already, or too old. */
export async function findOpenChallenge(
  ctx: Context,
  purpose: ChallengePurpose,
  token: string,
): Promise<Challenge | undefined> {
  const row = await ctx.db
    .selectFrom('signInChallenge')
    .select('data')
    .where(isValid(ctx, purpose, token))
    .where('userId', 'is', null)
    .executeTakeFirst()
  return row && { userId: null, data: textsOf(row.data) }
}

/** Assigns a challenge that is nobody's to somebody, for `lifeMs` from now; false when it is no such challenge any more. */
export async function assignChallenge(
  ctx: Context,
  purpose: ChallengePurpose,
  token: string,
  to: { readonly userId: string; readonly lifeMs: number },
): Promise<boolean> {
  const row = await ctx.db
    .updateTable('signInChallenge')
    .set({ userId: to.userId, expiresAt: new Date(ctx.clock.now() + to.lifeMs) })
    .where(isValid(ctx, purpose, token))
    .where('userId', 'is', null)
    .returning('purpose')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a challenge, so that it works once; undefined like `tryChallenge`. */
export async function takeChallenge(
  db: Kysely<Database> | Tx,
  ctx: Context,
  purpose: ChallengePurpose,
  token: string,
  browser?: string,
): Promise<Challenge | undefined> {
  const row = await db
    .deleteFrom('signInChallenge')
    .where(isValid(ctx, purpose, token))
    .returning(['userId', 'data', 'browserHash'])
    .executeTakeFirst()
  return heldBy(browser, row)
}

/** A text that is no token has a hash that no challenge has. */
function hashOf(token: string): string {
  return tokenHash(token) ?? '-'
}

/** The token is of a challenge for this purpose that is not over. */
const isValid =
  (ctx: Context, purpose: ChallengePurpose, token: string) =>
  (eb: ExpressionBuilder<Database, 'signInChallenge'>) =>
    eb.and([
      eb('tokenHash', '=', hashOf(token)),
      eb('purpose', '=', purpose),
      eb('expiresAt', '>', new Date(ctx.clock.now())),
    ])

/** A challenge that began in one browser is only good there. */
function heldBy(
  browser: string | undefined,
  row: { userId: string | null; data: unknown; browserHash: string | null } | undefined,
): Challenge | undefined {
  const isHere = !row?.browserHash || (browser !== undefined && row.browserHash === hashOf(browser))
  return row && isHere ? { userId: row.userId, data: textsOf(row.data) } : undefined
}

function textsOf(data: unknown): Readonly<Record<string, string>> {
  // Written by `issueChallenge` only.
  return data as Readonly<Record<string, string>>
}
