import type { DeviceAddress } from '@suoan/contract/device'
import type { DeviceSpec } from './device-spec.ts'
import type { LockModel } from './lock-model.ts'

/** One device being played. */
export type Played = {
  readonly spec: DeviceSpec
  readonly model: LockModel
  readonly address: DeviceAddress
  /** Commands wait so long before the device sees them, real ms; a slow or busy gateway. */
  commandDelayMs: number
  /** Commands that a busy gateway keeps until it is told to hand them over; undefined hands them over at once. */
  waiting: (() => void)[] | undefined
  /** Ignores commands. */
  deaf: boolean
  /** A message that the next one overtakes. */
  held: { readonly send: () => Promise<void>; readonly done: () => void } | undefined
}
