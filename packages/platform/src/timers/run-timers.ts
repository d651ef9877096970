import { clockAlarmMs } from '@suoan/domain/device'
import { createClockWatch, systemClock, type Clock } from '@suoan/kit/clock'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { DueTimer } from '../context.ts'
import { LEASE_SECONDS, RENEW_EVERY_MS } from '../db/lease.ts'
import { inTransaction } from '../db/transaction.ts'

/** Handlers of one server at once; each may hold a database connection. */
const MOST_AT_ONCE = 4
/** A deadline acts within two seconds of its moment: half of them are left for the work. */
const EVERY_MS = 1000
/** A clock that stays behind this long is right, and the one before was wrong. [D] */
const BELIEVE_AFTER_MS = 86_400_000
/** Only runs: whoever sets the machine's clock does not move it. */
const runningClock: Clock = { now: () => performance.now() }
/** How often what the clock shows is kept for the next start. */
const KEEP_EVERY_MS = 60_000

/**
 * Runs due timers with at most `atOnce` handlers at a time, those of one subject one after the other: a slow handler
 * holds up its own subject only. Runs may overlap; a run ends when what it began has ended, and returns how many timers
 * were done. Rows are claimed with a lease that is renewed while the handler runs (3-domain.md §4.5.7): several servers
 * share the work, none runs one that another holds. One that fails is tried again after 2, 4, 8 … seconds, at most five
 * minutes apart, for as long as it takes: a lost deadline is a lost warning.
 */
export function createTimerRunner(atOnce: number): (ctx: Context) => Promise<number> {
  const running = new Set<Promise<unknown>>()
  const bySubject = new Map<string, Promise<boolean>>()
  let isClaiming = false

  const begin = (ctx: Context, timer: Claimed): Promise<boolean> => {
    const subject = `${timer.tenantId}/${timer.subjectId}`
    const renewal = setInterval(() => void renew(ctx, timer), RENEW_EVERY_MS).unref()
    const before = bySubject.get(subject) ?? Promise.resolve(true)
    const work = before
      .then(() => runOne(ctx, timer))
      // Its end could not be noted: the lease runs out, and it runs again.
      .catch((error: unknown) => {
        ctx.log.error({ err: error, kind: timer.kind }, 'the end of a timer was not noted')
        return false
      })
      .finally(() => {
        clearInterval(renewal)
        running.delete(work)
        if (bySubject.get(subject) === work) bySubject.delete(subject)
      })
    running.add(work)
    bySubject.set(subject, work)
    return work
  }

  return async (ctx) => {
    const begun: Promise<boolean>[] = []
    for (;;) {
      // Another run is looking, and takes what is due.
      if (isClaiming) break
      isClaiming = true
      const free = atOnce - running.size
      let claimed: Claimed[] = []
      try {
        claimed = free > 0 ? await claim(ctx, free) : []
      } finally {
        isClaiming = false
      }
      for (const timer of claimed) begun.push(begin(ctx, timer))
      if (claimed.length === 0) break
      if (running.size >= atOnce) await Promise.race(running)
    }
    return (await Promise.all(begun)).filter(Boolean).length
  }
}

async function renew(ctx: Context, { id, leaseId }: Claimed): Promise<void> {
  try {
    await sql`update lo_timer set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where id = ${id} and lease_id = ${leaseId}`.execute(ctx.db)
  } catch (error) {
    ctx.log.warn({ err: error }, 'the lease of a timer was not renewed')
  }
}

type Claimed = DueTimer & { readonly leaseId: string; readonly attempts: number }

/** Only kinds that this server can handle: a newer neighbour may have set others. */
async function claim(ctx: Context, most: number): Promise<Claimed[]> {
  const leaseId = newId()
  const { rows } = await sql<Omit<Claimed, 'dueAt'> & { dueTime: Date }>`
    update lo_timer set lease_id = ${leaseId}, attempts = attempts + 1,
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from lo_timer
      where due_time <= ${new Date(ctx.clock.now())} and (lease_until is null or lease_until < now())
        and kind = any(${ctx.timers.kinds}::text[])
      order by due_time, id limit ${most} for update skip locked)
    returning id, tenant_id, kind, subject_id, key, due_time, data, lease_id, attempts`.execute(ctx.db)
  return rows
    .map(({ dueTime, ...row }) => ({ ...row, dueAt: dueTime.getTime() }))
    .toSorted((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))
}

