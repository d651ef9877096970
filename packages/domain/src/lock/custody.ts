import { custody, labelOf, type Custody } from '../dictionaries/index.ts'

/** Changes of custody that a person records (`lo_custody_action`, 3-domain.md §3.2 LoLockCustody). */
export type CustodyAction = 'LOST' | 'FOUND' | 'REPAIR' | 'IN' | 'SCRAP'

interface CustodyRule {
  from: readonly Custody[]
  to: Custody
  /** Recorded also while a point or a live ticket relies on the lock: a loss is a fact, whoever is inconvenienced. */
  whileHeld: boolean
}

const { inStore, issued, installed, inTransfer, lost, repair, scrapped } = custody

const rules: Readonly<Record<CustodyAction, CustodyRule>> = {
  LOST: { from: [inStore, issued, installed, inTransfer, repair], to: lost, whileHeld: true },
  FOUND: { from: [lost], to: inStore, whileHeld: true },
  REPAIR: { from: [inStore, issued, installed, inTransfer], to: repair, whileHeld: false },
  IN: { from: [repair], to: inStore, whileHeld: true },
  SCRAP: { from: [inStore, issued, installed, inTransfer, lost, repair], to: scrapped, whileHeld: false },
}

/** Whether nobody may use a lock of this custody: it is in nobody's hand, or nobody knows in whose (R02, G07). */
export function isOutOfUse(state: Custody): boolean {
  return state === lost || state === repair || state === scrapped
}

/** What is asked of a lock. */
export interface CustodyFacts {
  lockCode: string
  custody: Custody
  /** Tickets that rely on it: it holds a point, lies on a box, or is named on a live ticket. */
  heldBy: readonly string[]
}

/** The custody after an action, or why it may not be recorded, in Chinese. */
export function nextCustody(
  action: CustodyAction,
  { lockCode, custody: now, heldBy }: CustodyFacts,
): { to: Custody } | { refused: string } {
  const { from, to, whileHeld } = rules[action]
  const name = labelOf('lo_custody_action', action)
  if (!from.includes(now))
    return { refused: `锁具 ${lockCode} 当前为“${labelOf('lo_custody', now)}”，不能登记${name}` }
  if (!whileHeld && heldBy.length > 0)
    return {
      refused: `锁具 ${lockCode} 正用于作业票 ${heldBy.join('、')}，不能${name}，请先更换锁具或等作业结束`,
    }
  return { to }
}
