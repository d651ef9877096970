import { isLogKind, type ChainKind } from '@suoan/domain/evidence-chain'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { announceBreak } from './announce-break.ts'
import { anchorGap } from './exported-anchors.ts'
import { logName } from './log-rows.ts'
import { verifySubject } from './verify-chain.ts'

/** Every chain is walked from its first row once in so many nights; what grew since the last anchor, every night. */
const ROUND_NIGHTS = 30

/**
 * The nightly look at a tenant's evidence (3-domain.md §4.8): anchors against their copies, the rows since the anchor
 * before of every chain that grew, and whole chains in turn, so that the cost follows what happened and not what is
 * kept. Each break raises A11; the look goes on. Answers how many chains do not hold.
 */
export async function verifyNightly(ctx: Context, tenantId: number): Promise<number> {
  const gap = await anchorGap(ctx, tenantId, true)
  if (gap !== null)
    await announceBreak(ctx, tenantId, { kind: 'anchor', subjectId: `anchors-${tenantId}`, label: gap })
  const night = Math.floor(ctx.clock.now() / 86_400_000)
  const { rows } = await sql<{ kind: ChainKind; subjectId: string; label: string | null; fromSeq: string }>`
    with newest as (select id from lo_audit_anchor where tenant_id = ${tenantId} order by anchor_no desc limit 1),
      heads as (select kind, subject_id, max(from_seq) filter (where anchor_id = (select id from newest)) as grown
        from lo_audit_leaf where tenant_id = ${tenantId} group by kind, subject_id)
    select h.kind, h.subject_id, coalesce(l.lock_code, w.work_no) as label,
      case when abs(hashtext(h.subject_id)::bigint) % ${ROUND_NIGHTS} = ${night % ROUND_NIGHTS} then 1 else h.grown end as from_seq
    from heads h left join lo_lock l on l.id = h.subject_id left join lo_work w on w.id = h.subject_id
    where h.grown is not null or abs(hashtext(h.subject_id)::bigint) % ${ROUND_NIGHTS} = ${night % ROUND_NIGHTS}
    order by h.kind, h.subject_id`.execute(ctx.db)
  let broken = gap === null ? 0 : 1
  for (const { kind, subjectId, label, fromSeq } of rows) {
    const report = await verifySubject(ctx, kind, subjectId, Number(fromSeq))
    if (report.ok) continue
    broken += 1
    await announceBreak(ctx, tenantId, {
      kind,
      subjectId,
      label: label ?? (isLogKind(kind) ? logName[kind] : subjectId),
    })
  }
  return broken
}
