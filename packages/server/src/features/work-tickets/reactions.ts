import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { EventMap } from '../../events.ts'
import { gather } from '../../gather.ts'
import { advanceBySystem } from './advance-ticket.ts'
import { reactToRenewals } from './react-to-renewals.ts'
import { reactToStops } from './react-to-stops.ts'
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
      if (Object.hasOwn(brokenBy, alarm.eventType)) await opened(alarm)
    }),
    ctx.events.on('ticket.moved', async ({ tenantId, workId, status, phase }) => {
      if (status === 4 && phase === 24) await restoreIfComplete(ctx, tenantId, workId)
    }),
    reactToRenewals(ctx),
    reactToStops(ctx),
  ]
  return () => stops.forEach((stop) => stop())
}

type Changed = EventMap['lock.stateChanged']
type Opened = Pick<EventMap['lock.opened'], 'tenantId' | 'lockId' | 'logId'> & { readonly eventType?: string }

/** What a report beside an opening says of the lock that holds a point: the point is not safe any more. */
const brokenBy: Readonly<Record<string, string>> = {
  FORCE: '在作业票生效期间被打开',
  DIFF: '在作业票生效期间被打开',
  TAMPER: '被撬动，是否锁闭不能确认',
  SWAP: '在别处上报，可能已被移走或调换',
  STUCK: '卡滞，是否锁闭不能确认',
}

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
  const { rows } = await sql<{ lockId: string; isBox: boolean }>`
    select distinct lock_id, false as is_box from lo_point_hold
      where lock_id = any(${ids}::text[]) and hold_type = 1 and state = 1
    union select distinct box_id, true from lo_point_hold
      where box_id = any(${ids}::text[]) and hold_type = 3 and state = 1`.execute(ctx.db)
  const holding = new Map(rows.map(({ lockId, isBox }) => [lockId, isBox]))
  for (const lock of locks) {
    const isBox = holding.get(lock.lockId)
    if (isBox === true) await boxOpened(ctx, lock)
    if (isBox === false) await lockOpened(ctx, lock)
  }
}

/**
 * The keys of a group lie in a box that opened while somebody's own lock still rests on it: nobody behind those points
 * is safe, and no phase makes it lawful (R09). Every ticket that works with the box stops (T32).
 */
export async function boxOpened(ctx: Context, { tenantId, lockId, logId }: Opened): Promise<void> {
  const { rows } = await sql<{ workId: string; lockCode: string }>`
    select distinct w.id as work_id, k.lock_code from lo_point_hold h
    join lo_lock k on k.id = h.box_id
    join lo_work w on w.id = h.work_id and w.void_flag = 0 and w.del_flag = 0
      and w.work_status = 20 and w.exec_phase in (20, 22, 23)
    where h.tenant_id = ${tenantId} and h.box_id = ${lockId} and h.hold_type = 3 and h.state = 1
      and not exists (select 1 from lo_lock_log g where g.id = ${logId} and g.occur_time < h.placed_time)
    order by w.id`.execute(ctx.db)
  for (const { workId, lockCode } of rows)
    await advanceBySystem(ctx, tenantId, workId, {
      type: 'suspend',
      reason: `锁箱 ${lockCode} 在个人锁未摘除时被打开，请立即撤离并核对钥匙`,
    })
}

/**
 * The points the lock was holding when it opened, on every ticket that holds them, are no longer safe. A lock lifted for a
 * test (its hold is lifted) and those of phase 24 open by plan and are judged by the interlock; an opening from before the
 * lock was put on is history.
 */
export async function lockOpened(
  ctx: Context,
  { tenantId, lockId, logId, eventType = 'DIFF' }: Opened,
): Promise<void> {
  const { rows } = await sql<{ workId: string; pointId: string; lockCode: string }>`
    select distinct w.id as work_id, mine.point_id, k.lock_code
    from lo_point_hold opened
    join lo_lock k on k.id = opened.lock_id
    join lo_point_hold mine on mine.point_id = opened.point_id and mine.hold_type = 1 and mine.state = 1
    -- A ticket that renews the holder has accepted the lock without a hold of its own (T46).
    join lo_work w on (w.id = mine.work_id or (w.parent_work_id = mine.work_id and exists (
        select 1 from lo_work_point a where a.work_id = w.id and a.point_id = mine.point_id and a.state in (2, 3, 5))))
      and w.void_flag = 0 and w.del_flag = 0
      and (w.work_status, w.exec_phase) in ((4, 10), (4, 11), (4, 12), (20, 20), (20, 21), (20, 22), (20, 23), (40, 25))
    join lo_work_point i on i.work_id = w.id and i.point_id = mine.point_id and i.state <> 9
    where opened.tenant_id = ${tenantId} and opened.lock_id = ${lockId} and opened.hold_type = 1 and opened.state = 1
      and not exists (select 1 from lo_lock_log g where g.id = ${logId} and g.occur_time < opened.placed_time)
      -- Under an emergency or test grant it opens by plan (3-domain.md §4.4).
      and not exists (select 1 from lo_lock_log g join lo_lock_user u on u.id = g.grant_id
        where g.id = ${logId} and u.tenant_id = ${tenantId} and u.lock_id = ${lockId} and u.grant_type in (5, 6)
          and coalesce(u.valid_from, g.occur_time) <= g.occur_time and coalesce(u.valid_to, 'infinity') > g.occur_time)
    order by w.id, mine.point_id`.execute(ctx.db)
  for (const { workId, pointId, lockCode } of rows) {
    const reason = `隔离锁 ${lockCode} ${brokenBy[eventType]}`
    await advanceBySystem(ctx, tenantId, workId, { type: 'pointFail', pointId, reason })
  }
}
