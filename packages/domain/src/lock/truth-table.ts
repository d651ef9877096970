import { lockStatus, type LockStatus } from '../dictionaries/index.ts'

/** A sensed part: 0 open, 1 closed, 9 unknown, `moving` while the motor runs. */
export type Part = 0 | 1 | 9 | 'moving'

export interface PhysicalState {
  latch: Part
  /** Shackle of a padlock, door of a cabinet. */
  shackle: Part
}

interface Row {
  latch: Part | 'any'
  shackle: Part | 'any'
  status: LockStatus
}

/** §5.1 without motion; the first match wins. */
const table: readonly Row[] = [
  { latch: 9, shackle: 'any', status: lockStatus.unknown },
  { latch: 'any', shackle: 9, status: lockStatus.unknown },
  { latch: 1, shackle: 1, status: lockStatus.closed },
  { latch: 1, shackle: 0, status: lockStatus.notFullyLocked },
  { latch: 0, shackle: 1, status: lockStatus.notFullyLocked },
  { latch: 0, shackle: 0, status: lockStatus.open },
]

/** After this long without an end event a moving lock is jammed, ms. */
export const motionLimitMs = 15_000

/**
 * `lo_lock_status` of what the sensors say (§5.1); `movingForMs` in ms. A moving latch opens when it was closed before and closes otherwise; after
 * 15 s it is jammed. Whatever the table does not know is unknown, which no guard takes for closed.
 */
export function statusOf(
  state: PhysicalState,
  before: LockStatus = lockStatus.unknown,
  movingForMs = 0,
): LockStatus {
  if (state.latch === 'moving' || state.shackle === 'moving') {
    if (movingForMs >= motionLimitMs) return lockStatus.jammed
    return before === lockStatus.closed || before === lockStatus.opening
      ? lockStatus.opening
      : lockStatus.closing
  }
  const fits = (cell: Part | 'any', value: Part) => cell === 'any' || cell === value
  const row = table.find(({ latch, shackle }) => fits(latch, state.latch) && fits(shackle, state.shackle))
  return row?.status ?? lockStatus.unknown
}

/** On its way between open and closed: states 4 and 5 of §5.1. */
export function isMoving(status: LockStatus): boolean {
  return status === lockStatus.opening || status === lockStatus.closing
}

/** Only status 1 counts as closed; unknown, half locked, jammed and moving never do (§0.3). */
export function countsAsClosed(status: LockStatus): boolean {
  return status === lockStatus.closed
}
