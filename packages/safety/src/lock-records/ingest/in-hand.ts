import type { DenialTime, LockEvent, LockState } from '@suoan/domain/lock'
import type { SessionRow } from './results.ts'

/** A restart of a device: `order` counts restarts as the server first saw them, `seq` is the newest number of it. */
export interface Boot {
  id: string
  order: number
  seq: number
}

/** Boots remembered per device; a message of an older one cannot be told from a new restart any more. */
export const rememberedBoots = 16

export interface LastRow {
  lastOpenTime: number | null
  lastOpenUser: string | null
  lastOpenMethod: string | null
  lastOpenWorkNo: string | null
  lastCloseTime: number | null
  lastCloseUser: string | null
}

/** The open session of a lock; `row` while it is not stored yet. */
export interface SessionInHand {
  sessionId: string
  openTime: number
  limitSec: number
  row: SessionRow | null
}

/** A lock of the batch, locked in the database, as the messages change it. Times in epoch ms. */
export interface LockInHand {
  readonly id: string
  readonly lockCode: string
  readonly lockName: string
  readonly areaId: string
  readonly areaCode: string
  readonly areaName: string | null
  readonly sysOrgCode: string | null
  readonly isPassive: boolean
  readonly maxOpenMin: number
  state: LockState
  /** Boot id of the state's position, as the row shows it. */
  stateBoot: string | null
  chainHead: string
  chainSeq: number
  session: SessionInHand | null
  last: LastRow
  /** The latest that the key of a passive lock tells of it in this batch from its memory. */
  keyWord: { readonly told: LockEvent; readonly at: DenialTime } | null
  battery: number | null
  battMv: number | null
  rssi: number | null
  temp: number | null
  fwVersion: string | null
}

/** What its row shows of a device's start and clock (columns of `lo_device`); nulls where it has no row. */
export interface ShownDevice {
  readonly boot_id: string | null
  readonly skew: number | null
  readonly trust: number | null
  readonly note: string | null
}

/** A device of the batch. `lock` is null for gateways, keys and detectors. */
export interface DeviceInHand {
  readonly tenantId: number
  readonly sn: string
  /** `lo_device_kind`; null when only the lock is registered. */
  readonly kind: string | null
  /** Disabled or scrapped: it may not speak, also not through its gateway. */
  readonly isDisabled: boolean
  /** Serial number and kind of the device it is registered behind. */
  readonly parentSn: string | null
  readonly parentKind: string | null
  readonly lock: LockInHand | null
  /** As it was before the batch. */
  readonly shown: ShownDevice
  boots: Boot[]
  /** The list as it was read: while it is the same one, only the number of its newest start may have changed. */
  readonly bootsRead: readonly Boot[]
  /** Clock samples of the newest boot since its clock was last set, ms. */
  skews: readonly number[]
  /** What the samples say, ms; null when no message of the batch said anything. */
  skewMs: number | null
  /** Why the last time was not believed; null when it was. */
  clockNote: string | null
  lastSeen: number
  /** From the newest birth of the batch. */
  birth: { at: number; fw: string | null; caps: unknown } | null
  clockTrusted: boolean | null
}

/** What belongs to a tenant, by its number within it: devices, commands, people. Nobody can name something of another one. */
export const ofTenant = (tenantId: number, sn: string): string => `${tenantId}/${sn}`
