import type { Kysely } from 'kysely'
import type { Context, Tx } from '../../context.ts'
import type { Database } from '../../db/schema.ts'
import { newToken, tokenHash } from '../../http/token.ts'

/**
 * What a ticket lets its holder do next: `second` type the dynamic code, `enrol` bind one, `reset` choose a new password,
 * `oidc` come back from a provider, `third` take the session, `unbound` bind the provider's account by phone, `bind`
 * confirm the binding to his own account.
 */
export type TicketPurpose = 'second' | 'enrol' | 'reset' | 'oidc' | 'third' | 'unbound' | 'bind'

/** Life of a ticket, ms. */
export const TICKET_LIFE_MS = 600_000
const MOST_TRIES = 5

export interface Ticket {
  readonly userId: string | null
  readonly data: Readonly<Record<string, string>>
}

/** Makes a ticket: 32 random bytes that exist only in the answer; its hash is stored. */
export async function issueTicket(
  db: Kysely<Database> | Tx,
  ctx: Context,
  purpose: TicketPurpose,
  about: {
    readonly userId?: string | null
    readonly data?: Readonly<Record<string, string>>
    /** Cookie of the browser in which the step must end; none = any. */
    readonly browser?: string
    readonly lifeMs?: number
    /** Name of the ticket, for a secret that somebody else carries back (the `state` of a provider); none = made here. */
    readonly key?: string
  },
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
      data: JSON.stringify(about.data ?? {}),
      expiresAt: new Date(now + (about.lifeMs ?? TICKET_LIFE_MS)),
    })
    .execute()
  return token
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
