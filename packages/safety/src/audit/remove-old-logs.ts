import { logKinds, type LogKind } from '@suoan/domain/evidence-chain'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { ARCHIVED_ROWS, archiveOldLogs } from './log-archive.ts'
import { headsOf, linkOf, storeLinks } from './seal-logs.ts'

/**
 * Removes the rows of a tenant's logs that were sealed more than `LOG_KEEP_DAYS` ago and stand in an anchor; 0 keeps all.
 * They are archived first, with their proofs, in `AUDIT_EXPORT_DIR`/logs (`log-archive.ts`). A link says up to which row they are removed, and the links that held them keep their hashes, so the chain is
 * checked as before (decision 0555). Answers how many rows were removed.
 */
export async function removeOldLogs(ctx: Context, tenantId: number): Promise<number> {
  if (ctx.config.logKeepDays === 0) return 0
  let removed = 0
  for (const kind of logKinds) {
    await sayRemoved(ctx, kind, tenantId)
    for (;;) {
      const archived = await archiveOldLogs(ctx, kind, tenantId)
      if (archived === 0) break
      const { rows } = await sql<{ n: number }>`
        select lo_remove_old_logs(${`${kind}-${tenantId}`}, ${archived}) as n`.execute(ctx.db)
      const n = rows[0]?.n ?? 0
      removed += n
      if (n < ARCHIVED_ROWS) break
    }
  }
  return removed
}

async function sayRemoved(ctx: Context, kind: LogKind, tenantId: number): Promise<void> {
  const now = ctx.clock.now()
  const before = new Date(now - ctx.config.logKeepDays * 86_400_000)
  await ctx.db.transaction().execute(async (tx) => {
    // Whoever holds this row appends to the chains of this log.
    await sql`select 1 from lo_log_sealed where kind = ${kind} for update`.execute(tx)
    const { rows } = await sql<{ no: string | null; said: string | null }>`
      select max(last_no) filter (where sealed_time < ${before} and seq <= (
          select max(to_seq) from lo_audit_leaf f where f.kind = ${kind} and f.subject_id = k.subject_id)) as no,
        max(removed_no) as said
      from lo_log_link k where subject_id = ${`${kind}-${tenantId}`}`.execute(tx)
    const no = Number(rows[0]?.no ?? 0)
    if (no <= Number(rows[0]?.said ?? 0)) return
    const head = (await headsOf(tx, kind, [tenantId])).get(tenantId)
    if (head) await storeLinks(tx, [linkOf(kind, tenantId, head, [], head.lastNo, now, no)])
  })
}
