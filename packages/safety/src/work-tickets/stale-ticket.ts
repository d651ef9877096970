import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '@suoan/platform/context'
import { fail, type AppError } from '@suoan/platform/fail'
import { saidOf } from './audit-diff.ts'
import type { WorkRow } from './ticket-row.ts'

const changes = z.array(
  z.object({ field: z.string(), label: z.string(), old: z.unknown(), new: z.unknown() }),
)

/**
 * The refusal of a call made on an older revision (3-domain.md §4.5.1), with what happened since: each event, who did
 * it, and what it changed.
 */
export async function staleTicket(tx: Tx, work: WorkRow, seen: number): Promise<AppError> {
  const { rows } = await sql<{
    event: string
    transId: string
    actorName: string
    at: string
    diff: unknown
  }>`
    select event, trans_id, actor_name, to_char(server_time, 'YYYY-MM-DD HH24:MI:SS') as at, diff from lo_work_trans
    where work_id = ${work.id} order by seq desc limit ${Math.max(1, Math.min(50, work.revision - seen))}`.execute(
    tx,
  )
  return fail(
    'STALE',
    {},
    {
      revision: work.revision,
      workStatus: work.workStatus,
      execPhase: work.execPhase,
      voidFlag: work.voidFlag,
      since: rows
        .toReversed()
        .map(({ diff, ...row }) => ({ ...row, changes: changes.catch([]).parse(saidOf(diff)) })),
    },
  )
}
