import { custody, labelOf, lockPurpose, type Custody, type LockPurpose } from '../dictionaries/index.ts'

/** Changes of custody that a person records (`lo_custody_action`, 3-domain.md §3.2 LoLockCustody). */
export type CustodyAction = 'INST' | 'LOST' | 'FOUND' | 'REPAIR' | 'IN' | 'SCRAP'

interface CustodyRule {
  from: readonly Custody[]
  to: Custody
  /** Recorded also while a point or a live ticket relies on the lock: a loss is a fact, whoever is inconvenienced. */
  whileHeld: boolean
  /** Recorded of locks of these purposes only. */
  purposes?: readonly LockPurpose[]
}

/** Fixed to their place for good: doors and cabinets, boxes, seals. A padlock is installed by hanging it on its point. */
const fixed: readonly LockPurpose[] = [lockPurpose.access, lockPurpose.lockBox, lockPurpose.seal]

const { inStore, issued, installed, inTransfer, lost, repair, scrapped } = custody

const rules: Readonly<Record<CustodyAction, CustodyRule>> = {
  INST: { from: [inStore, issued], to: installed, whileHeld: true, purposes: fixed },
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
  purpose: LockPurpose
  /** Tickets that rely on it: it holds a point, lies on a box, or is named on a live ticket. */
  heldBy: readonly string[]
}

/** The custody after an action, or why it may not be recorded, in Chinese. */
export function nextCustody(
  action: CustodyAction,
  { lockCode, custody: now, purpose, heldBy }: CustodyFacts,
): { to: Custody } | { refused: string } {
  const { from, to, whileHeld, purposes } = rules[action]
  const name = labelOf('lo_custody_action', action)
  if (purposes !== undefined && !purposes.includes(purpose))
    return {
      refused: `锁具 ${lockCode} 是${labelOf('lo_lock_purpose', purpose)}，不登记${name}；隔离锁在挂上隔离点时自动成为“已安装”`,
    }
  if (!from.includes(now))
    return { refused: `锁具 ${lockCode} 当前为“${labelOf('lo_custody', now)}”，不能登记${name}` }
  if (!whileHeld && heldBy.length > 0)
    return {
      refused: `锁具 ${lockCode} 正用于工作票 ${heldBy.join('、')}，不能${name}，请先更换锁具或等作业结束`,
    }
  return { to }
}
