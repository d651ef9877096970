import type { Announced } from '@suoan/contract/events'

/** A session as it will be stored: times in epoch ms, `state` 1 open, 2 closed, 3 doubtful. */
export interface SessionRow {
  id: string
  tenantId: number
  lockId: string
  areaCode: string
  sysOrgCode: string | null
  openLogId: string | null
  openTime: number
  openUserId: string | null
  openMethod: string | null
  limitSec: number
  workId: string | null
  workNo: string | null
  /** 1 when a decision stands behind the opening; 0 leaves the question to the warnings (W04). */
  judged: 0 | 1
  closeLogId: string | null
  closeTime: number | null
  closeUserId: string | null
  closeKind: number | null
  durationSec: number | null
  overSec: number | null
  state: 1 | 2 | 3
}

export interface SessionClose {
  id: string
  closeLogId: string | null
  closeTime: number
  closeUserId: string | null
  closeKind: number
  durationSec: number
  overSec: number
}

export interface CommandChange {
  tenantId: number
  cmdId: string
  status: number
  /** Epoch ms. */
  at: number
  isFinal: boolean
  resultCode: string | null
  resultMsg: string | null
}

/** A reading of a gas detector; times in ISO form. */
export interface GasReadingRow {
  id: string
  tenant_id: number
  device_sn: string
  reading_id: string
  gas_code: string
  value: number
  unit: string
  occur_time: string
  recv_time: string
  time_quality: number
  historical: 0 | 1
}

/** What the platform should do about a device after the commit. */
export interface FollowUp {
  tenantId: number
  sn: string
  parentSn: string | null
  do: 'setTime' | 'readState'
}

/** Numbers that a device used and that have not arrived; both ends included. */
export interface NumberGap {
  id: string
  tenantId: number
  sn: string
  boot: string
  from: number
  to: number
}

/** A number that came after a greater one: it may be one that was missed. */
export interface LateNumber {
  tenantId: number
  sn: string
  boot: string
  seq: number
}

/** Numbers from `from` on that a device has not used, whatever was heard before: it has told anew where it stands. */
export interface UnusedNumbers {
  tenantId: number
  sn: string
  boot: string
  from: number
}

/** A message that could not be used, kept for people. */
export interface Reject {
  tenantId: number
  sn: string | null
  topic: string
  reason: string
  size: number
  head: string
  delivered: boolean
  recvTs: number
}

/** Everything one batch wants written; filled in memory, stored by `storeResults` in a handful of statements. */
export interface Results {
  /** Rows of the log as lines of COPY text. */
  logs: string[]
  opened: SessionRow[]
  closed: SessionClose[]
  commands: CommandChange[]
  telemetry: {
    tenant_id: number
    device_sn: string
    ts: string
    battery: number | null
    batt_mv: number | null
    rssi: number | null
    temp: number | null
    tilt: number | null
    logs_pending: number | null
  }[]
  readings: GasReadingRow[]
  grantUses: Map<string, number>
  rejects: Reject[]
  events: Announced[]
  /** Locks whose change is among the events: told once, for whoever hears of it asks for the state. */
  changed: Set<string>
  followUps: FollowUp[]
  gaps: NumberGap[]
  lateNumbers: LateNumber[]
  unused: UnusedNumbers[]
  duplicates: number
}

export const noResults = (): Results => ({
  logs: [],
  opened: [],
  closed: [],
  commands: [],
  telemetry: [],
  readings: [],
  grantUses: new Map(),
  rejects: [],
  events: [],
  changed: new Set(),
  followUps: [],
  gaps: [],
  lateNumbers: [],
  unused: [],
  duplicates: 0,
})
