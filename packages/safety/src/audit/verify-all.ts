import type { ChainKind } from '@suoan/domain/evidence-chain'
import { sql } from 'kysely'
import { type ChainReader, verifySubject } from './verify-chain.ts'

/** A chain that does not hold, with the first reason in Chinese. */
export interface BrokenChain {
  readonly kind: ChainKind
  readonly subjectId: string
  readonly text: string
}

/**
 * Walks every chain of every tenant from its first row, with the newest anchor of each (3-domain.md §4.8): what a restored
 * database must pass. Reads everything; says nothing to anybody.
 */
export async function verifyEveryChain(
  ctx: ChainReader,
  progress: (done: number, all: number) => void = () => {},
): Promise<{ readonly chains: number; readonly rows: number; readonly broken: readonly BrokenChain[] }> {
  const { rows: subjects } = await sql<{ kind: ChainKind; subjectId: string }>`
    select 'lock' as kind, id as subject_id from lo_lock where chain_seq > 0
    union all select 'work', work_id from lo_work_trans group by work_id
    union all select 'decision', lock_id from lo_decision_chain
    union all select kind, subject_id from lo_log_chain
    order by kind, subject_id`.execute(ctx.db)
  let rows = 0
  const broken: BrokenChain[] = []
  for (const [index, { kind, subjectId }] of subjects.entries()) {
    const report = await verifySubject(ctx, kind, subjectId)
    rows += report.checked
    if (report.firstBreak !== null) broken.push({ kind, subjectId, text: report.firstBreak.text })
    progress(index + 1, subjects.length)
  }
  return { chains: subjects.length, rows, broken }
}
