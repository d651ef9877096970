import { execPhase as phases, itemState, stopCause } from '@suoan/domain/dictionaries'
import { brokenStatuses } from '@suoan/domain/lock'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import type { ReactionEvents } from '@suoan/contract/events'
import { noteMissed } from '../alarms/index.ts'
import { stopReaches, stopText } from '../areas/index.ts'
import { ticketIn } from '../ticket-sets.ts'
import { boxOpened, lockOpened, ownLockOpened } from './reactions.ts'
import { pointsGivenBack } from './react-to-renewals.ts'
import { takeSystemEvent } from './take-system-event.ts'
import { lockTicket } from './ticket-row.ts'
import { holdIn } from '../hold-sets.ts'

/** How far back reports are read again, ms. */
const READ_BACK_MS = 3_600_000

type Due = ReactionEvents['ticket.advance']
type Find = (tx: Tx, now: number) => Promise<Due[]>

/**
 * Looks for what must have happened and has not, in what is stored: it should find nothing, for the work of reactions is
 * stored with its cause. It looks at all there is: what cannot be healed would keep the rest out of any part of it. What it finds is done, logged as a defect and raised as an alarm (A20). Work that still waits
 * for its reaction is none. Safe on several servers and to repeat; returns how many it found.
 */
export async function catchUp(ctx: Context): Promise<number> {
  let missed = 0
  for (const find of [
    failOpenedPoints,
    stopOpenedBoxes,
    stopTornLocks,
    stopWhatMustRest,
    recheckIsolation,
    failGivenBack,
  ])
    for (const due of await ctx.db.transaction().execute((tx) => find(tx, ctx.clock.now())))
      if (await heal(ctx, find, due)) missed += 1
  return missed
}

/** Under the row lock of the ticket it is looked at again: a reaction may have done it in this moment. */
async function heal(ctx: Context, find: Find, due: Due): Promise<boolean> {
  const { tenantId, workId, event } = due
  const now = ctx.clock.now()
  return inTransaction(ctx, async (tx, emit) => {
    const work = await lockTicket(tx, tenantId, workId)
    if (!work || (await isWaiting(tx, workId))) return false
    const same = JSON.stringify(due)
    if (!(await find(tx, now)).some((each) => JSON.stringify(each) === same)) return false
    if (!(await takeSystemEvent({ ctx, tx, emit, now }, due))) return false
    const missed = {
      tenantId,
      consumer: 'tickets.*',
      name: work.workNo ?? '',
      workId,
      areaCode: work.areaCode,
    }
    await noteMissed({ ctx, tx, emit, now }, [{ ...missed, about: { workId, event } }])
    return true
  })
}

