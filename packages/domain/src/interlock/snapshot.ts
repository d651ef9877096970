import type {
  Custody,
  ExecPhase,
  ItemState,
  LockPurpose,
  OpenMethod,
  RoleTag,
  WorkStatus,
} from '../dictionaries/index.ts'
import type { Grant } from '../grant/index.ts'
import type { PointRule, PointState } from '../isolation/index.ts'
import type { Change } from './change.ts'

/** What is asked of a lock. Only OPEN is gated; the others are safe or change nothing (R01). */
export type LockAction = 'OPEN' | 'CLOSE' | 'FREEZE' | 'LOCATE' | 'READSTATE' | 'READLOG' | 'TIME'

/** §5.8. */
export type Leg = 'L1' | 'L2' | 'L3' | 'L4' | 'L5' | 'L6' | 'L7' | 'L8'

export interface UserFact {
  userId: string
  name: string
  active: boolean
  /** Last login with full proof (password, not a refreshed token). */
  strongLoginAt: number | null
  /** A lock of his was removed by others and he has not acknowledged it. */
  mustAck: boolean
  /** Labels of certificates that are missing or expired for what he does here. */
  missingCerts: readonly string[]
  /** KEEPER and other tags of his post, beside those on the ticket. */
  postTags: readonly RoleTag[]
}

export interface InterlockLock {
  lockId: string
  lockCode: string
  lockName: string
  purpose: LockPurpose
  enabled: boolean
  frozen: boolean
  custody: Custody
  keeperId: string | null
  holderId: string | null
  /** Owner of a personal lock, as its record names him now. */
  ownerUserId: string | null
  /**
   * Whom a personal lock protects: the people whose hold rests on it. While it hangs these count, whatever the record of
   * the lock says. Absent in decisions stored before it was asked.
   */
  wornBy?: readonly { userId: string; name: string }[]
  pointId: string | null
  /**
   * Numbers of tickets somebody relies on this lock for: an isolation lock that holds a point, a box on which personal
   * locks hang. Absent in decisions stored before it was asked.
   */
  heldBy?: readonly string[]
  areaCode: string
  lockTypeId: string
  groupIds: readonly string[]
  ticketRequired: boolean
  /** 0 no, 1 optional, 2 must. */
  dualAuth: 0 | 1 | 2
  /** The type lists 02 远程 among its ways to open. */
  allowsRemote: boolean
}

/** The ticket the request names, seen from the lock and the user. */
export interface InterlockTicket {
  workId: string
  workNo: string
  workType: string
  status: WorkStatus
  phase: ExecPhase
  voidFlag: boolean
  planStart: number
  validEnd: number | null
  closeDeadline: number | null
  earlyMin: number
  isolateLeadMin: number
  /** Tags of the user on this ticket; empty = he is not on it. */
  userTags: readonly RoleTag[]
  /** The lock stands among the ticket's locks. */
  listsLock: boolean
  /** The lock's isolation item on this ticket. */
  item: {
    pointCode: string
    state: ItemState
    /** Point codes still to be done before (placing) or after (restoring, reverse). */
    waitingFor: readonly string[]
    /** In the set lifted for a test (phase 22, 23). */
    inLiftedSet: boolean
  } | null
  /** People inside, by name (G17). */
  onSite: readonly string[]
  /** Personal locks still on, as `PL6（孙作）` (G18). */
  personalLocksOn: readonly string[]
  /** Numbers of other tickets that hold the point (G24). */
  otherHolds: readonly string[]
  /** Numbers of other tickets that rest on this very lock: it must stay shut, whoever plans it (T46). */
  lockHolds: readonly string[]
  gas: {
    controlled: boolean
    pass: boolean
    sampleTime: number | null
    limitMin: number
    /**
     * Gases that are to be measured without a break and are not heard at their places, Chinese (G30). Absent where that is
     * not asked for, and in decisions stored before it was.
     */
    unheard?: readonly string[]
  }
  /**
   * Points whose zero energy had to be proven again and was not, Chinese (G12). Absent in decisions stored before it was
   * asked.
   */
  proofsDue?: readonly string[]
  /** When zero energy must be proven again at the first of its points, epoch ms; null or absent: nowhere. */
  provenUntil?: number | null
  guardian: { required: boolean; present: boolean }
  /** Numbers of tickets in open blocking conflict. */
  blockingConflicts: readonly string[]
  /** The measures of the ticket ask for two people. */
  dualRequired: boolean
}

/** How the user shows that he stands at the lock. */
export interface Presence {
  kind: 'NFC' | 'QR' | 'BLE' | 'GEO'
  at: number
  /** GEO only: inside the fence. NFC and QR: the tag belongs to this lock or its point. */
  matches: boolean
  /** A scan that has answered its one question already. */
  used?: boolean
}

/** Another person who said at the lock that he stands there (R12 remote, R13). */
export interface SecondPerson {
  userId: string
  name: string
  /** When he said so, epoch ms. */
  at: number
  /** What is asked of him as of whoever opens (R03). Absent in decisions stored before it was asked. */
  user?: UserFact
  /** His tags on the ticket; empty = he is not on it. Absent as `user` is. */
  tags?: readonly RoleTag[]
}

/** One consistent picture; `decide` reads nothing else, so a decision can be replayed from it. */
export interface Snapshot {
  at: number
  action: LockAction
  method: OpenMethod
  user: UserFact
  lock: InterlockLock
  ticket: InterlockTicket | null
  grants: readonly Grant[]
  presence: Presence | null
  /** Somebody on site who confirmed a remote opening. */
  remoteConfirmedBy: string | null
  /** Second credential. */
  second: SecondPerson | null
  /** `lo_point_rule` of the lock's point (five preventions), and every point their conditions speak about. */
  prevention: { pointId: string | null; rules: readonly PointRule[]; points: readonly PointState[] }
  alarms: readonly string[]
  /** Names of those who can close them; absent: not asked. */
  alarmHandlers?: readonly string[]
  stopOrder: string | null
  emergency: {
    /** One-shot grant of an approved `lo_emergency_removal`, or a rescue. */
    kind: 'REMOVAL' | 'RESCUE'
    approvedAt: number
    used: boolean
    removerId: string
    witnessId: string | null
  } | null
  /** Whoever hung the personal lock, or its owner while it hangs nowhere, is inside for some ticket. */
  ownerOnSite: boolean
  /** Decision made away from the server: is clock and revocation epoch trusted? null = online. */
  offline: { clockTrusted: boolean; epochTrusted: boolean } | null
  /** Legs this tenant switched off. */
  legsOff: readonly Leg[]
}

/** One rule in a decision. Rules of other legs are listed too, as not applying. */
export interface RuleResult {
  id: string
  applies: boolean
  pass: boolean
  text: string
  /** What can be done about this rule by itself, Chinese; empty when it passed. */
  hint: string
  evidence: Readonly<Record<string, string | number | boolean | null | readonly string[]>>
}

/** `lo_decision`: stored whole, shown whole. */
export interface Decision {
  allow: boolean
  /** Null when no leg fits: denied. */
  leg: Leg | null
  /** Safe-direction requests are allowed at once by R01. */
  safe: boolean
  rules: readonly RuleResult[]
  /** The shortest list of things that would make it a yes; empty for a yes, and when there is none. */
  changes: readonly Change[]
  /** The same list in Chinese. */
  fix: readonly string[]
  /** Chinese: why nothing people can do now would make it a yes; null when something would. */
  never: string | null
  /** The grant that covered the request; its use must be counted. */
  grantId: string | null
  /** 0 when allowed; else the number for the envelope (4208 …). */
  code: number
  message: string
}
