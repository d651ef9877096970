import { authorityOf, type OpeningFacts } from '@suoan/domain/warning'
import { sql } from 'kysely'
import type { Tx } from '../../context.ts'
import type { Emit } from '../../db/transaction.ts'
import { lockAlarms, raiseAlarms } from '../alarms/index.ts'
import { insertWarnings } from './raise.ts'

interface Opening extends OpeningFacts {
  id: string
  tenantId: number
  lockId: string
  lockName: string
  areaCode: string | null
  sysOrgCode: string | null
  workId: string | null
  openUserId: string | null
  openTime: Date
  openLogId: string | null
  isOpen: boolean
}

const BATCH = 500

/**
 * Asks of every opening that nobody has judged yet by what right it happened (W04, A01). A session that was only
 * inferred from a state has no opening to judge: the difference itself is A17. Returns how many were judged.
 */
export async function judgeOpenings(tx: Tx, emit: Emit, now: number): Promise<number> {
  // Before the sessions, which reports must be able to close meanwhile: another writer of alarms may take its time.
  const { rows: tenants } = await sql<{ tenantId: number }>`
    select distinct tenant_id from (select tenant_id from lo_lock_onoff where judged = 0 order by open_time limit ${BATCH}) s`.execute(
    tx,
  )
  if (tenants.length === 0) return 0
  const tenantIds = tenants.map(({ tenantId }) => tenantId)
  await lockAlarms(tx, tenantIds)
  const { rows } = await sql<Opening>`
    select s.id, s.tenant_id, s.lock_id, l.lock_name, s.area_code, s.sys_org_code, s.open_user_id, s.open_user_id as user_id,
      s.open_time, s.open_log_id, s.state = 1 as is_open, l.lock_purpose as purpose, l.owner_user_id, l.keeper_id, l.holder_id,
      (g.event_type = 'FORCE') is true as forced,
      (select d.allow = 1 from lo_decision d where d.decision_id = g.decision_id and d.tenant_id = s.tenant_id) as decision_allowed,
      coalesce(s.work_id, (select h.work_id from lo_point_hold h
        where h.lock_id = s.lock_id and h.hold_type = 1 and h.state = 1 limit 1)) as work_id,
      l.custody in (0, 1) and not exists (select 1 from lo_point_hold h where h.lock_id = l.id and h.state = 1) as in_store,
      exists (
        select 1 from lo_lock_user u left join lo_work w on w.id = u.work_id
        where u.tenant_id = s.tenant_id and u.status = 1 and u.del_flag = 0
          and (u.user_id = s.open_user_id or (s.open_user_id is null and u.id = g.grant_id))
          and (u.lock_id = l.id or (u.lock_id is null and u.area_code is not null and l.area_code like u.area_code || '%'
            and (u.lock_type_id is null or u.lock_type_id = l.lock_type_id)))
          and coalesce(u.valid_from, s.open_time) <= s.open_time and coalesce(u.valid_to, 'infinity') > s.open_time
          and (coalesce(u.phases, '') = '' or w.exec_phase::text = any(string_to_array(u.phases, ',')))
          -- An isolation lock that people rely on opens by an emergency or test grant only (3-domain.md §4.4).
          and (u.grant_type in (5, 6) or not exists (
            select 1 from lo_point_hold h join lo_work v on v.id = h.work_id
            where h.lock_id = l.id and h.hold_type = 1 and h.state = 1 and h.placed_time <= s.open_time
              and v.exec_phase in (11, 12, 20, 21)))
      ) as covered
    from (select * from lo_lock_onoff where judged = 0 and tenant_id = any(${tenantIds}::int[]) order by open_time limit ${BATCH} for update skip locked) s
    join lo_lock l on l.id = s.lock_id
    -- The time of the opening finds the month of the log.
    left join lo_lock_log g on g.id = s.open_log_id and g.occur_time = s.open_time`.execute(tx)
  if (rows.length === 0) return 0
  const bare = rows.filter((row) => row.openLogId !== null && authorityOf(row) === null)
  const found = bare
    .filter((row) => row.isOpen)
    .map((row) => ({
      ...row,
      warnType: 'W04' as const,
      sessionId: row.id,
      thresholdSec: 0,
      raiseTime: row.openTime,
    }))
  const raised = await insertWarnings(tx, found, now)
  await raiseAlarms(
    tx,
    emit,
    // Torn open is A02, told by the event itself.
    bare
      .filter((row) => !row.forced)
      .map((row) => ({
        tenantId: row.tenantId,
        alarmType: 'A01',
        sourceKind: 'LOCK',
        sourceSn: row.lockId,
        lockId: row.lockId,
        workId: row.workId,
        areaCode: row.areaCode,
        at: row.openTime.getTime(),
        value: row.lockName,
        threshold: null,
        logId: row.openLogId,
      })),
    now,
  )
  const warnings = new Map(raised.map(({ id, sessionId }) => [sessionId, id]))
  await sql`update lo_lock_onoff s set judged = 1, warn_id = coalesce(s.warn_id, g.warn_id)
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ id }) => warnings.get(id) ?? null)}::text[]) as g(id, warn_id)
    where s.id = g.id`.execute(tx)
  return rows.length
}
