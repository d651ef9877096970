import type { EmergencyFact, RemovalFact } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { holdIn } from '../../hold-sets.ts'
import type { WorkRow } from '../ticket-row.ts'
import { insideFor } from './inside-for.ts'

/** Every emergency removal of the ticket, oldest first (T47–T49). */
export async function loadRemovals(tx: Tx, workId: string): Promise<RemovalFact[]> {
  const { rows } = await sql<
    Omit<RemovalFact, 'requestAt' | 'approveAt'> & { requestTime: Date; approveTime: Date | null }
  >`
    select r.id as removal_id, r.hold_id, r.lock_id, coalesce(l.lock_code, '') as lock_code, r.owner_id,
      coalesce(u.realname, e.person_name, '') as owner_name,
      e.id is not null as owner_is_external, r.request_by, r.request_time, r.approve_by, r.approve_time, r.remover_id,
      r.state, coalesce(g.used_count, 0) > 0 as grant_used,
      exists (select 1 from lo_point_hold h where h.id = r.hold_id and ${holdIn('personal')}) as hold_rests,
      ${insideFor('r.owner_id', 'r.tenant_id')} as owner_inside_for
    from lo_emergency_removal r left join lo_lock l on l.id = r.lock_id left join sys_user u on u.id = r.owner_id
    left join lo_external_person e on e.id = r.owner_id and e.tenant_id = r.tenant_id and u.id is null
    left join lo_lock_user g on g.id = r.grant_id
    where r.work_id = ${workId} order by r.request_time, r.id`.execute(tx)
  return rows.map(({ requestTime, approveTime, ...row }) => ({
    ...row,
    requestAt: requestTime.getTime(),
    approveAt: approveTime?.getTime() ?? null,
  }))
}

/** The shortened approval of an emergency ticket and the review it owes (T50). */
export function emergencyOf(work: WorkRow): EmergencyFact | null {
  if (work.emergencyFlag !== 1 || work.dutyManagerId === null || work.afterReviewDue === null) return null
  return {
    byId: work.dutyManagerId,
    reviewDue: work.afterReviewDue.getTime(),
    reviewed: work.afterReviewState === 2,
    escalated: work.afterReviewState === 3,
  }
}
