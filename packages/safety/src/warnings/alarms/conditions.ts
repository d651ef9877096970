import { deviceOffline, silentCustody, type AlarmType } from '@suoan/domain/alarm'
import { clockAlarmMs } from '@suoan/domain/device'
import { motionLimitMs } from '@suoan/domain/lock'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Emit } from '@suoan/platform/db/transaction'
import { failuresBeforeAlarm } from '@suoan/platform/reactions'
import { ticketIn } from '../../ticket-sets.ts'
import { sendsUnread } from '../../gas-unread.ts'
import { serverClock } from '../notify-of-clock.ts'
import {
  batteryAlarmSql,
  lockAlarms,
  missedReactions,
  raiseAlarms,
  type Alarming,
} from '../../alarms/index.ts'

type Found = Omit<Alarming, 'alarmType' | 'at' | 'logId'>

/** Battery at or below the limits of the lock's type (A06, A07); a scrapped lock has none. */
const batteries = (alarmType: 'A06' | 'A07') => sql<Found>`
  select l.tenant_id, 'LOCK' as source_kind, l.id as source_sn, l.id as lock_id, null as work_id, l.area_code,
    l.lock_name || ' ' || l.battery || '%' as value,
    (case when ${alarmType} = 'A07' then t.batt_crit else t.batt_low end) || '%' as threshold
  from lo_lock l join lo_lock_type t on t.id = l.lock_type_id
  where l.del_flag = 0 and l.custody <> 6 and ${sql.raw(batteryAlarmSql)} = ${alarmType}`

/** `isAbsent`: gateways, keys and detectors by their connection, locks without a device by their silence (A08). */
const absent = sql<Found>`
  select d.tenant_id, d.kind as source_kind, d.device_sn as source_sn, l.id as lock_id, null as work_id,
    coalesce(l.area_code, d.area_code) as area_code, coalesce(l.lock_name, d.device_name, d.device_sn) as value, null as threshold
  from lo_device d left join lo_lock l on l.tenant_id = d.tenant_id and l.device_sn = d.device_sn and l.del_flag = 0
  where d.del_flag = 0 and d.status = ${deviceOffline} and d.offline_time is not null
  union all
  select l.tenant_id, 'LOCK', l.device_sn, l.id, null, l.area_code, l.lock_name, null
  from lo_lock l where l.del_flag = 0 and l.online = 0 and l.last_seen is not null and l.device_sn is not null
    and l.custody not in (${sql.join(silentCustody)})
    and not exists (select 1 from lo_device d where d.tenant_id = l.tenant_id and d.device_sn = l.device_sn
      and d.del_flag = 0)`

/** A clock more than two minutes off, or whose last word was not believed (A09, 3-domain.md §5.5.4). */
const wrongClocks = sql<Found>`
  select d.tenant_id, d.kind as source_kind, d.device_sn as source_sn, l.id as lock_id, null as work_id,
    coalesce(l.area_code, d.area_code) as area_code,
    coalesce(l.lock_name, d.device_name, d.device_sn) || ' ' || coalesce(d.clock_note,
      case when d.clock_skew_ms < 0 then '快 ' else '慢 ' end || abs(round(d.clock_skew_ms / 1000.0)) || ' 秒，已换算') as value,
    ${clockAlarmMs / 1000}::text || ' 秒' as threshold
  from lo_device d left join lo_lock l on l.tenant_id = d.tenant_id and l.device_sn = d.device_sn and l.del_flag = 0
  where d.del_flag = 0 and (abs(d.clock_skew_ms) > ${clockAlarmMs} or d.clock_note is not null) and d.status not in (3, 5)`

/** Gas detectors at places of live tickets whose words cannot be read (A16): nobody would notice that they are silent. */
const unreadDetectors = (now: number) => sql<Found>`
  select distinct on (d.id) d.tenant_id, d.kind as source_kind, d.device_sn as source_sn, null as lock_id, w.id as work_id,
    coalesce(w.area_code, d.area_code) as area_code,
    '检测仪 ' || d.device_sn || ' 发来的数据无法识别：' || coalesce(d.gas_unread_note, '') as value, null as threshold
  from lo_device d
  join lo_work_detector a on a.tenant_id = d.tenant_id and a.device_sn = d.device_sn and a.off_time is null
  join lo_work w on w.id = a.work_id and ${ticketIn('live')}
  where d.kind = 'GAS' and d.del_flag = 0 and ${sendsUnread(now)} order by d.id, a.on_time`

/** Numbers of a device's log that are missing, neither read since nor declared lost (A10). */
const openGaps = sql<Found>`
  select g.tenant_id, coalesce(max(d.kind), 'LOCK') as source_kind, g.device_sn as source_sn, max(l.id) as lock_id, null as work_id,
    coalesce(max(l.area_code), max(d.area_code)) as area_code, '缺 ' || min(g.from_seq) || '–' || max(g.to_seq) as value,
    null as threshold
  from lo_device_gap g
  left join lo_device d on d.tenant_id = g.tenant_id and d.device_sn = g.device_sn and d.del_flag = 0
  left join lo_lock l on l.tenant_id = g.tenant_id and l.device_sn = g.device_sn and l.del_flag = 0
  where g.state = 1 and (d.id is not null or l.id is not null) group by g.tenant_id, g.device_sn`

