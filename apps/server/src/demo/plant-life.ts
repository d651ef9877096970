import type { Context } from '@suoan/platform/context'
import { sql } from 'kysely'
import { drawAreaPlans } from './area-plans.ts'
import { playPast } from './history.ts'
import { historyDays, historyOf } from './past-days.ts'
import { openPastWorld, type PastWorld } from './past-world.ts'
import { playToday, todayCount } from './today.ts'

/** Devices introduce themselves and people open their first pages before the past is played. */
const SETTLE_MS = 8_000

/** How far the life of the demo works has been made. */
export interface PlantLife {
  /** Epoch ms. */
  readonly firstStart: number
  readonly todayDone: number
  readonly historyDone: number
}

/** Null where there is no demo works: nothing is ever made there. */
export async function plantLife(ctx: Pick<Context, 'db'>): Promise<PlantLife | null> {
  const { rows } = await sql<{ firstStart: Date; todayDone: number; historyDone: number }>`
    select first_start, today_done, history_done from demo_plant`.execute(ctx.db)
  const [row] = rows
  return row === undefined ? null : { ...row, firstStart: row.firstStart.getTime() }
}

/** The tickets of the first day, before anybody is let in; goes on where it was ended. */
export async function makeToday(ctx: Context): Promise<void> {
  const life = await plantLife(ctx)
  if (life === null) return
  await drawAreaPlans(ctx)
  // The months of the past, before anything is told in them.
  await sql`select lo_make_log_partitions(${new Date(life.firstStart - (historyDays + 10) * 86_400_000)}::date, 5)`.execute(
    ctx.db,
  )
  if (life.todayDone >= todayCount) return
  const world = await openPastWorld(ctx)
  try {
    for (let n = life.todayDone; n < todayCount; n += 1)
      await attempt(ctx, `today ${n}`, () =>
        playToday(world, n, life.firstStart, () => note(world, 'today_done', n + 1)),
      ).then((isDone) => (isDone ? undefined : noteSkipped(ctx, 'today_done', n + 1)))
  } finally {
    await world.close()
  }
}

/** The making of the history in the background. */
export interface HistoryMaker {
  /** Tickets of the history, and those that have been played. */
  readonly progress: () => { readonly done: number; readonly of: number }
  /** Ends it after the ticket under way; it goes on at the next start. */
  stop(): Promise<void>
  readonly finished: Promise<void>
}

/** Plays what is missing of the 90 days, a ticket at a time; null where nothing is missing. */
export async function startHistory(ctx: Context): Promise<HistoryMaker | null> {
  const life = await plantLife(ctx)
  if (life === null) return null
  const past = historyOf(life.firstStart)
  if (life.historyDone >= past.length) return null
  let done = life.historyDone
  let isStopped = false
  let wake = (): void => {}
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve
      setTimeout(resolve, ms).unref()
    })
  const make = async (): Promise<void> => {
    await pause(SETTLE_MS)
    if (isStopped) return
    const world = await openPastWorld(ctx)
    try {
      while (done < past.length && !isStopped) {
        const ticket = past[done]
        if (ticket === undefined) break
        const next = done + 1
        const began = performance.now()
        const isDone = await attempt(ctx, `history ${ticket.seed}`, () =>
          playPast(world, ticket, () => note(world, 'history_done', next)),
        )
        if (!isDone) await noteSkipped(ctx, 'history_done', next)
        done = next
        // The living come first: half of the time nothing of the past is held.
        await pause(performance.now() - began)
      }
    } finally {
      await world.close()
    }
  }
  const finished = make().catch((error: unknown) =>
    ctx.log.error({ err: error }, 'the demo history was given up until the next start'),
  )
  return {
    progress: () => ({ done, of: past.length }),
    async stop() {
      isStopped = true
      wake()
      await finished
    },
    finished,
  }
}

/**
 * Tried twice: a live report and the past may have waited for each other. A ticket that cannot be played is left out:
 * people may have changed what it is about.
 */
async function attempt(ctx: Context, what: string, work: () => Promise<void>): Promise<boolean> {
  for (const isLast of [false, true])
    try {
      await work()
      return true
    } catch (error) {
      if (isLast) ctx.log.warn({ err: error, what }, 'a ticket of the demo plant could not be played')
    }
  return false
}

type Counter = 'today_done' | 'history_done'

/** In the transaction of the ticket: what is noted as played was played. */
async function note(world: PastWorld, counter: Counter, count: number): Promise<void> {
  await sql`update demo_plant set ${sql.id(counter)} = ${count}`.execute(world.ctx.db)
}

async function noteSkipped(ctx: Context, counter: Counter, count: number): Promise<void> {
  await sql`update demo_plant set ${sql.id(counter)} = ${count}`.execute(ctx.db)
}
