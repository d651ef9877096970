import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { ticketIn } from '../ticket-sets.ts'
import { expireTicket } from './advance-ticket.ts'
import { catchUp } from './catch-up.ts'

/** How often it is looked for what was missed. */
const catchUpMs = 60_000
const batch = 200
/** Many end at the change of shift, all at one moment; each holds a connection while it expires. */
const atOnce = 4

/**
 * Expires every ticket whose time has passed by the clock that deadlines are judged by (T17, T40, T54); returns how
 * many. Safe on several servers and to repeat: a ticket somebody is working on is skipped until the next look (his call
 * finds it expired, `advanceTicket`), and one already expired refuses the event. One that cannot be expired does not
 * keep the others.
 */
export async function expireTickets(server: Context): Promise<number> {
  const ctx = server.timers.judged(server)
  const tried: string[] = []
  let expired = 0
  for (;;) {
    const due = await dueTickets(ctx, tried)
    const ended = await expireAll(ctx, due)
    expired += ended
    tried.push(...due.map(({ id }) => id))
    // As many as a look takes that cannot be expired would keep the rest for ever.
    if (due.length < batch || ended === due.length) return expired
  }
}

interface Due {
  readonly id: string
  readonly tenantId: number
}

/** The next tickets whose time has passed, without those tried in this look. */
const dueTickets = (ctx: Context, tried: readonly string[]): Promise<readonly Due[]> =>
  ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Due>`
      select id, tenant_id from lo_work
      where ${ticketIn('expiring', 'lo_work')}
        and coalesce(valid_end, plan_end) <= ${new Date(ctx.clock.now())} and id <> all(${[...tried]}::text[])
      order by coalesce(valid_end, plan_end) desc, id limit ${batch} for update skip locked`.execute(tx)
    return rows
  })

/** Expires these, some at once; returns how many were. */
async function expireAll(ctx: Context, due: readonly Due[]): Promise<number> {
  let expired = 0
  const rest = [...due]
  const lane = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift())
      try {
        if ((await expireTicket(ctx, next.tenantId, next.id)) !== null) expired += 1
      } catch (error) {
        // The next ticket must end whatever is wrong with this one.
        ctx.log.error({ err: error, workId: next.id }, 'a ticket could not be expired')
      }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return expired
}

/** Looks for ended tickets whenever timers are looked for, one look after the other. */
export function lookForEnds(ctx: Context): void {
  ctx.timers.onLook(async (looking) => {
    const count = await expireTickets(looking)
    if (count > 0) ctx.log.info({ count }, 'tickets have expired')
  })
}

/** Looks each minute for what was missed until the returned function is called; that waits for a look under way. */
export function sweepMissed(ctx: Context): () => Promise<void> {
  if (ctx.onlyAnswers) return async () => {}
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(async () => void (await catchUp(ctx)))
      // Nobody waits for a sweep; the next one tries again.
      .catch((error: unknown) => ctx.log.error({ err: error }, 'the sweep of missed reactions failed'))
  }, catchUpMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
