import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { ticketIn } from '../ticket-sets.ts'
import { advanceBySystem } from './advance-ticket.ts'
import { catchUp } from './catch-up.ts'

const everyMs = 60_000
const batch = 200

/**
 * Expires every ticket whose time has passed by the clock that deadlines are judged by (T17, T40, T54); returns how
 * many. Safe on several servers and to repeat: a ticket somebody is working on is skipped until the next minute, and one
 * already expired refuses the event.
 */
export async function expireTickets(server: Context): Promise<number> {
  const ctx = server.timers.judged(server)
  const due = await ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; tenantId: number }>`
      select id, tenant_id from lo_work
      where ${ticketIn('expiring', 'lo_work')}
        and coalesce(valid_end, plan_end) <= ${new Date(ctx.clock.now())}
      order by id limit ${batch} for update skip locked`.execute(tx)
    return rows
  })
  let expired = 0
  for (const { id, tenantId } of due)
    if ((await advanceBySystem(ctx, tenantId, id, { type: 'expire' })) !== null) expired += 1
  return expired
}

/** Sweeps each minute until the returned function is called; that waits for a sweep that is under way. */
export function sweepExpired(ctx: Context): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => expireTickets(ctx))
      .then(
        (count) => {
          if (count > 0) ctx.log.info({ count }, 'tickets have expired')
        },
        // Nobody waits for a sweep; the next one tries again.
        (error: unknown) => ctx.log.error({ err: error }, 'the sweep of expired tickets failed'),
      )
      .then(async () => void (await catchUp(ctx)))
      .catch((error: unknown) => ctx.log.error({ err: error }, 'the sweep of missed reactions failed'))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
