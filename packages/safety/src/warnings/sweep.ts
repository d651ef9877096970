import type { Context, Reacting, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { scheduleTimer } from '@suoan/platform/timers'
import { alarmsOfLastDay } from './alarms/from-logs.ts'
import { checkConditions } from './alarms/conditions.ts'
import type { Candidate } from './candidate.ts'
import { closeOfClosedLocks } from './close.ts'
import { findByTime } from './find/by-time.ts'
import { findOutOfContact } from './find/out-of-contact.ts'
import { judgeOpenings } from './judge-openings.ts'
import { raiseWarnings } from './raise.ts'
import { returnWarnings } from './return-warnings.ts'
import { remindBeforeEnd } from './remind.ts'
import { notifyDue } from './notify-due.ts'

const warningsEveryMs = 10_000
const alarmsEveryMs = 60_000

/**
 * Looks at what is: open sessions against the rules, live warnings against their locks, due warnings against the time.
 * Everything is derived from stored facts, so a restart, a lost event or a second server changes nothing but the moment.
 * What a reaction had to do and has not is done here, and noted as a defect (A20).
 */
export async function sweepWarnings(ctx: Context): Promise<void> {
  const raiseBy =
    (find: (tx: Tx, now: number) => Promise<readonly Candidate[]>): Step =>
    async ({ tx, now }) =>
      raiseWarnings(tx, await find(tx, now), now)
  const errors: unknown[] = []
  // A fault in one rule must not silence the others: each runs, and the first error is reported at the end.
  const steps: readonly Step[] = [
    (reacting) => closeOfClosedLocks(reacting),
    // Before the openings are judged by time: one that goes on is no new one.
    returnWarnings,
    judgeOpenings,
    ...[findByTime, findOutOfContact].map(raiseBy),
    ({ tx, emit, now }) => remindBeforeEnd(tx, emit, now),
  ]
  for (const step of steps) {
    try {
      await inTransaction(ctx, (tx, emit) => step({ ctx, tx, emit, now: ctx.clock.now() }))
    } catch (error) {
      errors.push(error)
    }
  }
  await notifyAllDue(ctx)
  if (errors.length > 0) throw errors[0]
}

type Step = (reacting: Reacting) => Promise<unknown>

/** Tells until nothing is due. */
export async function notifyAllDue(ctx: Context): Promise<void> {
  const batch = () => inTransaction(ctx, (tx, emit) => notifyDue(tx, emit, ctx.clock.now()))
  while ((await batch()) > 0);
}

/** The recurring looks, as timers that set themselves again; also when one is set twice it stays one. */
export function startSweeping(ctx: Context): () => Promise<void> {
  const again = (at: Context, kind: 'warning.sweep' | 'alarm.sweep', inMs: number) =>
    at.db
      .transaction()
      .execute((tx) =>
        scheduleTimer(tx, { tenantId: 0, kind, subjectId: 'all', dueAt: at.clock.now() + inMs, data: {} }),
      )
  // By the clock of the look, which goes on where the server's was set back.
  ctx.timers.on('warning.sweep', async (at) => {
    await sweepWarnings(at)
    await again(at, 'warning.sweep', warningsEveryMs)
  })
  ctx.timers.on('alarm.sweep', async (at) => {
    await inTransaction(at, (tx, emit) => alarmsOfLastDay({ ctx: at, tx, emit, now: at.clock.now() }))
    await inTransaction(at, (tx, emit) => checkConditions(tx, emit, at.clock.now()))
    await again(at, 'alarm.sweep', alarmsEveryMs)
  })
  return async () => {
    await again(ctx, 'warning.sweep', 0)
    await again(ctx, 'alarm.sweep', 0)
  }
}
