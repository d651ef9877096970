import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { EventMap } from '../../events.ts'
import { gather } from '../../gather.ts'
import { advanceBySystem } from './advance-ticket.ts'
import { reopenIsolation } from './reopen-isolation.ts'

/**
 * What reports mean for tickets. A confirmed closure may complete the isolation (4/10 → 4/11, T23); points all restored
 * before the start bring the ticket back to its approved state (T53); an isolation lock that opens while people rely on
 * it fails its point on every ticket that holds it (T25). Returns the function that ends the reactions.
 */
export function reactToLocks(ctx: Context): () => void {
  // Locks report by the thousand, and nearly all of them lie on no live ticket: one question for many reports.
  const changed = gather<Changed>((locks) => locksChanged(ctx, locks))
  const opened = gather<Opened>((locks) => locksOpened(ctx, locks))
  const stops = [
    ctx.events.on('lock.stateChanged', changed),
    ctx.events.on('lock.opened', opened),
    ctx.events.on('lock.alarmed', async (alarm) => {
      if (alarm.eventType === 'FORCE') await opened(alarm)
    }),
    ctx.events.on('ticket.moved', async ({ tenantId, workId, status, phase }) => {
      if (status === 4 && phase === 24) await restoreIfComplete(ctx, tenantId, workId)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

type Changed = EventMap['lock.stateChanged']
type Opened = Pick<EventMap['lock.opened'], 'tenantId' | 'lockId' | 'logId'>

async function locksChanged(ctx: Context, locks: readonly Changed[]): Promise<void> {
  const ids = [...new Set(locks.map(({ lockId }) => lockId))]
  const { rows } = await sql<{ id: string; tenantId: number; execPhase: number }>`
    select w.id, w.tenant_id, w.exec_phase from lo_work w where w.work_status = 4
      and w.exec_phase in (10, 24) and w.void_flag = 0 and w.del_flag = 0
      and exists (select 1 from lo_work_lock x where x.work_id = w.id and x.lock_id = any(${ids}::text[]))`.execute(
    ctx.db,
  )
  for (const { id, tenantId, execPhase } of rows) {
    if (execPhase === 10) await advanceBySystem(ctx, tenantId, id, { type: 'isolationRecheck' })
    else await restoreIfComplete(ctx, tenantId, id)
  }
}

async function restoreIfComplete(ctx: Context, tenantId: number, workId: string): Promise<void> {
  await advanceBySystem(ctx, tenantId, workId, { type: 'isolationRestored' }, reopenIsolation)
}

async function locksOpened(ctx: Context, locks: readonly Opened[]): Promise<void> {
  const ids = [...new Set(locks.map(({ lockId }) => lockId))]
  const { rows } = await sql<{ lockId: string }>`
    select distinct lock_id from lo_point_hold
    where lock_id = any(${ids}::text[]) and hold_type = 1 and state = 1`.execute(ctx.db)
  const holding = new Set(rows.map(({ lockId }) => lockId))
  for (const { tenantId, lockId, logId } of locks)
    if (holding.has(lockId)) await lockOpened(ctx, tenantId, lockId, logId)
}

/**
 * The points the lock was holding when it opened, on every ticket that holds them, are no longer safe. Phases 22, 23 and
 * 24 lift and restore by plan and are judged by the interlock; an opening from before the lock was put on is history.
 */
async function lockOpened(ctx: Context, tenantId: number, lockId: string, logId: string): Promise<void> {
  const { rows } = await sql<{ workId: string; pointId: string; lockCode: string }>`
    select distinct mine.work_id, mine.point_id, k.lock_code
    from lo_point_hold opened
    join lo_lock k on k.id = opened.lock_id
    join lo_point_hold mine on mine.point_id = opened.point_id and mine.hold_type = 1 and mine.state = 1
    join lo_work w on w.id = mine.work_id and w.void_flag = 0 and w.del_flag = 0
      and (w.work_status, w.exec_phase) in ((4, 10), (4, 11), (4, 12), (20, 20), (20, 21))
    join lo_work_point i on i.work_id = w.id and i.point_id = mine.point_id and i.state <> 9
    where opened.tenant_id = ${tenantId} and opened.lock_id = ${lockId} and opened.hold_type = 1 and opened.state = 1
      and not exists (select 1 from lo_lock_log g where g.id = ${logId} and g.occur_time < opened.placed_time)
    order by mine.work_id, mine.point_id`.execute(ctx.db)
  for (const { workId, pointId, lockCode } of rows) {
    const reason = `隔离锁 ${lockCode} 在作业票生效期间被打开`
    await advanceBySystem(ctx, tenantId, workId, { type: 'pointFail', pointId, reason })
  }
}