async function runOne(ctx: Context, timer: Claimed): Promise<boolean> {
  const { id, leaseId, kind, attempts } = timer
  try {
    await ctx.timers.of(kind)?.(ctx, timer)
  } catch (error) {
    ctx.log.error({ err: error, kind, subjectId: timer.subjectId, attempts }, 'a timer failed')
    const wait = Math.min(2 ** Math.min(attempts, 10), 300)
    const text = error instanceof Error ? error.message : String(error)
    await sql`update lo_timer set lease_until = now() + make_interval(secs => ${wait}), last_error = ${text.slice(0, 500)}
      where id = ${id} and lease_id = ${leaseId}`.execute(ctx.db)
    return false
  }
  // A handler that set the timer again has taken the lease off; then it stays.
  await sql`delete from lo_timer where id = ${id} and lease_id = ${leaseId}`.execute(ctx.db)
  return true
}

/**
 * A look for due timers; looks may overlap. The server's clock is compared with one that only runs: a jump is told as
 * `clock.jumped`, and whatever is due is judged by the later reading, so that a clock set back holds no warning up. That
 * it was set back while no server ran is seen by what the last one kept. What is kept is the clock's own reading: after
 * the next start a clock that was set right is believed.
 */
export async function createTimerLook(
  ctx: Context,
  // A replaced clock is the only time there is.
  running: Clock = ctx.clock === systemClock ? runningClock : ctx.clock,
): Promise<() => Promise<number>> {
  const limits = { limitMs: clockAlarmMs, believeAfterMs: BELIEVE_AFTER_MS }
  // A clock that is the only time there is cannot have been set back, whatever another one showed before.
  const isWatched = running !== ctx.clock
  const kept = isWatched
    ? await ctx.db.selectFrom('serverClock').select('shown').executeTakeFirst()
    : undefined
  const watch = createClockWatch(ctx.clock, running, limits, kept?.shown.getTime())
  ctx.timers.judgeBy(watch.safer)
  const run = createTimerRunner(MOST_AT_ONCE)
  let keptAt = Number.NEGATIVE_INFINITY
  return async () => {
    const jump = watch.look()
    if (jump !== null) {
      ctx.log.error({ ...jump }, 'the clock of the server has jumped')
      await inTransaction(ctx, async (_, emit) => emit('clock.jumped', jump))
    }
    if (isWatched && running.now() - keptAt >= KEEP_EVERY_MS) {
      keptAt = running.now()
      await keep(ctx)
    }
    return run(ctx.timers.judged(ctx))
  }
}

async function keep(ctx: Context): Promise<void> {
  const shown = new Date(ctx.clock.now())
  await ctx.db
    .insertInto('serverClock')
    .values({ shown })
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet({ shown }))
    .execute()
}

/** Looks for due timers, and what else is due, every second until the returned function is called; that waits for what is under way. */
export async function startTimers(ctx: Context): Promise<() => Promise<void>> {
  const running = new Set<Promise<unknown>>()
  /** A look that takes longer than the time between two is not begun again. */
  const underWay = new Set<unknown>()
  const lookOnce = await createTimerLook(ctx)
  const look = (): void => {
    const looking = lookOnce()
      // Nobody waits for a look; the next one tries again.
      .catch((error: unknown) => ctx.log.error({ err: error }, 'due timers could not be read'))
      .finally(() => running.delete(looking))
    running.add(looking)
    for (const each of ctx.timers.looks) {
      if (underWay.has(each)) continue
      const looked = each(ctx.timers.judged(ctx))
        .catch((error: unknown) => ctx.log.error({ err: error }, 'a look for deadlines failed'))
        .finally(() => underWay.delete(each) && running.delete(looked))
      underWay.add(each)
      running.add(looked)
    }
  }
  const timer = setInterval(look, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await Promise.all(running)
  }
}
