import { lockStatus } from '../dictionaries/index.ts'

/**
 * `lo_lock_status` of a lock that says itself that it does not hold: a personal lock or its box protects nobody (G13), and
 * the on/off record takes it for open. Unknown, moving and jammed ones say neither (`countsAsClosed`).
 */
export const openStatuses: readonly number[] = [
  lockStatus.open,
  lockStatus.notFullyLocked,
  lockStatus.tampered,
]

/** Does a lock of this status say that it stands open? */
export const standsOpen = (status: number): boolean => openStatuses.includes(status)
