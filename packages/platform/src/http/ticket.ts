import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { fail } from '../fail.ts'
import { newToken, tokenHash } from './token.ts'

/** How long a ticket opens its address. */
const TICKET_SECONDS = 60
/** Live tickets of one session: a page of pictures, not a supply. */
const MOST = 200

/** A ticket of the caller's session for one path, without its query; throws `REFUSED` when he has too many. */
export async function issueTicket(
  ctx: Context,
  actor: Actor,
  request: FastifyRequest,
  path: string,
): Promise<{ ticket: string; seconds: number }> {
  const header = request.headers['x-access-token']
  const session = typeof header === 'string' ? tokenHash(header) : undefined
  if (session === undefined) throw fail('TOKEN')
  const now = ctx.clock.now()
  const ticket = newToken()
  await sql`delete from access_ticket where expires_at <= ${new Date(now)}`.execute(ctx.db)
  await inTransaction(ctx, async (tx) => {
    // One after the other within a session: of many that are asked for at once, each sees those before it.
    await sql`select pg_advisory_xact_lock(hashtextextended('access-ticket:' || ${session}, 0))`.execute(tx)
    const { rows } = await sql<{ live: number }>`
      select count(*)::int as live from access_ticket where token_hash = ${session}`.execute(tx)
    if ((rows[0]?.live ?? 0) >= MOST)
      throw fail('REFUSED', { detail: '同时打开的页面或图片过多，请稍候一分钟再试' })
    await sql`insert into access_ticket (hash, token_hash, tenant_id, path, expires_at)
      values (${tokenHash(ticket)}, ${session}, ${actor.tenantId}, ${path}, ${new Date(now + TICKET_SECONDS * 1000)})`.execute(
      tx,
    )
  })
  return { ticket, seconds: TICKET_SECONDS }
}

/** The session (by its token's hash) and the tenant that a ticket of this request stands for; undefined for none. */
export async function readTicket(
  ctx: Context,
  request: FastifyRequest,
): Promise<{ session: string; tenantId: number } | undefined> {
  const { query } = request
  if (typeof query !== 'object' || query === null) return undefined
  // Menus of the specification write it as `token=${token}`.
  const given = 'ticket' in query ? query.ticket : 'token' in query ? query.token : undefined
  const hash = typeof given === 'string' ? tokenHash(given) : undefined
  if (hash === undefined) return undefined
  const path = request.url.split('?', 1)[0] ?? ''
  const { rows } = await sql<{ session: string; tenantId: number }>`
    select token_hash as session, tenant_id from access_ticket
    where hash = ${hash} and path = ${path} and expires_at > ${new Date(ctx.clock.now())}`.execute(ctx.db)
  return rows[0]
}
