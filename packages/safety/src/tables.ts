import type {
  alarm,
  area,
  cmd,
  decision,
  departArea,
  device,
  dutyRule,
  emergencyRemoval,
  energyEdge,
  energyNode,
  equip,
  flow,
  flowStep,
  gasStd,
  hazardPair,
  legSwitch,
  lock,
  lockDepart,
  lockLast,
  lockLog,
  lockOnoff,
  lockType,
  lockUser,
  personCert,
  point,
  pointHold,
  stopOrder,
  uncloseLock,
  work,
  workConflict,
  workExamine,
  workExtend,
  workGas,
  workHandover,
  workLock,
  workMeasure,
  workPerson,
  workPoint,
  workPresence,
  workReview,
  workSign,
  workTag,
  workTrans,
  workType,
} from '@suoan/contract'
import type { ColumnType } from 'kysely'
import type { TableOf, Time, TimeOrNull } from '@suoan/platform/db/table-of'

type Json = ColumnType<unknown, string | undefined, string>
type Tenant = ColumnType<number, number | undefined, number>

/** Tables of migrations 0003 and 0004: the described ones, then what ingestion remembers for itself. */
export interface LockDomainTables {
  loArea: TableOf<typeof area>
  loDepartArea: TableOf<typeof departArea>
  loPersonCert: TableOf<typeof personCert>
  loDutyRule: TableOf<typeof dutyRule>
  loLockType: TableOf<typeof lockType>
  loLock: TableOf<typeof lock>
  loLockUser: TableOf<typeof lockUser>
  loLockDepart: TableOf<typeof lockDepart>
  loDevice: TableOf<typeof device>
  loEquip: TableOf<typeof equip>
  loPoint: TableOf<typeof point>
  loPointHold: TableOf<typeof pointHold>
  loEnergyNode: TableOf<typeof energyNode>
  loEnergyEdge: TableOf<typeof energyEdge>
  loWorkType: TableOf<typeof workType>
  loFlow: TableOf<typeof flow>
  loFlowStep: TableOf<typeof flowStep>
  loGasStd: TableOf<typeof gasStd>
  loHazardPair: TableOf<typeof hazardPair>
  loLegSwitch: TableOf<typeof legSwitch>
  loWork: TableOf<typeof work>
  loWorkPoint: TableOf<typeof workPoint>
  loWorkLock: TableOf<typeof workLock>
  loWorkTag: TableOf<typeof workTag>
  loWorkPerson: TableOf<typeof workPerson>
  loWorkPresence: TableOf<typeof workPresence>
  loWorkMeasure: TableOf<typeof workMeasure>
  loWorkGas: TableOf<typeof workGas>
  loWorkSign: TableOf<typeof workSign>
  loWorkReview: TableOf<typeof workReview>
  loWorkExamine: TableOf<typeof workExamine>
  loWorkHandover: TableOf<typeof workHandover>
  loWorkExtend: TableOf<typeof workExtend>
  loWorkConflict: TableOf<typeof workConflict>
  loWorkTrans: TableOf<typeof workTrans>
  loEmergencyRemoval: TableOf<typeof emergencyRemoval>
  loStopOrder: TableOf<typeof stopOrder>
  loLockLog: TableOf<typeof lockLog>
  loLockLast: TableOf<typeof lockLast>
  loLockOnoff: TableOf<typeof lockOnoff>
  loDecision: TableOf<typeof decision>
  loDecisionInput: { decisionId: string; tenantId: Tenant; snapshot: Json }
  loOpenWitness: { tenantId: Tenant; lockId: string; userId: string; witnessTime: Time }
  loCmd: TableOf<typeof cmd>
  loAlarm: TableOf<typeof alarm>
  loUncloseLock: TableOf<typeof uncloseLock>
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
  interface Database extends LockDomainTables {}
}
