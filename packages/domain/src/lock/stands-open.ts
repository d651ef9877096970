import { lockStatus } from '../dictionaries/index.ts'

/**
 * `lo_lock_status` of a lock that says itself that it does not hold: the on/off record takes it for open. Unknown, moving and jammed ones say neither (`countsAsClosed`).
 */
export const openStatuses: readonly number[] = [
  lockStatus.open,
  lockStatus.notFullyLocked,
  lockStatus.tampered,
]

/** Does a lock of this status say that it stands open? */
export const standsOpen = (status: number): boolean => openStatuses.includes(status)

/**
 * `lo_lock_status` of a lock that no longer proves that it holds, by its own word: open, forced, not fully locked or
 * jammed. A point that rests on it is not safe (§5.1 "not closed", T25), and as somebody's own lock or its box it protects
 * nobody (G13, T32). A lock that moves has 15 s to say where it stands,
 * and one that is unknown has said nothing.
 */
export const brokenStatuses: readonly number[] = [...openStatuses, lockStatus.jammed]
