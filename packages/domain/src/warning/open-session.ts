import { custody, lockStatus, type Custody, type LockStatus } from '../dictionaries/index.ts'
import { silentFrom, type SilenceFacts } from '../lock/index.ts'
import { second } from '../verdict/index.ts'
import { floodLocks, type WarnType } from './warning-rules.ts'

/** An opening without a closing, with what the rules ask that only time makes true; times in epoch ms. */
export interface OpenSessionFacts extends SilenceFacts {
  openTime: number
  /** Seconds it may stay open: of the lock's type or of the ticket's item. */
  limitSec: number
  lockStatus: LockStatus
  /** When the lock came into its state. */
  stateTime: number | null
  /** The end of its ticket's time; null without a ticket, and when that is closed or void. */
  ticketEnd: number | null
}

/** A rule that holds: from when on, and after how many seconds. */
export interface DueWarning {
  warnType: WarnType
  raisedAt: number
  thresholdSec: number
}

/** W05: seconds latch and shackle may disagree (§5.10). */
const notFullyLockedSec = 60

/**
 * Which rules hold for an open lock at `now` (§5.10; all times epoch ms): W01 open longer than it may, W03 its ticket has ended, W05 not fully
 * locked for a minute, W06 silent for longer than its type allows, W07 open at the last shift change.
 */
export function dueWarnings(
  session: OpenSessionFacts,
  lastShiftChange: number | null,
  now: number,
): DueWarning[] {
  const { openTime, limitSec, stateTime, ticketEnd, offlineSec } = session
  const isHalf = session.lockStatus === lockStatus.notFullyLocked && stateTime !== null
  const silent = silentFrom(session)
  const rules: readonly (DueWarning | null)[] = [
    { warnType: 'W01', raisedAt: openTime + limitSec * second, thresholdSec: limitSec },
    ticketEnd === null || ticketEnd > now
      ? null
      : { warnType: 'W03', raisedAt: Math.max(ticketEnd, openTime), thresholdSec: 0 },
    isHalf
      ? { warnType: 'W05', raisedAt: stateTime + notFullyLockedSec * second, thresholdSec: notFullyLockedSec }
      : null,
    silent === null ? null : { warnType: 'W06', raisedAt: silent, thresholdSec: offlineSec },
    lastShiftChange !== null && openTime < lastShiftChange
      ? { warnType: 'W07', raisedAt: lastShiftChange, thresholdSec: 0 }
      : null,
  ]
  return rules.filter((rule) => rule !== null && rule.raisedAt <= now) as DueWarning[]
}

/** W02: a lock that is open, or of which nobody knows whether it is, when people leave; in store it concerns nobody. */
export function isLeftOpen(lock: { isOpen: boolean; lockStatus: LockStatus; custody: Custody }): boolean {
  if (lock.isOpen) return true
  const isInStore = lock.custody === custody.inStore || lock.custody === custody.issued
  return lock.lockStatus === lockStatus.unknown && !isInStore
}

/** W06 becomes one warning with a list: the gateway is down and has many open locks behind it (§5.10, flood control). */
export function isFlood(gateway: { isDown: boolean; openLocks: number }): boolean {
  return gateway.isDown && gateway.openLocks > floodLocks
}
