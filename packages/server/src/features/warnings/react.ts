import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { EventMap } from '../../events.ts'
import { gather } from '../../gather.ts'
import { raiseAlarms, type Alarming } from '../alarms/index.ts'
import { alarmsOfLogs } from './alarms/from-logs.ts'
import { describeLocks, describeSources } from './alarms/describe.ts'
import { closeOfClosedLocks } from './close.ts'
import { findOpenAtLeaving } from './find/at-leaving.ts'
import { judgeOpenings } from './judge-openings.ts'
import { raiseWarnings } from './raise.ts'
import { tellOfClock } from './tell-of-clock.ts'
import { tellAllDue } from './sweep.ts'

/**
 * What must not wait for the next look: an opening nobody allowed, an alarm, a closing. Reports come by the thousand, so
 * each reaction takes together what came while it was busy and asks once; the sweep finds whatever is missed here.
 * Returns the function that ends the reactions.
 */
export function reactToReports(ctx: Context): () => void {
  const opened = gather<EventMap['lock.opened']>(async () => {
    const judge = () => inTransaction(ctx, (tx, emit) => judgeOpenings(tx, emit, ctx.clock.now()))
    while ((await judge()) > 0);
    await tellAllDue(ctx)
  })
  const closed = gather<EventMap['lock.closed']>(async (events) => {
    const lockIds = events.map(({ lockId }) => lockId)
    await inTransaction(ctx, (tx, emit) => closeOfClosedLocks(tx, emit, ctx.clock.now(), lockIds))
  })
  const alarmed = gather<EventMap['lock.alarmed']>((events) => alarms(ctx, events))
  const gaps = gather<EventMap['device.gap']>((events) => raiseGaps(ctx, events))
  ctx.timers.on('warning.leaving', async (ctx, { tenantId, subjectId, data }) => {
    await inTransaction(ctx, async (tx) =>
      raiseWarnings(tx, await findOpenAtLeaving(tx, tenantId, subjectId, data.at), ctx.clock.now()),
    )
    await tellAllDue(ctx)
  })
  const stops = [
    ctx.events.on('lock.opened', opened),
    ctx.events.on('lock.closed', closed),
    ctx.events.on('lock.alarmed', alarmed),
    ctx.events.on('device.gap', gaps),
    ctx.events.on('clock.jumped', (jump) => tellOfClock(ctx, jump)),
    ctx.events.on('chain.broken', (broken) => raiseBroken(ctx, broken)),
  ]
  return () => stops.forEach((stop) => stop())
}

async function alarms(ctx: Context, events: readonly EventMap['lock.alarmed'][]): Promise<void> {
  const now = ctx.clock.now()
  await inTransaction(ctx, async (tx, emit) => {
    const logIds = events.map(({ logId }) => logId).filter((id) => id !== '')
    if (logIds.length > 0) await alarmsOfLogs(tx, emit, logIds, now)
    for (const [eventType, make] of Object.entries(unlogged)) {
      const meant = events.filter((event) => event.eventType === eventType)
      const locks = await describeLocks(tx, [...new Set(meant.map(({ lockId }) => lockId))])
      const facts = locks.flatMap((lock): Alarming[] => {
        const alarm = make(lock)
        return alarm ? [{ ...lock, threshold: null, logId: null, at: now, ...alarm }] : []
      })
      await raiseAlarms(tx, emit, facts, now)
    }
  })
}

type Lock = Awaited<ReturnType<typeof describeLocks>>[number]
type Made = Pick<Alarming, 'alarmType' | 'value'> & Partial<Pick<Alarming, 'at' | 'threshold'>>

/** Alarms that no row of the log stands behind, by what was told of the lock. */
const unlogged: Readonly<Record<string, (lock: Lock) => Made | null>> = {
  DIFF: ({ value, stateTime }) => ({
    alarmType: 'A17',
    value: `${value} 上报与记录不符`,
    ...(stateTime === null ? {} : { at: stateTime }),
  }),
  // Only where a ticket relies on it: elsewhere a lock may be carried about.
  SWAP: ({ value, workId }) =>
    workId === null ? null : { alarmType: 'A17', value: `${value} 在别处上报，可能已被移走或调换` },
  STUCK: ({ value }) => ({ alarmType: 'A04', value, threshold: '15 秒' }),
}

async function raiseGaps(ctx: Context, gaps: readonly EventMap['device.gap'][]): Promise<void> {
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const sources = await describeSources(tx, gaps)
    const facts = gaps.flatMap((gap): Alarming[] => {
      const source = sources.get(`${gap.tenantId}/${gap.sn}`)
      if (!source) return []
      const value = `缺 ${gap.from}–${gap.to}`
      return [{ ...source, alarmType: 'A10', at: now, value, threshold: null, logId: null }]
    })
    await raiseAlarms(tx, emit, facts, now)
  })
}

async function raiseBroken(ctx: Context, broken: EventMap['chain.broken']): Promise<void> {
  const { tenantId, kind, id, label } = broken
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const [lock] = kind === 'lock' ? await describeLocks(tx, [id]) : []
    await raiseAlarms(
      tx,
      emit,
      [
        {
          tenantId,
          alarmType: 'A11',
          sourceKind: 'SYS',
          sourceSn: id,
          lockId: lock?.lockId ?? null,
          workId: kind === 'work' ? id : null,
          areaCode: lock?.areaCode ?? null,
          at: now,
          value: label,
          threshold: null,
          logId: null,
        },
      ],
      now,
    )
  })
}
