import { createClockWatch, systemClock, type Clock } from '@suoan/kit/clock'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { DueTimer } from '../context.ts'

const BATCH = 100
/** A server that dies with claimed timers gives them back after this long. */
const LEASE_SECONDS = 60
const EVERY_MS = 2000
/** What a clock that merely drifts is corrected by; the same bound as for devices (3-domain.md §5.5.4). */
const JUMP_MS = 120_000
/** A clock that stays behind this long is right, and the one before was wrong. [D] */
const BELIEVE_AFTER_MS = 86_400_000
/** Only runs: whoever sets the machine's clock does not move it. */
const runningClock: Clock = { now: () => performance.now() }
/** How often what the clock shows is kept for the next start. */
const KEEP_EVERY_MS = 60_000

/**
 * Runs every timer that is due by the server's clock; returns how many were done. Rows are claimed with a lease
 * (3-domain.md §4.5.7): several servers share the work, none runs one that another holds. One that fails is tried again
 * after 2, 4, 8 … seconds, at most five minutes apart, for as long as it takes: a lost deadline is a lost warning.
 */
export async function runDueTimers(ctx: Context): Promise<number> {
  let done = 0
  for (;;) {
    const claimed = await claim(ctx)
    for (const timer of claimed) if (await runOne(ctx, timer)) done += 1
    if (claimed.length < BATCH) return done
  }
}

type Claimed = DueTimer & { readonly leaseId: string; readonly attempts: number }

/** Only kinds that this server can handle: a newer neighbour may have set others. */
async function claim(ctx: Context): Promise<Claimed[]> {
  const leaseId = newId()
  const { rows } = await sql<Omit<Claimed, 'dueAt'> & { dueTime: Date }>`
    update lo_timer set lease_id = ${leaseId}, attempts = attempts + 1,
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from lo_timer
      where due_time <= ${new Date(ctx.clock.now())} and (lease_until is null or lease_until < now())
        and kind = any(${ctx.timers.kinds}::text[])
      order by due_time, id limit ${BATCH} for update skip locked)
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
 * One look for due timers after the other. The server's clock is compared with one that only runs: a jump is told as
 * `clock.jumped`, and whatever is due is judged by the later reading, so that a clock set back holds no warning up. That
 * it was set back while no server ran is seen by what the last one kept. What is kept is the clock's own reading: after
 * the next start a clock that was set right is believed.
 */
export async function createTimerLook(
  ctx: Context,
  // A replaced clock is the only time there is.
  running: Clock = ctx.clock === systemClock ? runningClock : ctx.clock,
): Promise<() => Promise<number>> {
  const limits = { limitMs: JUMP_MS, believeAfterMs: BELIEVE_AFTER_MS }
  // A clock that is the only time there is cannot have been set back, whatever another one showed before.
  const isWatched = running !== ctx.clock
  const kept = isWatched
    ? await ctx.db.selectFrom('serverClock').select('shown').executeTakeFirst()
    : undefined
  const watch = createClockWatch(ctx.clock, running, limits, kept?.shown.getTime())
  ctx.timers.judgeBy(watch.safer)
  let keptAt = Number.NEGATIVE_INFINITY
  return async () => {
    const jump = watch.look()
    if (jump !== null) {
      ctx.log.error({ ...jump }, 'the clock of the server has jumped')
      ctx.events.emit('clock.jumped', jump)
    }
    const done = await runDueTimers(ctx.timers.judged(ctx))
    if (isWatched && running.now() - keptAt >= KEEP_EVERY_MS) {
      await keep(ctx)
      keptAt = running.now()
    }
    return done
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

/** Looks for due timers every two seconds until the returned function is called; that waits for a run under way. */
export async function startTimers(ctx: Context): Promise<() => Promise<void>> {
  let running: Promise<unknown> | null = null
  const lookOnce = await createTimerLook(ctx)
  const look = (): void => {
    // A slow run is not joined by a second one.
    running ??= lookOnce()
      // Nobody waits for a look; the next one tries again.
      .catch((error: unknown) => ctx.log.error({ err: error }, 'due timers could not be read'))
      .finally(() => (running = null))
  }
  const timer = setInterval(look, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
