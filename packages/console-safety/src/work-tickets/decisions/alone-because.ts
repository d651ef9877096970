import type { DecisionRow } from '@suoan/contract'
import { reviewedAloneBecause } from '@suoan/domain/work-ticket'

/** Why a row of the review list must be opened and signed by itself; null when it may be adopted with others (§6.2). */
export function aloneBecause({ ticket, isOnSite }: DecisionRow): string | null {
  if (!ticket) return '工作票没有取到，请刷新列表'
  return reviewedAloneBecause({ ...ticket, onSite: isOnSite })
}
