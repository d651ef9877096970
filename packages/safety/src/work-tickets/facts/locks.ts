import type { AlarmFact, LockFact, SessionFact } from '@suoan/domain/work-ticket'
import { custody, labelOf } from '@suoan/domain/dictionaries'
import { alarmsOnTheWay, handlersOf, type Handled } from '../../alarms/index.ts'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { ticketIn } from '../../ticket-sets.ts'

type LockRow = Omit<
  LockFact,
  'allowedPurposes' | 'enabled' | 'frozen' | 'openAlarms' | 'reachable' | 'suitsExZone'
> & {
  purposes: string | null
  status: number
  freezeFlag: number
  alarms: string[] | null
  online: number
  powerType: number | null
  exMark: string | null
  explosive: boolean
}

/** Locks named on the ticket with everything G07 and G19 ask of them. */
export async function loadLocks(tx: Tx, workId: string): Promise<LockFact[]> {
  const { rows } = await sql<LockRow>`
    select l.id as lock_id, l.lock_code, l.lock_name, wl.use_type as purpose, y.purposes, l.status, l.freeze_flag, l.custody,
      l.battery, y.batt_low, l.online, y.power_type, nullif(trim(y.ex_mark), '') as ex_mark, l.lock_status, l.state_trust as trust,
      -- What was never handed out for this ticket is not in the field: listed at 待领, in store or out of use, on no point of it.
      (wl.state = 3 or (wl.state = 0 and l.custody in (${custody.inStore}, ${custody.lost}, ${custody.repair}, ${custody.scrapped})
        and not exists (select 1 from lo_point_hold h where h.work_id = me.id and h.lock_id = l.id)
        and not exists (select 1 from lo_lock_onoff s where s.lock_id = l.id and s.state = 1))) as returned,
      -- Where the lock will be, not where it lies in store: at the points planned for it, else where it hangs or the work is.
      exists (select 1 from lo_area z where z.tenant_id = me.tenant_id and coalesce(z.ex_zone, 'N') not in ('', 'N')
        and z.id in (
          select p.area_id from lo_work_point i join lo_point p on p.id = i.point_id
            where i.work_id = me.id and wl.lock_id in (i.planned_lock_id, i.actual_lock_id)
          union all select coalesce(installed.area_id, me.area_id) from (select 1) as here
            left join lo_point installed on installed.id = l.point_id
            where not exists (select 1 from lo_work_point i
              where i.work_id = me.id and wl.lock_id in (i.planned_lock_id, i.actual_lock_id)))) as explosive,
      -- Seen is not resolved: an alarm that was only acknowledged still stands (G07).
      (select array_agg(al.alarm_type) from lo_alarm al where al.lock_id = l.id and al.status in (0, 1)
        and al.alarm_type <> 'A15') as alarms,
      (select min(w.work_no) from lo_work_lock o join lo_work w on w.id = o.work_id
        where o.lock_id = l.id and o.work_id <> wl.work_id and o.use_type in (1, 4) and wl.use_type in (1, 4)
          and o.state < 3 and ${ticketIn('live')}
          -- A renewing ticket plans the locks of the one it renews (T46).
          and w.id is distinct from me.parent_work_id and w.parent_work_id is distinct from me.id) as bound_to
    from lo_work_lock wl
    join lo_work me on me.id = wl.work_id
    join lo_lock l on l.id = wl.lock_id
    left join lo_lock_type y on y.id = l.lock_type_id
    where wl.work_id = ${workId} and wl.state <> 4 order by l.lock_code`.execute(tx)
  return rows.map((row) => ({
    lockId: row.lockId,
    lockCode: row.lockCode,
    lockName: row.lockName,
    purpose: row.purpose,
    // The column holds codes of `lo_lock_purpose`.
    allowedPurposes: (row.purposes ?? '').split(',').map(Number) as LockFact['allowedPurposes'],
    enabled: row.status === 1,
    frozen: row.freezeFlag === 1,
    custody: row.custody,
    battery: row.battery,
    battLow: row.battLow,
    openAlarms: (row.alarms ?? []).map((type) => labelOf('lo_alarm_type', type)),
    reachable: row.powerType === 2 || row.online === 1,
    suitsExZone: !row.explosive || row.exMark !== null,
    boundTo: row.boundTo,
    lockStatus: row.lockStatus,
    trust: row.trust,
    returned: row.returned,
  }))
}

/**
 * Open on/off sessions of the ticket's locks (G26). A lock that was returned counts for as long as the session stays open
 * that began while it was the ticket's; what it is opened for afterwards is somebody else's.
 */
export async function loadSessions(tx: Tx, workId: string): Promise<SessionFact[]> {
  const { rows } = await sql<{ lockCode: string; openTime: Date }>`
    select l.lock_code, s.open_time from lo_lock_onoff s
    join lo_work_lock wl on wl.lock_id = s.lock_id and wl.work_id = ${workId}
      and (wl.state < 3 or s.open_time <= wl.return_time)
    join lo_lock l on l.id = s.lock_id where s.state = 1`.execute(tx)
  return rows.map((row) => ({ lockCode: row.lockCode, openTime: row.openTime.getTime() }))
}

/**
 * Alarms of the ticket's locks and of its area that nobody has resolved yet; acknowledged ones still stand (G16). An
 * area's alarm speaks for everything in it, as a stop order does, and what rings inside the ticket's area is there too.
 */
export async function loadAlarms(
  tx: Tx,
  workId: string,
  areaCode: string,
  tenantId: number,
  now: number,
): Promise<AlarmFact[]> {
  const [{ rows }, coming] = await Promise.all([
    sql<Handled & { level: 1 | 2 | 3; source: string }>`
    select al.id, al.tenant_id, al.lock_id, al.work_id, al.area_code, al.alarm_type, al.alarm_level as level,
      coalesce(l.lock_code, al.area_code, '') as source
    from lo_alarm al left join lo_lock l on l.id = al.lock_id
    where al.tenant_id = ${tenantId} and al.status in (0, 1)
      -- A duress signal shows nowhere a person near the lock may look: not in a guard, not on a worker's card (A15).
      and al.alarm_type <> 'A15'
      and (al.work_id = ${workId} or al.lock_id in (select lock_id from lo_work_lock where work_id = ${workId})
        or (al.lock_id is null and al.area_code <> ''
          and (starts_with(al.area_code, ${areaCode}) or starts_with(${areaCode}, al.area_code))))`.execute(
      tx,
    ),
    alarmsOnTheWay(
      tx,
      tenantId,
      sql`l.id in (select lock_id from lo_work_lock where work_id = ${workId}
        union select actual_lock_id from lo_work_point where work_id = ${workId})`,
    ),
  ])
  const handlers = await handlersOf(tx, rows, now)
  return [
    ...rows.map(({ id, alarmType, level, source }) => ({
      alarmType,
      level,
      source,
      handlers: handlers.get(id) ?? [],
    })),
    ...coming.map(({ rule: { alarmType, level }, lockCode }) => ({ alarmType, level, source: lockCode })),
  ]
}
