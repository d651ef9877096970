import { closeKind, type CloseKind, type LockStatus } from '@suoan/domain/dictionaries'
import { countsAsClosed, openLimitSec, sessionChange, standsOpen } from '@suoan/domain/lock'
import { newId } from '@suoan/kit/id'
import type { DeviceInHand, LockInHand } from './in-hand.ts'
import type { Cause } from './look-up.ts'
import type { Results, SessionRow } from './results.ts'

/** What is known of an opening or closing beside its time. */
export interface Turn {
  readonly logId: string | null
  readonly userId: string | null
  readonly method: string | null
  readonly cause: Cause | null
  /** A decision stands behind it, so nobody has to ask later by what right it opened. */
  readonly allowed: boolean
  /** Came late from the device's memory. */
  readonly late: boolean
}

/** An opening: begins a session, unless one is open. A late one whose closing is known becomes a closed session. */
export function openSession(
  device: DeviceInHand,
  lock: LockInHand,
  openTime: number,
  turn: Turn,
  results: Results,
): void {
  const { cause } = turn
  const limitSec = openLimitSec(
    lock.maxOpenMin,
    cause?.allowOpenMin ?? null,
    openTime,
    cause?.validEnd?.getTime() ?? null,
  )
  const change = sessionChange(lock.session, { kind: 'opened', occurTime: openTime, limitSec })
  if (change.do !== 'open') return
  const row: SessionRow = {
    id: newId(),
    tenantId: device.tenantId,
    lockId: lock.id,
    areaCode: lock.areaCode,
    sysOrgCode: lock.sysOrgCode,
    openLogId: turn.logId,
    openTime,
    openUserId: turn.userId,
    openMethod: turn.method,
    limitSec,
    workId: cause?.workId ?? null,
    workNo: cause?.workNo ?? null,
    judged: turn.allowed ? 1 : 0,
    closeLogId: null,
    closeTime: null,
    closeUserId: null,
    closeKind: null,
    durationSec: null,
    overSec: null,
    state: 1,
  }
  results.opened.push(row)
  if (turn.late && isClosedSince(lock, openTime)) return finishLate(lock, row)
  lock.session = { sessionId: row.id, openTime, limitSec, row }
}

/** A closing: ends the open session it belongs to. */
export function closeSession(
  lock: LockInHand,
  closeTime: number,
  kind: CloseKind,
  turn: Pick<Turn, 'logId' | 'userId'>,
  results: Results,
): void {
  const change = sessionChange(lock.session, {
    kind: 'closed',
    occurTime: closeTime,
    closeKind: kind,
    limitSec: 0,
  })
  if (change.do !== 'close' || !lock.session) return
  const ended = {
    closeLogId: turn.logId,
    closeTime: change.closeTime,
    closeUserId: turn.userId,
    closeKind: change.closeKind,
    durationSec: change.durationSec,
    overSec: change.overSec,
  }
  if (lock.session.row) Object.assign(lock.session.row, ended, { state: 2 })
  else results.closed.push({ id: change.sessionId, ...ended })
  lock.session = null
}

/** A reported state that no event explains still ends or begins a session: nothing open may go unseen. */
export function inferSession(device: DeviceInHand, lock: LockInHand, at: number, results: Results): void {
  const { status } = lock.state
  if (lock.session && countsAsClosed(status)) {
    closeSession(lock, at, closeKind.inferred, { logId: null, userId: null }, results)
  } else if (!lock.session && standsOpen(status)) {
    openSession(
      device,
      lock,
      at,
      { logId: null, userId: null, method: null, cause: null, allowed: false, late: false },
      results,
    )
  }
}

/**
 * Known shut (`before`), and `said` to stand open by a word that is no opening: the twin differs (§5.1, A17), and whoever
 * relies on the lock must leave.
 */
export function noteUntoldOpening(
  device: DeviceInHand,
  lock: LockInHand,
  { before, said }: { readonly before: LockStatus; readonly said: LockStatus },
  logId: string,
  results: Results,
): void {
  if (!countsAsClosed(before) || !standsOpen(said)) return
  const data = { tenantId: device.tenantId, lockId: lock.id, logId, eventType: 'DIFF' }
  results.events.push({ name: 'lock.alarmed', data })
}

const isClosedSince = (lock: LockInHand, openTime: number): boolean =>
  countsAsClosed(lock.state.status) && lock.state.stateTime !== null && lock.state.stateTime > openTime

/** The closing came before the opening was told: its time is known when it is the lock's last, else it stays doubtful. */
function finishLate(lock: LockInHand, row: SessionRow): void {
  const closeTime = lock.last.lastCloseTime
  if (closeTime === null || closeTime < row.openTime) {
    row.state = 3
    return
  }
  row.state = 2
  row.closeTime = closeTime
  row.closeKind = closeKind.inferred
  row.durationSec = Math.round((closeTime - row.openTime) / 1000)
  row.overSec = Math.max(0, row.durationSec - row.limitSec)
}
