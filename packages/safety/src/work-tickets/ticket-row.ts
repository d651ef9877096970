import { contentRule, readBaseTypes, type Ticket } from '@suoan/domain/work-ticket'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import type { Database } from '@suoan/platform/db/schema'

export type WorkRow = Selectable<Database['loWork']>

/**
 * Locks one ticket for this transaction (3-domain.md §4.5.1: one writer per ticket) and reads it. A ticket of another
 * tenant is as unknown as one that does not exist.
 */
export async function lockTicket(tx: Tx, tenantId: number, workId: string): Promise<WorkRow | undefined> {
  const [row] = await askNamed(
    tx,
    tx
      .selectFrom('loWork')
      .selectAll()
      .where('id', '=', workId)
      .where('tenantId', '=', tenantId)
      .where('delFlag', '=', 0)
      .forUpdate(),
  )
  return row
}

/** Locks the ticket's points, then its locks, in id order, so that two tickets cannot wait for each other (§4.5.2). */
export async function lockPointsAndLocks(tx: Tx, workId: string): Promise<void> {
  await askNamed(
    tx,
    sql`
      with points as materialized (
        select id from lo_point where id in (select point_id from lo_work_point where work_id = ${workId})
        order by id for update)
      select id from lo_lock
      -- The count comes before the first lock is touched.
      where (select count(*) from points) >= 0 and id in (select lock_id from lo_work_lock where work_id = ${workId})
      order by id for update`,
  )
}

const at = (time: Date | null): number | null => time?.getTime() ?? null

/** The stored row as the domain sees it. */
export function ticketOf(row: WorkRow): Ticket {
  return {
    id: row.id,
    workNo: row.workNo ?? '',
    workType: row.workType ?? '99',
    baseTypes: readBaseTypes(row.baseTypes),
    workLevel: row.workLevel ?? '9',
    // The columns hold only codes that `advance` wrote.
    status: (row.workStatus ?? 0) as Ticket['status'],
    phase: (row.execPhase ?? 0) as Ticket['phase'],
    voidFlag: row.voidFlag === 1,
    closeFlag: row.closeFlag === 1,
    reviewStatus: (row.reviewStatus ?? 0) as Ticket['reviewStatus'],
    approveStatus: (row.approveStatus ?? 0) as Ticket['approveStatus'],
    round: row.round ?? 1,
    applicantId: row.applicantId ?? '',
    leaderId: row.leaderId ?? '',
    areaCode: row.areaCode ?? '',
    place: row.place ?? '',
    content: row.content ?? '',
    planStart: at(row.planStart) ?? 0,
    planEnd: at(row.planEnd) ?? 0,
    validEnd: at(row.validEnd),
    closeDeadline: at(row.closeDeadline),
    realStart: at(row.realStart),
    realEnd: at(row.realEnd),
    suspendedAt: at(row.suspendedAt),
    extendCount: row.extendCount ?? 0,
    onSiteCount: row.onSiteCount ?? 0,
    needIsolation: row.needIsolation !== 0,
    gasState: (row.gasState ?? 0) as Ticket['gasState'],
    contentHash: row.contentHash,
    closeResult: row.closeResult as Ticket['closeResult'],
    parentWorkId: row.parentWorkId,
  }
}

const time = (value: number | null): Date | null => (value === null ? null : new Date(value))

/** Writes back what a transition may change; the revision moves with it. */
export async function saveTicket(tx: Tx, ticket: Ticket, by: string, now: number): Promise<number> {
  const saving = tx
    .updateTable('loWork')
    .set((eb) => ({
      workStatus: ticket.status,
      execPhase: ticket.phase,
      voidFlag: ticket.voidFlag ? 1 : 0,
      closeFlag: ticket.closeFlag ? 1 : 0,
      reviewStatus: ticket.reviewStatus,
      approveStatus: ticket.approveStatus,
      round: ticket.round,
      workLevel: ticket.workLevel,
      content: ticket.content,
      place: ticket.place,
      leaderId: ticket.leaderId === '' ? null : ticket.leaderId,
      planStart: new Date(ticket.planStart),
      planEnd: new Date(ticket.planEnd),
      validEnd: time(ticket.validEnd),
      closeDeadline: time(ticket.closeDeadline),
      realStart: time(ticket.realStart),
      realEnd: time(ticket.realEnd),
      suspendedAt: time(ticket.suspendedAt),
      extendCount: ticket.extendCount,
      onSiteCount: ticket.onSiteCount,
      gasState: ticket.gasState,
      contentHash: ticket.contentHash,
      // Two rules never make the same hash: another one was made now.
      contentRule: sql<number | null>`case when content_hash is distinct from ${ticket.contentHash}::varchar
        then ${contentRule}::int else content_rule end`,
      closeResult: ticket.closeResult,
      updateBy: by,
      updateTime: new Date(now),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', ticket.id)
    .returning('revision')
  const [saved] = await askNamed(tx, saving)
  if (!saved) throw new Error(`the locked ticket ${ticket.id} is gone`)
  return saved.revision
}
