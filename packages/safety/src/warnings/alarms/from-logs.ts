import { alarmOfEvent, wrongTries, type AlarmType } from '@suoan/domain/alarm'
import { domainDictionaries } from '@suoan/domain/dictionaries'
import { minute } from '@suoan/domain/verdict'
import { sql, type RawBuilder } from 'kysely'
import type { Reacting, Tx } from '@suoan/platform/context'
import type { Emit } from '@suoan/platform/db/transaction'
import { noteMissed, raiseAlarms } from '../../alarms/index.ts'
import { holdIn } from '../../hold-sets.ts'

const known = (domainDictionaries.find(({ code }) => code === 'lo_event_type')?.items ?? []).map(
  ({ value }) => value,
)
const direct = known.flatMap((type) => {
  const alarmType = alarmOfEvent(type)
  return alarmType === null ? [] : [{ type, alarm: alarmType }]
})
/** Kinds of report that may be alarms. */
const alarmingEvents: readonly string[] = [...direct.map(({ type }) => type), 'WRONG']

interface Reported {
  id: string
  tenantId: number
  lockId: string
  lockName: string
  areaCode: string | null
  workId: string | null
  eventType: string
  alarmType: AlarmType
  occurTime: Date
  /** Its reaction (`warnings.alarms`) is stored. */
  isAwaited: boolean
}

/** The alarms in these rows of the log, by number. */
export const alarmsOfLogs = (tx: Tx, emit: Emit, logIds: readonly string[], now: number) =>
  fromLogs(tx, emit, sql`g.id = any(${[...logIds]}::text[])`, now)

/**
 * Looks through the reports of the last day for alarms that were never raised, so that none is missed. One that its
 * reaction has not raised, and will not, is noted as a defect (A20). Wrong tries that arrive out of order complete their
 * five (A05) only here: those are none.
 */
export async function alarmsOfLastDay(reacting: Reacting): Promise<void> {
  const { tx, emit, now } = reacting
  const found = await fromLogs(
    tx,
    emit,
    sql`g.event_type = any(${[...alarmingEvents]}::text[]) and g.occur_time > ${new Date(now - 86_400_000)}`,
    now,
  )
  await noteMissed(
    reacting,
    found
      .filter(({ isAwaited, eventType }) => !isAwaited && eventType !== 'WRONG')
      .map(({ tenantId, lockId, lockName, areaCode, id }) => ({
        tenantId,
        consumer: 'warnings.alarms',
        name: lockName,
        workId: null,
        areaCode,
        about: { lockId, logId: id },
      })),
  )
}

/** WRONG counts only when it is the fifth inside three minutes (A05); a type nobody knows is A16. */
async function fromLogs(
  tx: Tx,
  emit: Emit,
  which: RawBuilder<unknown>,
  now: number,
): Promise<readonly Reported[]> {
  const { rows } = await sql<Reported>`
    select g.id, g.tenant_id, g.lock_id, coalesce(g.lock_name, g.lock_code, g.device_sn) as lock_name, g.area_code,
      coalesce(g.work_id, (select h.work_id from lo_point_hold h where h.lock_id = g.lock_id and ${holdIn('isolating')} limit 1)) as work_id,
      g.event_type, g.occur_time, exists (select 1 from reaction r where r.consumer = 'warnings.alarms'
        and r.subject = g.lock_id and r.data->>'logId' = g.id) as is_awaited,
      coalesce(m.alarm, case when g.event_type = 'WRONG' then 'A05' else 'A16' end) as alarm_type
    from lo_lock_log g
    left join jsonb_to_recordset(${JSON.stringify(direct)}::jsonb) as m(type text, alarm text) on m.type = g.event_type
    where ${which} and (m.alarm is not null or not g.event_type = any(${known}::text[])
        or (g.event_type = 'WRONG' and (select count(*) from lo_lock_log x where x.lock_id = g.lock_id
          and x.event_type = 'WRONG' and x.occur_time <= g.occur_time
          and x.occur_time > g.occur_time - make_interval(secs => ${wrongTries.withinMs / 1000})) >= ${wrongTries.count}))
      and not exists (select 1 from lo_alarm a where a.tenant_id = g.tenant_id and a.source_sn = g.lock_id
        and a.alarm_type = coalesce(m.alarm, case when g.event_type = 'WRONG' then 'A05' else 'A16' end)
        and a.last_time >= g.occur_time)
    order by g.occur_time, g.id limit 500`.execute(tx)
  const facts = rows.map((row) => ({
    tenantId: row.tenantId,
    alarmType: row.alarmType,
    sourceKind: 'LOCK',
    sourceSn: row.lockId,
    lockId: row.lockId,
    workId: row.workId,
    areaCode: row.areaCode,
    at: row.occurTime.getTime(),
    value: row.alarmType === 'A16' ? `${row.lockName} ${row.eventType}` : row.lockName,
    threshold: row.alarmType === 'A05' ? `${wrongTries.count} 次/${wrongTries.withinMs / minute} 分钟` : null,
    logId: row.id,
  }))
  await raiseAlarms(tx, emit, facts, now)
  return rows
}
