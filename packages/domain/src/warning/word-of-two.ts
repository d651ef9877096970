import type { Custody, LockStatus } from '../dictionaries/index.ts'
import { silentCustody } from '../alarm/index.ts'
import { countsAsClosed } from '../lock/index.ts'
import { hour } from '../verdict/index.ts'

/** Where no shift is set, two people's word about a lock that says nothing holds as long. [D] */
const wordHoldsMs = 12 * hour

/** A warning that two people closed, and what is known of its condition since; times in epoch ms. */
export interface ClosedByWord {
  readonly closedAt: number
  /** The lock it is about; null when it is about a gateway (W06) or the lock is deleted. */
  readonly lock: {
    readonly status: LockStatus
    readonly custody: Custody
    /** Its last sign of life. */
    readonly lastSeen: number | null
  } | null
  /** Openings of its list that have not ended (W06 of a gateway). */
  readonly listedOpen: number
}

/**
 * What becomes of the word of two people (§5.10 closeKind 5, decision 0545). The condition of a warning is a state of its
 * lock: `settled` when the lock has reported itself shut or is out of use; `takenBack` when a later report of it says
 * that it still is not shut, and for a lock that says nothing with the next change of shift; else it `holds`.
 */
export function wordOfTwo(
  { closedAt, lock, listedOpen }: ClosedByWord,
  lastShiftChange: number | null,
  now: number,
): 'settled' | 'holds' | 'takenBack' {
  const stands =
    lock === null ? listedOpen > 0 : !countsAsClosed(lock.status) && !silentCustody.includes(lock.custody)
  if (!stands) return 'settled'
  const contradicted = lock !== null && lock.lastSeen !== null && lock.lastSeen > closedAt
  const lapsed = now - closedAt >= wordHoldsMs || (lastShiftChange !== null && lastShiftChange > closedAt)
  return contradicted || lapsed ? 'takenBack' : 'holds'
}
