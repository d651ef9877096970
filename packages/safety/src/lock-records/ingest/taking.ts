import type { FullState } from '@suoan/contract/device'
import type { Denial, Part } from '@suoan/domain/lock'
import { stateTrust } from '@suoan/domain/dictionaries'
import type { DeviceInHand, LockInHand } from './in-hand.ts'
import type { LookUp } from './look-up.ts'
import type { Results } from './results.ts'
import { doubtText, type timeOfEvent } from './time-of-event.ts'

/** Any part of a full state, as the messages carry it. */
export type Readings = { readonly [K in keyof FullState]?: FullState[K] | undefined }

export interface Taking {
  readonly device: DeviceInHand
  readonly look: LookUp
  /** Keys of the events of this batch that were never seen before; taken ones are removed. */
  readonly fresh: Set<string>
  /** The same, where the number was used before. */
  readonly reused: Set<string>
  readonly results: Results
}

/** Keeps the clock samples and asks for the time to be set when they are far off (A09). */
export function noteClock(
  device: DeviceInHand,
  time: ReturnType<typeof timeOfEvent>,
  { ts, recvTs }: { readonly ts: number; readonly recvTs: number },
  results: Results,
): void {
  device.skews = time.samples
  device.skewMs = time.skewMs
  device.clockNote = doubtText(time, ts)
  device.clockTrusted = !time.needsTimeCommand && time.timeQuality > 0
  device.lastSeen = Math.max(device.lastSeen, recvTs)
  if (!time.needsTimeCommand) return
  const known = results.followUps.some(
    ({ sn, tenantId, do: what }) => sn === device.sn && tenantId === device.tenantId && what === 'setTime',
  )
  if (!known)
    results.followUps.push({ tenantId: device.tenantId, sn: device.sn, parentSn: null, do: 'setTime' })
}

/**
 * The device's numbers cannot be right, so nobody knows whether what is shown of its lock is the newest: it is believed no
 * more until it has told its state (A16).
 */
export function distrustNumbers(device: DeviceInHand, results: Results): void {
  const { lock, tenantId } = device
  askState(device, results)
  if (lock === null) return
  lock.state = { ...lock.state, trust: stateTrust.unknown }
  announceChanged(device, lock, results)
  const data = { tenantId, lockId: lock.id, logId: '', eventType: 'NUMBERS' }
  if (
    !results.events.some(
      ({ name, data: known }) =>
        name === 'lock.alarmed' &&
        'eventType' in known &&
        known.eventType === 'NUMBERS' &&
        known.lockId === lock.id,
    )
  )
    results.events.push({ name: 'lock.alarmed', data })
}

/**
 * Believes no more what a report denies that cannot move the state (§5.5.2), and has the lock asked. Answers whether that
 * is news: afterwards the lock is only asked, until it has told its state.
 */
export function takeDenial(
  device: DeviceInHand,
  lock: LockInHand,
  denial: Denial | null,
  results: Results,
): denial is Denial {
  if (denial === null) return false
  askState(device, results)
  if (denial.state === lock.state) return false
  lock.state = denial.state
  announceChanged(device, lock, results)
  return true
}

function askState({ tenantId, sn }: DeviceInHand, { followUps }: Results): void {
  const isAsked = followUps.some(
    (known) => known.sn === sn && known.tenantId === tenantId && known.do === 'readState',
  )
  if (!isAsked) followUps.push({ tenantId, sn, parentSn: null, do: 'readState' })
}

/** Announces once in a batch that the lock's state is another. */
export function announceChanged(
  { tenantId }: DeviceInHand,
  { id: lockId }: LockInHand,
  results: Results,
): void {
  if (results.changed.has(lockId)) return
  results.changed.add(lockId)
  results.events.push({ name: 'lock.stateChanged', data: { tenantId, lockId } })
}

const parts: Readonly<Record<number, Part>> = { 0: 0, 1: 1, 2: 'moving' }

/** What a sensor says; a missing one is no statement about open or closed. */
export const sensed = (value: number | undefined): Part => parts[value ?? 9] ?? 9