/** Whether a reaction that moves the ticket, about it, its locks or its old ticket, is still to come; notices move nothing. */
async function isWaiting(tx: Tx, workId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from reaction r where r.consumer like 'tickets.%' and r.consumer <> 'tickets.turns' and (r.subject = ${workId}
      or r.subject = (select parent_work_id from lo_work where id = ${workId})
      or r.subject in (select lock_id from lo_work_lock where work_id = ${workId})
      or r.subject in (select h.lock_id from lo_work_point i join lo_point_hold h on h.point_id = i.point_id
        where i.work_id = ${workId} and h.state = 1)) limit 1`.execute(tx)
  return rows.length > 0
}

/** T25: locks that report themselves open or broken, or have done so since they were put on, where somebody relies on it. */
async function failOpenedPoints(tx: Tx, now: number): Promise<Due[]> {
  const { rows } = await sql<{ tenantId: number; lockId: string; logId: string | null }>`
    select distinct h.tenant_id, h.lock_id, (select g.id from lo_lock_log g where g.lock_id = h.lock_id
        and g.event_type in ('OPEN', 'FORCE', 'TAMPER', 'NOTFULL', 'JAM') and g.occur_time >= h.placed_time
        order by g.occur_time desc limit 1) as log_id
    from lo_point_hold h join lo_lock k on k.id = h.lock_id
    join lo_work w on w.id = h.work_id and ${ticketIn('live')}
    -- A point that failed and is operated again relies on nothing yet: its old lock may still stand open.
    join lo_work_point i on i.work_id = h.work_id and i.point_id = h.point_id and i.state in (2, 3, 5)
    where ${holdIn('isolating')} and (
      -- What waits for its lock to shut may carry one that is open still; what is proven may not, whatever its time says.
      k.lock_status = any(${[...brokenStatuses]}::int[]) and (k.state_time > h.placed_time or i.state = ${itemState.verified})
      -- Open and shut again: only what was put on since is proven.
      or exists (select 1 from lo_lock_log g where g.lock_id = h.lock_id
        and (g.event_type in ('NOTFULL', 'JAM') or g.event_type in ('OPEN', 'FORCE', 'TAMPER') and g.op_result = 1) and g.occur_time > h.placed_time
        and g.occur_time > ${new Date(now - READ_BACK_MS)}))`.execute(tx)
  const due: Due[] = []
  for (const { tenantId, lockId, logId } of rows)
    due.push(...(await lockOpened(tx, { tenantId, lockId, logId: logId ?? '' })))
  return due
}

/** T32: lock boxes that report themselves open or broken while somebody's own lock rests on them. */
async function stopOpenedBoxes(tx: Tx): Promise<Due[]> {
  const { rows } = await sql<{ tenantId: number; lockId: string }>`
    select distinct h.tenant_id, h.box_id as lock_id from lo_point_hold h
    join lo_lock k on k.id = h.box_id and k.lock_status = any(${[...brokenStatuses]}::int[])
    join lo_work w on w.id = h.work_id and ${ticketIn('atWork')}
    where ${holdIn('onBox')}`.execute(tx)
  const due: Due[] = []
  for (const { tenantId, lockId } of rows) due.push(...(await boxOpened(tx, { tenantId, lockId, logId: '' })))
  return due
}

/** T32: own locks that do not hold, of people who are inside while work goes on. */
async function stopTornLocks(tx: Tx): Promise<Due[]> {
  const { rows } = await sql<{ tenantId: number; lockId: string }>`
    select distinct h.tenant_id, h.lock_id from lo_point_hold h
    join lo_lock k on k.id = h.lock_id and k.lock_status = any(${[...brokenStatuses]}::int[])
    join lo_work w on w.id = h.work_id and ${ticketIn('atWork')}
    join lo_work_person p on p.work_id = w.id and p.person_id = h.user_id and p.on_state = 1
    where ${holdIn('ownLock')}`.execute(tx)
  const due: Due[] = []
  for (const { tenantId, lockId } of rows)
    due.push(...(await ownLockOpened(tx, { tenantId, lockId, logId: '' })))
  return due
}

/** Work that goes on under a stop order (T32) or behind a lock opened for a rescue (L7). */
async function stopWhatMustRest(tx: Tx): Promise<Due[]> {
  const { rows } = await sql<{ id: string; tenantId: number; stopOrder: string | null }>`
    select w.id, w.tenant_id, (select ${stopText} from lo_stop_order s join lo_area a on a.id = s.area_id
        where s.tenant_id = w.tenant_id and s.state = 1 and ${stopReaches} order by s.order_time limit 1) as stop_order
    from lo_work w where ${ticketIn('atWork')}
      and (exists (select 1 from lo_stop_order s where s.tenant_id = w.tenant_id and s.state = 1
          and ${stopReaches})
        or exists (select 1 from lo_alarm a where a.work_id = w.id and a.alarm_type = 'A19' and a.status in (0, 1)))
    order by w.id`.execute(tx)
  return rows.map(({ id, tenantId, stopOrder }) => ({
    tenantId,
    workId: id,
    event:
      stopOrder === null
        ? { type: 'suspend', reason: '救援开锁，全体人员撤离', cause: stopCause.injury }
        : { type: 'suspend', reason: `停工指令：${stopOrder}`, cause: stopCause.stopOrder },
  }))
}

/** T23, T53: tickets that isolate or restore and one of whose locks has reported since; the rules say whether it is done. */
async function recheckIsolation(tx: Tx, now: number): Promise<Due[]> {
  const { rows } = await sql<{ id: string; tenantId: number; execPhase: number }>`
    select w.id, w.tenant_id, w.exec_phase from lo_work w
    where (${ticketIn('awaitingClosure')} or ${ticketIn('cancellingIsolation')})
      and exists (select 1 from lo_work_lock x join lo_lock k on k.id = x.lock_id
        where x.work_id = w.id and k.state_time > greatest(w.update_time, ${new Date(now - READ_BACK_MS)}::timestamptz))
    order by w.id`.execute(tx)
  return rows.map(({ id, tenantId, execPhase }) => ({
    tenantId,
    workId: id,
    event: { type: execPhase === phases.isolating ? 'isolationRecheck' : 'isolationRestored' },
  }))
}

/** T25 after T46: points that the old ticket has given back. */
const failGivenBack: Find = (tx) => pointsGivenBack(tx, null)