/** `isLateInside`: people inside after the end of their ticket (A18). */
const stillInside = (now: number) => sql<Found>`
  select w.tenant_id, 'SYS' as source_kind, w.id as source_sn, null as lock_id, w.id as work_id, w.area_code,
    coalesce(w.work_no, '') || ' 现场 ' || w.on_site_count || ' 人' as value, '0 人' as threshold
  from lo_work w where w.on_site_count > 0 and ${ticketIn('peopleMayBeInside')} and w.valid_end <= ${new Date(now)}`

/** Locks that jammed and have not reported themselves shut or open since (A04). */
const jammed = sql<Found>`
  select l.tenant_id, 'LOCK' as source_kind, l.id as source_sn, l.id as lock_id, null as work_id, l.area_code,
    l.lock_name as value, ${motionLimitMs / 1000}::text || ' 秒' as threshold
  from lo_alarm a join lo_lock l on l.id = a.lock_id where a.alarm_type = 'A04' and a.status in (0, 1) and l.lock_status = 6`

/** Reactions that fail again and again (A20), per tenant. */
const failing = sql<Found>`
  select r.tenant_id, 'SYS' as source_kind, 'reactions' as source_sn, null as lock_id, null as work_id, null as area_code,
    count(*) || ' 项处理反复失败，见“失败的处理”' as value, ${`${failuresBeforeAlarm} 次`} as threshold
  from reaction r where r.attempts >= ${failuresBeforeAlarm} and r.last_error is not null group by r.tenant_id`

/**
 * Raises the alarms of conditions that hold and recovers those that have ended. Nothing is counted up by a look: a
 * condition that stands is one alarm. Returns how many alarms were raised.
 */
export async function checkConditions(tx: Tx, emit: Emit, now: number): Promise<number> {
  const rules: readonly (readonly [AlarmType, ReturnType<typeof batteries>])[] = [
    ['A04', jammed],
    ['A06', batteries('A06')],
    ['A07', batteries('A07')],
    ['A08', absent],
    ['A09', wrongClocks],
    ['A10', openGaps],
    ['A18', stillInside(now)],
    ['A20', failing],
  ]
  // Recovering touches rows before anything is raised.
  const { rows: tenants } = await sql<{ id: number }>`select distinct tenant_id as id from lo_lock`.execute(
    tx,
  )
  await lockAlarms(
    tx,
    tenants.map(({ id }) => id),
  )
  let raised = 0
  for (const [alarmType, query] of rules) raised += await checkOne(tx, emit, { alarmType, query }, now)
  const atTheTicket = { notify: ['leader', 'guardian', 'safety'], sourceKind: 'GAS' } as const
  const unread = { alarmType: 'A16', query: unreadDetectors(now), ...atTheTicket } as const
  return raised + (await checkOne(tx, emit, unread, now))
}

interface Condition extends Pick<Alarming, 'notify'> {
  readonly alarmType: AlarmType
  readonly query: ReturnType<typeof batteries>
  /** Where others of the type are occurrences: only those of such a source are a condition. */
  readonly sourceKind?: string
}

async function checkOne(
  tx: Tx,
  emit: Emit,
  { alarmType, query, sourceKind, notify }: Condition,
  now: number,
): Promise<number> {
  const recovered = await sql<{ id: string; tenantId: number }>`
    update lo_alarm a set status = 2, recover_time = ${new Date(now)}
    where a.alarm_type = ${alarmType} and a.status in (0, 1)
      -- What the device itself reported is not taken back by the next look: its readings come every few minutes.
      and (a.log_id is null or a.last_time < ${new Date(now - 600_000)})
      ${sourceKind === undefined ? sql`` : sql`and a.source_kind = ${sourceKind}`}
      -- A jump of the server's own clock and a missed reaction are over when they are found; somebody closes them.
      and a.source_sn not in (${serverClock}, ${missedReactions})
      and not exists (select 1 from (${query}) c where c.tenant_id = a.tenant_id and c.source_sn = a.source_sn)
    returning a.id, a.tenant_id`.execute(tx)
  for (const { id, tenantId } of recovered.rows)
    emit('resource.changed', { resource: 'alarm', tenantId, ids: [id] })
  const { rows } = await sql<Found>`
    select c.* from (${query}) c where not exists (select 1 from lo_alarm a where a.tenant_id = c.tenant_id
      and a.source_sn = c.source_sn and a.alarm_type = ${alarmType} and a.status in (0, 1))
    limit 500`.execute(tx)
  const facts = rows.map((row) => ({ ...row, alarmType, at: now, logId: null, ...(notify && { notify }) }))
  return (await raiseAlarms(tx, emit, facts, now)).length
}
