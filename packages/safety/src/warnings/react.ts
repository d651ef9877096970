import { motionLimitMs } from '@suoan/domain/lock'
import { sql } from 'kysely'
import type { Context, Reacting, Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import { inTransaction } from '@suoan/platform/db/transaction'
import type { ReactionEvents } from '@suoan/contract/events'
import { oneByOne } from '@suoan/platform/reactions'
import { alarmsOfLocks, raiseAlarms, type Alarming } from '../alarms/index.ts'
import { alarmsOfLogs } from './alarms/from-logs.ts'
import { describeLocks, describeSources } from './alarms/describe.ts'
import { closeOfClosedLocks } from './close.ts'
import { findOpenAtLeaving } from './find/at-leaving.ts'
import { judgeOpenings } from './judge-openings.ts'
import { raiseWarnings } from './raise.ts'
import { notifyOfClock } from './notify-of-clock.ts'
import { notifyAllDue } from './sweep.ts'
import { notifyDue } from './notify-due.ts'

/** Reports come by the thousand: each reaction takes the work of this many sources together and asks once. */
const TOGETHER = 200

/**
 * What must not wait for the next look: an opening nobody allowed, an alarm, a closing. The sweep looks at what is, and
 * finds what time brings.
 */
export function reactToReports(ctx: Context): void {
  const { reactions } = ctx
  reactions.declare({
    name: 'warnings.openings',
    title: '锁具打开后判断是否有权开锁',
    event: 'lock.opened',
    key: ({ lockId }) => lockId,
    wants: (_, openings) => openings.filter(({ allowed }) => !allowed),
    atOnce: TOGETHER,
    handle: async (reacting, openings) => {
      const { tx, emit, now } = reacting
      while ((await judgeOpenings(reacting)) > 0);
      // A report that shuts the lock may hold its session just now. Its own openings a reaction does not leave to others:
      // it counts as done, and the sweep would find one that nobody has judged.
      await judgeOpenings(
        reacting,
        openings.map(({ logId }) => logId),
      )
      while ((await notifyDue(tx, emit, now)) > 0);
    },
  })
  reactions.declare({
    name: 'warnings.closings',
    title: '锁具关闭后结束未关锁预警',
    event: 'lock.closed',
    key: ({ lockId }) => lockId,
    wants: underWarning,
    atOnce: TOGETHER,
    handle: async (reacting, closings) => {
      const lockIds = closings.map(({ lockId }) => lockId)
      await closeOfClosedLocks(reacting, lockIds)
    },
  })
  reactions.declare({
    name: alarmsOfLocks,
    title: '锁具异常后报警',
    event: 'lock.alarmed',
    key: ({ lockId }) => lockId,
    atOnce: TOGETHER,
    handle: alarms,
  })
  reactions.declare({
    name: 'warnings.gaps',
    title: '设备日志断号后报警',
    event: 'device.gap',
    key: ({ sn }) => sn,
    atOnce: TOGETHER,
    handle: raiseGaps,
  })
  reactions.declare({
    name: 'warnings.clock',
    title: '服务器时钟跳变后报警',
    event: 'clock.jumped',
    key: () => 'clock',
    handle: oneByOne(notifyOfClock),
  })
  reactions.declare({
    name: 'warnings.chains',
    title: '链校验失败后报警',
    event: 'chain.broken',
    key: ({ id }) => id,
    handle: oneByOne(raiseBroken),
  })
  ctx.timers.on('warning.leaving', async (ctx, { tenantId, subjectId, data }) => {
    await inTransaction(ctx, async (tx) =>
      raiseWarnings(tx, await findOpenAtLeaving(tx, tenantId, subjectId, data.at), ctx.clock.now()),
    )
    await notifyAllDue(ctx)
  })
}

/** Closings while a warning stands that may be about this lock; one that is raised in this moment is closed by the sweep. */
async function underWarning(
  tx: Tx,
  closings: readonly ReactionEvents['lock.closed'][],
): Promise<readonly ReactionEvents['lock.closed'][]> {
  const rows = await askNamed(
    tx,
    sql<{ lockId: string | null }>`
    select lock_id from lo_unclose_lock where status in (0, 1, 2)
      and lock_id = any(${closings.map(({ lockId }) => lockId)}::text[])
    union all select e->>'lockId' from lo_unclose_lock u, jsonb_array_elements(u.lock_list) e
      where u.status in (0, 1, 2) and u.lock_list is not null`,
  )
  const warned = new Set(rows.map((row) => row.lockId))
  return closings.filter(({ lockId }) => warned.has(lockId))
}

async function alarms(
  { tx, emit, now }: Reacting,
  events: readonly ReactionEvents['lock.alarmed'][],
): Promise<void> {
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
  LOST: ({ value, workId }) =>
    workId === null ? null : { alarmType: 'A17', value: `${value} 在工作票使用期间报失` },
  NUMBERS: ({ value }) => ({
    alarmType: 'A16',
    value: `${value} 报文编号重复、倒退或不可能，锁状态已不可信，请现场核对并重启设备`,
  }),
  STUCK: ({ value }) => ({ alarmType: 'A04', value, threshold: `${motionLimitMs / 1000} 秒` }),
}

async function raiseGaps(
  { tx, emit, now }: Reacting,
  gaps: readonly ReactionEvents['device.gap'][],
): Promise<void> {
  const sources = await describeSources(tx, gaps)
  const facts = gaps.flatMap((gap): Alarming[] => {
    const source = sources.get(`${gap.tenantId}/${gap.sn}`)
    if (!source) return []
    const value = `缺 ${gap.from}–${gap.to}`
    return [{ ...source, alarmType: 'A10', at: now, value, threshold: null, logId: null }]
  })
  await raiseAlarms(tx, emit, facts, now)
}

async function raiseBroken(
  { tx, emit, now }: Reacting,
  { tenantId, kind, id, label }: ReactionEvents['chain.broken'],
): Promise<void> {
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
}
