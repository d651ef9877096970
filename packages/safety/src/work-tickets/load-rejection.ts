import type { TicketDetail } from '@suoan/contract'
import { labelOf, workStatus } from '@suoan/domain/dictionaries'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { saidOf } from './audit-diff.ts'
import type { WorkRow } from './ticket-row.ts'
import { differenceOf, readSnapshot, snapshotOf } from './ticket-snapshot.ts'

/** Where the applicant has the ticket. */
const withApplicant: readonly number[] = [
  workStatus.draft,
  workStatus.reviewRejected,
  workStatus.approveRejected,
]

/**
 * Why the ticket is with its applicant again, who gave the reason, and whether its words are still those that were
 * rejected; null where nobody has rejected it, or it was submitted since.
 */
export async function loadRejection(tx: Tx, work: WorkRow): Promise<TicketDetail['rejection']> {
  if (!withApplicant.includes(work.workStatus ?? 0)) return null
  const { rows } = await sql<{
    stage: 'review' | 'examine'
    person: string | null
    reasonCode: string | null
    opinion: string | null
    actTime: Date | null
    submitted: unknown
  }>`
    with last as (
      select event, server_time from lo_work_trans where tenant_id = ${work.tenantId} and work_id = ${work.id}
        and event in ('submit', 'withdraw', 'reviewReject', 'approveReject') order by seq desc limit 1),
    rejected as (
      select 'review' as stage, reviewer_id as user_id, reason_code, opinion, act_time from lo_work_review
        where work_id = ${work.id} and review_status = 9
      union all
      select 'examine', approver_id, reason_code, opinion, act_time from lo_work_examine
        where work_id = ${work.id} and approve_status = 9)
    select r.stage, u.realname as person, r.reason_code, r.opinion, r.act_time,
      (select diff from lo_work_trans where tenant_id = ${work.tenantId} and work_id = ${work.id} and event = 'submit'
        order by seq desc limit 1) as submitted
    from rejected r join last l on l.event in ('reviewReject', 'approveReject') left join sys_user u on u.id = r.user_id
    order by r.act_time desc nulls last limit 1`.execute(tx)
  const [row] = rows
  if (!row) return null
  // What was said of an earlier rejection is no part of the ticket's words.
  const before = { ...readSnapshot(saidOf(row.submitted)), answer: null }
  const now = { ...(await snapshotOf(tx, work.id)), answer: null }
  return {
    stage: row.stage,
    person: row.person ?? '—',
    reason: row.reasonCode === null ? '' : labelOf('lo_reject_reason', row.reasonCode),
    opinion: row.opinion ?? '',
    at: row.actTime === null ? null : shanghaiTime(row.actTime.getTime()),
    isUnchanged: differenceOf(before, now).length === 0,
  }
}
