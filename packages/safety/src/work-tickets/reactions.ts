import { execPhase as phases, stopCause } from '@suoan/domain/dictionaries'
import { brokenStatuses } from '@suoan/domain/lock'
import { isTicketIn } from '@suoan/domain/work-ticket'
import { sql, type RawBuilder } from 'kysely'
import type { Context, Reacting, Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import type { ReactionEvents } from '@suoan/contract/events'
import { oneByOne } from '@suoan/platform/reactions'
import { ticketIn } from '../ticket-sets.ts'
import { reactToEnergyMap } from './react-to-energy-map.ts'
import { reactToGas } from './react-to-gas.ts'
import { reactToRenewals } from './react-to-renewals.ts'
import { reactToStops } from './react-to-stops.ts'
import { holdIn } from '../hold-sets.ts'
import { personName } from '../person-name.ts'
import { takeSystemEvent } from './take-system-event.ts'

/**
 * What reports mean for tickets. A confirmed closure may complete the isolation (4/10 → 4/11, T23); points all restored
 * before the start bring the ticket back to its approved state (T53); an isolation lock that opens while people rely on
 * it fails its point on every ticket that holds it (T25). A report concerns a lock and may concern many tickets: the
 * first step finds them, and each takes its event in a transaction of its own, in order per ticket.
 */
export function reactToLocks(ctx: Context): void {
  const { reactions } = ctx
  reactions.declare({
    name: 'tickets.closures',
    title: '锁状态变化后核对隔离是否完成',
    event: 'lock.stateChanged',
    key: ({ lockId }) => lockId,
    wants: onIsolatingTickets,
    handle: oneByOne(lockChanged),
  })
  reactions.declare({
    name: 'tickets.openings',
    title: '锁具打开后核对依靠它的工作票',
    event: 'lock.opened',
    key: ({ lockId }) => lockId,
    wants: heldLocks,
    handle: oneByOne((reacting, opened) => holdOpened(reacting, opened)),
  })
  reactions.declare({
    name: 'tickets.brokenLocks',
    title: '锁具异常后核对依靠它的工作票',
    event: 'lock.alarmed',
    key: ({ lockId }) => lockId,
    wants: (tx, alarms) =>
      heldLocks(
        tx,
        alarms.filter(({ eventType }) => Object.hasOwn(brokenBy, eventType)),
      ),
    handle: oneByOne((reacting, alarm) => holdOpened(reacting, alarm)),
  })
  reactions.declare({
    name: 'tickets.advance',
    title: '工作票因锁具或停工而变化',
    event: 'ticket.advance',
    key: ({ workId }) => workId,
    handle: oneByOne(takeSystemEvent),
  })
  reactions.declare({
    name: 'tickets.restored',
    title: '隔离撤销后核对是否全部恢复',
    event: 'ticket.moved',
    key: ({ workId }) => workId,
    wants: (_, moves) => moves.filter((moved) => isTicketIn('cancellingIsolation', moved)),
    handle: oneByOne((reacting, { tenantId, workId }) =>
      takeSystemEvent(reacting, { tenantId, workId, event: { type: 'isolationRestored' } }),
    ),
  })
  reactToRenewals(ctx)
  reactToStops(ctx)
  reactToEnergyMap(ctx)
  reactToGas(ctx)
}

type Opened = Pick<ReactionEvents['lock.opened'], 'tenantId' | 'lockId' | 'logId'> & {
  readonly eventType?: string
}

/** What a report beside an opening says of the lock that holds a point: the point is not safe any more. */
const brokenBy: Readonly<Record<string, string>> = {
  FORCE: '在工作票生效期间被打开',
  DIFF: '在工作票生效期间被打开',
  TAMPER: '被撬动，是否锁闭不能确认',
  SWAP: '在别处上报，可能已被移走或调换',
  LOST: '已报失，是否仍在隔离点上不能确认',
  NOTFULL: '上报未锁到位，没有锁闭',
  JAM: '卡滞，是否锁闭不能确认',
  STUCK: '卡滞，是否锁闭不能确认',
}

/**
 * Locks that stand on a ticket which isolates or restores. A ticket gets into these phases, and a lock onto it, only
 * under the row lock of its locks, which whoever reports holds too: nothing slips in between.
 */
async function onIsolatingTickets<T extends { readonly lockId: string }>(
  tx: Tx,
  locks: readonly T[],
): Promise<T[]> {
  const rows = await askNamed(
    tx,
    sql<{ lockId: string }>`
    select distinct x.lock_id from lo_work_lock x join lo_work w on w.id = x.work_id
    where x.lock_id = any(${idsOf(locks)}::text[])
      and (${ticketIn('awaitingClosure')} or ${ticketIn('cancellingIsolation')})`,
  )
  const wanted = new Set(rows.map(({ lockId }) => lockId))
  return locks.filter(({ lockId }) => wanted.has(lockId))
}

/** Locks and boxes that somebody relies on. A hold is placed, like the report stored, under the row lock of the lock. */
async function heldLocks<T extends { readonly lockId: string }>(tx: Tx, locks: readonly T[]): Promise<T[]> {
  if (locks.length === 0) return []
  const ids = idsOf(locks)
  const rows = await askNamed(
    tx,
    sql<{ lockId: string }>`
    select lock_id from lo_point_hold where lock_id = any(${ids}::text[])
      and (${holdIn('isolating', 'lo_point_hold')} or ${holdIn('ownLock', 'lo_point_hold')})
    union select box_id from lo_point_hold where box_id = any(${ids}::text[]) and ${holdIn('onBox', 'lo_point_hold')}`,
  )
  const wanted = new Set(rows.map(({ lockId }) => lockId))
  return locks.filter(({ lockId }) => wanted.has(lockId))
}

const idsOf = (locks: readonly { readonly lockId: string }[]): string[] => [
  ...new Set(locks.map(({ lockId }) => lockId)),
]

async function lockChanged(
  { tx, emit }: Reacting,
  { lockId }: ReactionEvents['lock.stateChanged'],
): Promise<void> {
  const { rows } = await sql<{ id: string; tenantId: number; execPhase: number }>`
    select w.id, w.tenant_id, w.exec_phase from lo_work w
    where (${ticketIn('awaitingClosure')} or ${ticketIn('cancellingIsolation')})
      and exists (select 1 from lo_work_lock x where x.work_id = w.id and x.lock_id = ${lockId})
    order by w.id`.execute(tx)
  for (const { id, tenantId, execPhase } of rows) {
    const type = execPhase === phases.isolating ? 'isolationRecheck' : 'isolationRestored'
    emit('ticket.advance', { tenantId, workId: id, event: { type } })
  }
}

async function holdOpened({ tx, emit }: Reacting, opened: Opened): Promise<void> {
  for (const event of await boxOpened(tx, opened)) emit('ticket.advance', event)
  for (const event of await ownLockOpened(tx, opened)) emit('ticket.advance', event)
  for (const event of await lockOpened(tx, opened)) emit('ticket.advance', event)
}

/**
 * SQL: the report `logId` tells of a time before the lock `k` was put on (`placed`), so it says nothing of what rests on it
 * now. Not where it came in afterwards and the lock stands open or broken: a clock that is wrong makes no opening old.
 */
const isHistory = (logId: string, placed: RawBuilder<unknown>) => sql`exists (select 1 from lo_lock_log g
  where g.id = ${logId} and g.occur_time < ${placed}
    and not (g.recv_time > ${placed} and k.lock_status = any(${[...brokenStatuses]}::int[])))`

/**
 * The keys of a group lie in a box that opened while somebody's own lock still rests on it: nobody behind those points
 * is safe, and no phase makes it lawful (R09). Every ticket that works with the box stops (T32); where it stands still and
 * somebody is inside, all are told once more to leave.
 */
export async function boxOpened(
  tx: Tx,
  { tenantId, lockId, logId, eventType = 'DIFF' }: Opened,
): Promise<ReactionEvents['ticket.advance'][]> {
  const { rows } = await sql<{ workId: string; lockCode: string }>`
    select distinct w.id as work_id, k.lock_code from lo_point_hold h
    join lo_lock k on k.id = h.box_id
    join lo_work w on w.id = h.work_id and (${ticketIn('atWork')}
      or ${logId} <> '' and w.on_site_count > 0 and ${ticketIn('peopleMayBeInside')})
    where h.tenant_id = ${tenantId} and h.box_id = ${lockId} and ${holdIn('onBox')}
      and not ${isHistory(logId, sql`h.placed_time`)}
    order by w.id`.execute(tx)
  return rows.map(({ workId, lockCode }) => {
    const broken = (brokenBy[eventType] ?? '被打开').replace('在工作票生效期间', '')
    const reason = `锁箱 ${lockCode} 在个人锁未摘除时${broken}，请立即撤离并核对钥匙`
    return { tenantId, workId, event: { type: 'suspend', reason, cause: stopCause.isolation } }
  })
}

/**
 * Somebody's own lock opened, was forced, or says that it does not hold, while he is inside: whoever took the keys may
 * give energy back over him. Every ticket he is inside for behind it stops (T32); where it stands still already, all are
 * told once more to leave. While he is outside nobody is in danger by it, and it does not let him in (G13).
 */
export async function ownLockOpened(
  tx: Tx,
  { tenantId, lockId, logId, eventType = 'DIFF' }: Opened,
): Promise<ReactionEvents['ticket.advance'][]> {
  const { rows } = await sql<{ workId: string; lockCode: string; owner: string }>`
    select distinct w.id as work_id, k.lock_code, ${personName('h.user_id')} as owner from lo_point_hold h
    join lo_lock k on k.id = h.lock_id
    join lo_work w on w.id = h.work_id and ${ticketIn('peopleMayBeInside')}
    join lo_work_person p on p.work_id = w.id and p.person_id = h.user_id and p.on_state = 1
    where h.tenant_id = ${tenantId} and h.lock_id = ${lockId} and ${holdIn('ownLock')}
      -- Without a report (a look at what is stored) only work that goes on is stopped: the rest was told by the report.
      and (${logId} <> '' or ${ticketIn('atWork')})
      and not ${isHistory(logId, sql`h.placed_time`)}
    order by w.id`.execute(tx)
  return rows.map(({ workId, lockCode, owner }) => {
    const broken = brokenBy[eventType] ?? '被打开'
    const reason = `${owner} 在现场，其个人锁 ${lockCode} ${broken}，请立即撤离`
    return { tenantId, workId, event: { type: 'suspend', reason, cause: stopCause.isolation } }
  })
}

/**
 * The points the lock was holding when it opened, on every ticket that holds them, are no longer safe. A lock lifted for a
 * test (its hold is lifted) and those of phase 24 open by plan and are judged by the interlock; an opening from before the
 * lock was put on is history.
 */
export async function lockOpened(
  tx: Tx,
  { tenantId, lockId, logId, eventType = 'DIFF' }: Opened,
): Promise<ReactionEvents['ticket.advance'][]> {
  const { rows } = await sql<{ workId: string; pointId: string; lockCode: string }>`
    select distinct w.id as work_id, mine.point_id, k.lock_code
    from lo_point_hold opened
    join lo_lock k on k.id = opened.lock_id
    join lo_point_hold mine on mine.point_id = opened.point_id and ${holdIn('isolating', 'mine')}
    -- A ticket that renews the holder has accepted the lock without a hold of its own (T46).
    join lo_work w on (w.id = mine.work_id or (w.parent_work_id = mine.work_id and exists (
        select 1 from lo_work_point a where a.work_id = w.id and a.point_id = mine.point_id and a.state in (2, 3, 5))))
      and ${ticketIn('reliesOnPoints')}
    join lo_work_point i on i.work_id = w.id and i.point_id = mine.point_id and i.state <> 9
    where opened.tenant_id = ${tenantId} and opened.lock_id = ${lockId} and ${holdIn('isolating', 'opened')}
      -- A hold that was taken over (T46) was proven by the closure of the one before it.
      and not ${isHistory(logId, sql`least(opened.placed_time, (select e.occur_time from lo_lock_log e where e.id = opened.placed_event_id limit 1))`)}
      -- Under an emergency or test grant it opens by plan (3-domain.md §4.4).
      and not exists (select 1 from lo_lock_log g join lo_lock_user u on u.id = g.grant_id
        where g.id = ${logId} and u.tenant_id = ${tenantId} and u.lock_id = ${lockId} and u.grant_type in (5, 6)
          and coalesce(u.valid_from, g.occur_time) <= g.occur_time and coalesce(u.valid_to, 'infinity') > g.occur_time)
    order by w.id, mine.point_id`.execute(tx)
  return rows.map(({ workId, pointId, lockCode }) => {
    const reason = `隔离锁 ${lockCode} ${brokenBy[eventType]}`
    return { tenantId, workId, event: { type: 'pointFail', pointId, reason } }
  })
}
