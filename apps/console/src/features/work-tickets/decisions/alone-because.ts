import { reviewedAloneBecause } from '@suoan/domain/work-ticket'
import type { DecisionRow } from './decision-columns.tsx'

/** Why a row of the review list must be opened and signed by itself; null when it may be adopted with others (§6.2). */
export function aloneBecause({ ticket, ...row }: DecisionRow): string | null {
  if (!ticket) return '作业票没有取到，请刷新列表'
  return reviewedAloneBecause({
    workType: ticket.workType,
    workLevel: ticket.workLevel,
    conflictState: Number(ticket['conflictState'] ?? 0),
    isolationPlanState: Number(ticket['isolationPlanState'] ?? 0),
    onSite: Number(row['onSite'] ?? 0) === 1,
  })
}
