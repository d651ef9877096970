/** Kinds of clash between two tickets (`lo_work_conflict.kind`). */
export type ConflictKind = 'POINT' | 'EQUIP' | 'AREA' | 'ADJ' | 'PERSON' | 'LOCK' | 'ENERGY'

/** 1 hint, 2 needs measures accepted by SAFETY, 3 blocks. */
export type Severity = 1 | 2 | 3

/** Half-open time `[start, end)`, epoch ms: touching ends do not overlap. */
export interface Interval {
  start: number
  end: number
}

/** What of a ticket can clash with another. */
export interface PlannedWork extends Interval {
  workId: string
  workNo: string
  /** Every kind whose rules it follows: an emergency repair is also what it is underneath. */
  kinds: readonly string[]
  /** Point → position the ticket needs it in (`lo_point_pos`). */
  points: readonly { pointId: string; pointCode: string; position: string }[]
  equipment: readonly { equipId: string; equipCode: string }[]
  /** Looks only, changes nothing. */
  readOnly: boolean
  areaCode: string
  adjacentCodes: readonly string[]
  hazards: readonly string[]
  /** People in roles that tie them to one place (LEAD, GUARD, WORK …). */
  people: readonly { userId: string; name: string }[]
  /** Isolation and personal locks; shared access locks do not clash. */
  locks: readonly { lockId: string; lockCode: string }[]
  /** Its equipment on the energy map, by node id. */
  zoneIds: readonly string[]
  /** Points it keeps locked: its share of the cut. */
  cuts: readonly string[]
  /** Points whose lock is lifted for a test run (phases 22 and 23). */
  lifted: readonly string[]
  /** Does it count on energy at its equipment: live work and test runs need it, work without isolation may. */
  live: 'needs' | 'may' | 'no'
}

/** One clash without the ticket it is with. */
export interface Clash {
  kind: ConflictKind
  ruleCode: string
  severity: Severity
  reason: string
}
