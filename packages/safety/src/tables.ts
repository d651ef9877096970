import type { PackageResources } from '@suoan/contract'
import type { ColumnType } from 'kysely'
import type { TablesOf, Time, TimeOrNull } from '@suoan/platform/db/table-of'

type Json = ColumnType<unknown, string | undefined, string>
type Tenant = ColumnType<number, number | undefined, number>

/** The tables of the described entities, and what no description has. */
interface SafetyTables extends TablesOf<PackageResources['safety']> {
  loDecisionInput: { decisionId: string; tenantId: Tenant; snapshot: Json }
  loLockCustody: {
    id: string
    tenantId: Tenant
    lockId: string
    action: string
    fromUserId: string | null
    toUserId: string | null
    fromState: number
    toState: number
    operatorId: string
    workNos: string
    pointId: string | null
    time: Time
    remark: string
  }
  loOpenWitness: { tenantId: Tenant; lockId: string; userId: string; witnessTime: Time }
  /** Deduplication of device events beside the partitioned log. */
  loEventSeen: {
    tenantId: number
    deviceSn: string
    bootId: string
    seq: number
    idx: number
    eventId: string
    seenAt: Time
  }
  /** Boots in the order they were first seen, and the last clock samples, of one device. */
  loDeviceIngest: { tenantId: Tenant; deviceSn: string; boots: Json; skews: Json }
  loTelemetry: {
    tenantId: Tenant
    deviceSn: string
    ts: Time
    battery: number | null
    battMv: number | null
    rssi: number | null
    temp: number | null
    tilt: number | null
    logsPending: number | null
  }
  /** Messages set aside, for people to look at; capped, the counts are not. */
  loQuarantine: {
    id: string
    tenantId: Tenant
    deviceSn: string | null
    topic: string
    reason: string
    code: string
    size: number
    head: string
    delivered: number
    recvTime: Time
  }
  loQuarantineCount: { day: string; reason: string; messages: ColumnType<string, number, number> }
  /** Tags of points, locks and areas: the digest of their text, and when they ended. */
  loSiteTag: {
    id: string
    tenantId: Tenant
    subjectKind: string
    subjectId: string
    codeHash: string
    issuedBy: string
    issuedTime: Time
    retiredTime: TimeOrNull
  }
  /** Who read which tag where and when, and the one question each scan answered. */
  loSiteScan: {
    id: string
    tenantId: Tenant
    userId: string
    sessionId: string | null
    subjectKind: string
    subjectId: string
    method: string
    tagId: string | null
    file: string | null
    matched: number
    channel: string
    scanTime: Time
    claimedTime: TimeOrNull
    lng: ColumnType<string | null, number | null, never>
    lat: ColumnType<string | null, number | null, never>
    question: string | null
    workId: string | null
    usedTime: TimeOrNull
  }
  /** The answers of the site check (G20), one row each. */
  loWorkSiteCheck: {
    id: string
    tenantId: Tenant
    workId: string
    item: string
    done: number
    photo: string | null
    checkBy: string
    checkTime: Time
  }
  loLockFavorite: {
    tenantId: Tenant
    userId: string
    lockId: string
    createTime: ColumnType<Date, Date | undefined, never>
  }
}

declare module '@suoan/platform/db/schema' {
  interface Database extends SafetyTables {}
}
