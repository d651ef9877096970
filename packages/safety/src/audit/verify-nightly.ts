import { isLogKind, type ChainKind } from '@suoan/domain/evidence-chain'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { announceBreak } from './announce-break.ts'
import { anchorGap } from './exported-anchors.ts'
import { logName } from './log-rows.ts'
import { verifySubject } from './verify-chain.ts'

/** Every chain is walked from its first row once in so many nights; what grew since the last anchor, every night. */
const ROUND_NIGHTS = 30

const DAY_MS = 86_400_000

/**
 * The nightly look at a tenant's evidence (3-domain.md §4.8): anchors against their copies, the rows of every chain that grew
 * since the night before, and whole chains in turn, so that the cost follows what happened and not what is kept. The night
 * before is that of the last daily anchor: what nights in which the server was off would have walked is walked now. Each break
 * raises A11; the look goes on. Answers how many chains do not hold.
 */
export async function verifyNightly(ctx: Context, tenantId: number): Promise<number> {
  const gap = await anchorGap(ctx, tenantId, true)
  if (gap !== null)
    await announceBreak(ctx, tenantId, { kind: 'anchor', subjectId: `anchors-${tenantId}`, label: gap })
  const now = ctx.clock.now()
  const before = await nightBefore(ctx, tenantId, now)
  const { rows } = await sql<{ kind: ChainKind; subjectId: string; label: string | null; fromSeq: string }>`
    with recent as (select id from lo_audit_anchor where tenant_id = ${tenantId} and anchor_no > ${before.anchorNo}),
      heads as (select kind, subject_id, min(from_seq) filter (where anchor_id in (select id from recent)) as grown,
          abs(hashtext(subject_id)::bigint) % ${ROUND_NIGHTS} = any(${turnsOf(before.madeAt, now)}::int[]) as is_turn
        from lo_audit_leaf where tenant_id = ${tenantId} group by kind, subject_id)
    select h.kind, h.subject_id, coalesce(l.lock_code, w.work_no) as label,
      case when h.is_turn then 1 else h.grown end as from_seq
    from heads h left join lo_lock l on l.id = h.subject_id left join lo_work w on w.id = h.subject_id
    where h.grown is not null or h.is_turn
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

/** The daily anchor of the night before the last: its number, and when it was made (epoch ms); null before the first. */
async function nightBefore(
  ctx: Context,
  tenantId: number,
  now: number,
): Promise<{ readonly anchorNo: number; readonly madeAt: number | null }> {
  const anchored = shanghaiTime(now - DAY_MS).slice(0, 10)
  const { rows } = await sql<{ anchorNo: number; madeTime: Date }>`
    select anchor_no::int as anchor_no, made_time from lo_audit_anchor
    where tenant_id = ${tenantId} and daily = 1 and date < ${anchored}::date order by anchor_no desc limit 1`.execute(
    ctx.db,
  )
  const [row] = rows
  return row === undefined
    ? { anchorNo: 0, madeAt: null }
    : { anchorNo: row.anchorNo, madeAt: row.madeTime.getTime() }
}

/** Whose turn it is to be walked whole: one part of all chains for each night since the one before. */
function turnsOf(madeAt: number | null, now: number): number[] {
  const night = Math.floor(now / DAY_MS)
  const nights = madeAt === null ? 1 : Math.min(night - Math.floor(madeAt / DAY_MS), ROUND_NIGHTS)
  return Array.from({ length: Math.max(nights, 0) }, (_, back) => (night - back) % ROUND_NIGHTS)
}
