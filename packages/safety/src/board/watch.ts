import {
  device,
  expiringHours,
  lock,
  uncloseLock,
  work,
  type AreaHeat,
  type DeviceHealth,
  type ExpiringTicket,
  type UnclosedLock,
} from '@suoan/contract'
import { everything } from '@suoan/kit/filter'
import { labelOf } from '@suoan/domain/dictionaries'
import type { Actor, Context } from '@suoan/platform/context'
import { runSql } from '@suoan/platform/db/run-sql'
import { dataScope } from '@suoan/platform/resource/scope'
import { batteryAlarmSql } from '../alarms/index.ts'
import { ticketInText } from '../ticket-sets.ts'
import { whereInArea } from './summarise.ts'

/** What the board says beside its figures (3-domain.md §6.1), each in the caller's scope and below an area. */

const heatDays = 30
const top = 10

/** Unclosed-lock warnings of the last thirty days by area, where most are live first. */
export async function areaHeat(ctx: Context, actor: Actor, areaCode: string): Promise<AreaHeat[]> {
  const where = await whereInArea(ctx, actor, uncloseLock, areaCode)
  const n = where.values.length
  return await runSql<AreaHeat & Record<string, unknown>>(
    ctx.pool,
    `select t.area_code as "areaCode", coalesce(max(a.area_name), t.area_code) as "areaName", count(*)::int as total,
      count(*) filter (where t.status in (0, 1, 2))::int as live, count(*) filter (where t.warn_level = 3)::int as urgent
    from lo_unclose_lock t left join lo_area a on a.area_code = t.area_code and a.tenant_id = t.tenant_id and a.del_flag = 0
    where ${where.text} and t.area_code is not null
      and (t.status in (0, 1, 2) or t.raise_time >= $${n + 1}::timestamptz)
    group by t.area_code order by live desc, total desc, t.area_code limit 50`,
    [...where.values, new Date(ctx.clock.now() - heatDays * 86_400_000)],
  )
}

/** Live tickets whose time ends soon or has ended, the first to end first. */
export async function expiringTickets(
  ctx: Context,
  actor: Actor,
  areaCode: string,
): Promise<ExpiringTicket[]> {
  const where = await whereInArea(ctx, actor, work, areaCode, everything, dataScope)
  const n = where.values.length
  return await runSql<ExpiringTicket & Record<string, unknown>>(
    ctx.pool,
    `select t.id, t.work_no as "workNo", t.work_name as "workName", a.area_name as "areaName", u.realname as leader,
      to_char(coalesce(t.valid_end, t.plan_end), 'YYYY-MM-DD HH24:MI:SS') as "validEnd", t.on_site_count as "onSite"
    from lo_work t left join lo_area a on a.id = t.area_id left join sys_user u on u.id = t.leader_id
    where ${where.text} and ${ticketInText('live', 't')} and coalesce(t.valid_end, t.plan_end) <= $${n + 1}::timestamptz
    order by coalesce(t.valid_end, t.plan_end), t.id limit 50`,
    [...where.values, new Date(ctx.clock.now() + expiringHours * 3_600_000)],
  )
}

/** The ten locks that stand open the longest under a live warning. */
export async function topUnclosed(ctx: Context, actor: Actor, areaCode: string): Promise<UnclosedLock[]> {
  const where = await whereInArea(ctx, actor, uncloseLock, areaCode, everything, dataScope)
  return await runSql<UnclosedLock & Record<string, unknown>>(
    ctx.pool,
    `select * from (select distinct on (t.lock_id) t.warn_no as "warnNo", t.warn_level as level, l.lock_code as "lockCode",
        l.lock_name as "lockName", a.area_name as "areaName", u.realname as opener,
        to_char(coalesce(t.open_time, t.raise_time), 'YYYY-MM-DD HH24:MI:SS') as since
      from lo_unclose_lock t join lo_lock l on l.id = t.lock_id left join sys_user u on u.id = t.open_user_id
        left join lo_area a on a.id = l.area_id
      where ${where.text} and t.status in (0, 1, 2)
      order by t.lock_id, t.warn_level desc, coalesce(t.open_time, t.raise_time)) open
    order by since, "lockCode" limit ${top}`,
    where.values,
  )
}

/** Locks by type and devices by kind: how many there are, answer, and need somebody. */
export async function deviceHealth(ctx: Context, actor: Actor, areaCode: string): Promise<DeviceHealth[]> {
  const [locks, devices] = await Promise.all([
    whereInArea(ctx, actor, lock, areaCode),
    whereInArea(ctx, actor, device, areaCode),
  ])
  const [byType, byKind] = await Promise.all([
    runSql<DeviceHealth & Record<string, unknown>>(
      ctx.pool,
      `select 'lock' as of, coalesce(t.lock_type_id, '') as key, coalesce(max(t.type_name), '未登记类型') as name,
        count(*)::int as total, count(*) filter (where t.online = 0)::int as offline,
        count(*) filter (where t.battery_alarm is not null)::int as "lowBattery"
      from (select l.*, t.type_name, ${batteryAlarmSql} as battery_alarm
        from lo_lock l left join lo_lock_type t on t.id = l.lock_type_id) t
      where ${locks.text} group by t.lock_type_id order by total desc, name limit 50`,
      locks.values,
    ),
    runSql<DeviceHealth & Record<string, unknown>>(
      ctx.pool,
      `select 'device' as of, t.kind as key, t.kind as name, count(*)::int as total,
        count(*) filter (where t.status in (2, 4))::int as offline, 0 as "lowBattery"
      from lo_device t where ${devices.text} and t.kind <> 'LOCK' group by t.kind order by total desc, t.kind`,
      devices.values,
    ),
  ])
  return [...byType, ...byKind.map((row) => ({ ...row, name: labelOf('lo_device_kind', row.key) }))]
}
