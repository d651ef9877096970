import type { TicketDetail } from '@suoan/contract'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { saidOf } from './audit-diff.ts'
import type { WorkRow } from './ticket-row.ts'
import { differenceOf, readSnapshot } from './ticket-snapshot.ts'

/**
 * Differences of the round under review against the one before (SC04: the reviewer sees what changed). A round is
 * opened by a submission (T04, T09) or by an approver's core edit (T12), and each keeps the ticket's words as they were.
 */
export async function roundDiff(tx: Tx, { id, tenantId, round }: WorkRow): Promise<TicketDetail['diff']> {
  if ((round ?? 1) < 2) return []
  const { rows } = await sql<{ diff: unknown }>`
    select diff from lo_work_trans where tenant_id = ${tenantId} and work_id = ${id} and to_status = 1 and from_status in (0, 2, 3, 5)
    order by seq desc limit 2`.execute(tx)
  const [now, before] = rows.map((row) => readSnapshot(saidOf(row.diff)))
  return now && before ? differenceOf(before, now) : []
}
