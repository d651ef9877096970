import { sql, type Kysely } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { newToken, tokenHash } from '@suoan/platform/http/token'

/**
 * What a ticket lets its holder do next: `second` type the dynamic code, `enrol` bind one, `reset` choose a new password,
 * `oidc` come back from a provider, `third` take the session, `unbound` bind the provider's account by phone, `bind`
 * confirm the binding to his own account, `qr` take the session that a telephone said yes to.
 */
export type TicketPurpose = 'second' | 'enrol' | 'reset' | 'oidc' | 'third' | 'unbound' | 'bind' | 'qr'

/** Life of a ticket, ms. */
export const TICKET_LIFE_MS = 600_000
const MOST_TRIES = 5
/** Begun and not finished, from one address: a ticket that was used or is over no longer counts. */
const MOST_BEGUN = 60

export interface Ticket {
  readonly userId: string | null
  readonly data: Readonly<Record<string, string>>
}

export interface TicketInput {
  readonly userId?: string | null
  readonly data?: Readonly<Record<string, string>>
  /** Cookie of the browser in which the step must end; none = any. */
  readonly browser?: string
  /** Address key of who begins without a session. */
  readonly address?: string
  readonly lifeMs?: number
  /** Name of the ticket, for a secret that somebody else carries back (the `state` of a provider); none = made here. */
  readonly key?: string
}

/** Makes a ticket: 32 random bytes that exist only in the answer; its hash is stored. */
export async function issueTicket(
  db: Kysely<Database> | Tx,
  ctx: Context,
  purpose: TicketPurpose,
  about: TicketInput,
): Promise<string> {
  const token = about.key ?? newToken()
  const now = ctx.clock.now()
  await db.deleteFrom('signInTicket').where('expiresAt', '<', new Date(now)).execute()
  await db
    .insertInto('signInTicket')
    .values({
      tokenHash: hashOf(token),
      purpose,
      userId: about.userId ?? null,
      browserHash: about.browser === undefined ? null : hashOf(about.browser),
      address: about.address ?? null,
      data: JSON.stringify(about.data ?? {}),
      expiresAt: new Date(now + (about.lifeMs ?? TICKET_LIFE_MS)),
    })
    .execute()
  return token
}

/**
 * A ticket that anybody may ask for without having proved anything; undefined when its address has begun too often
 * without coming back, so that nobody fills the table (security.md V14: limits per address).
 */
export async function issueOpenTicket(
  ctx: Context,
  purpose: TicketPurpose,
  about: TicketInput & { readonly address: string },
): Promise<string | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`ticket:${about.address}`}, 0))`.execute(tx)
    const { begun } = await tx
      .selectFrom('signInTicket')
      .select((select) => select.fn.countAll<string>().as('begun'))
      .where('address', '=', about.address)
      .where('purpose', '=', purpose)
      .where('expiresAt', '>', new Date(ctx.clock.now()))
      .executeTakeFirstOrThrow()
    return Number(begun) >= MOST_BEGUN ? undefined : issueTicket(tx, ctx, purpose, about)
  })
}

/** Looks a ticket up and counts the look as a try; undefined when it is not one, too old, tried too often, or another browser's. */
export async function tryTicket(
  ctx: Context,
  purpose: TicketPurpose,
  token: string,
  browser?: string,
): Promise<Ticket | undefined> {
  const row = await ctx.db
    .updateTable('signInTicket')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('tries', '<', MOST_TRIES)
    .where('expiresAt', '>', new Date(ctx.clock.now()))
    .returning(['userId', 'data', 'browserHash'])
    .executeTakeFirst()
  return row && isOfBrowser(row.browserHash, browser)
    ? { userId: row.userId, data: textsOf(row.data) }
    : undefined
}

/** Looks at a ticket without counting it; undefined when it is not one, too old, or another browser's. */
export async function lookAtTicket(
  ctx: Context,
  purpose: TicketPurpose,
  token: string,
  browser: string | undefined,
): Promise<Ticket | undefined> {
  const row = await ctx.db
    .selectFrom('signInTicket')
    .select(['userId', 'data', 'browserHash'])
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', new Date(ctx.clock.now()))
    .executeTakeFirst()
  return row && isOfBrowser(row.browserHash, browser)
    ? { userId: row.userId, data: textsOf(row.data) }
    : undefined
}

/** A ticket that is nobody's yet; undefined when it is not one, somebody's already, or too old. */
export async function findOpenTicket(
  ctx: Context,
  purpose: TicketPurpose,
  token: string,
): Promise<Ticket | undefined> {
  const row = await ctx.db
    .selectFrom('signInTicket')
    .select('data')
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('userId', 'is', null)
    .where('expiresAt', '>', new Date(ctx.clock.now()))
    .executeTakeFirst()
  return row && { userId: null, data: textsOf(row.data) }
}

/** Gives a ticket that is nobody's to somebody, for `lifeMs` from now; false when it is no such ticket any more. */
export async function giveTicket(
  ctx: Context,
  purpose: TicketPurpose,
  token: string,
  to: { readonly userId: string; readonly lifeMs: number },
): Promise<boolean> {
  const row = await ctx.db
    .updateTable('signInTicket')
    .set({ userId: to.userId, expiresAt: new Date(ctx.clock.now() + to.lifeMs) })
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('userId', 'is', null)
    .where('expiresAt', '>', new Date(ctx.clock.now()))
    .returning('purpose')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes a ticket away, so that it works once; undefined like `tryTicket`. */
export async function takeTicket(
  db: Kysely<Database> | Tx,
  ctx: Context,
  purpose: TicketPurpose,
  token: string,
  browser?: string,
): Promise<Ticket | undefined> {
  const row = await db
    .deleteFrom('signInTicket')
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', new Date(ctx.clock.now()))
    .returning(['userId', 'data', 'browserHash'])
    .executeTakeFirst()
  return row && isOfBrowser(row.browserHash, browser)
    ? { userId: row.userId, data: textsOf(row.data) }
    : undefined
}

/** A text that is no token has a hash that no ticket has. */
function hashOf(token: string): string {
  return tokenHash(token) ?? '-'
}

function isOfBrowser(stored: string | null, browser: string | undefined): boolean {
  return stored === null || (browser !== undefined && stored === hashOf(browser))
}

function textsOf(data: unknown): Readonly<Record<string, string>> {
  // Written by `issueTicket` only.
  return data as Readonly<Record<string, string>>
}
