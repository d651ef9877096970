import type {
  Custody,
  ExecPhase,
  HoldState,
  HoldType,
  ItemState,
  LockPurpose,
  LockStatus,
  RoleTag,
  StateTrust,
  WorkStatus,
} from '../dictionaries/index.ts'
import type { ActingFact } from './acting.ts'
import type { Conflict, EnergyGraph, PointRule, PointState } from '../isolation/index.ts'
import type { Canonical } from '../evidence-chain/index.ts'
import type { ExtensionFact, HandoverFact, StopCauseFact, TestRunFact } from './execution-facts.ts'
import type { GasWatchFact } from './gas-watch.ts'
import type { LevelFact } from './level-rules.ts'
import type { FlowStep, StepRow } from './steps.ts'
import type { PersonFact } from './person-fact.ts'

/** Who asks. `roleTags`: tags on this ticket together with those of the person's post (PERMIT, SAFETY …). */
export interface ActorFact {
  userId: string
  name: string
  roleTags: readonly RoleTag[]
  /** May edit drafts of the applicant's department (T02). */
  isDepartmentEditor: boolean
  /** A timer or a device event, not a person. */
  isSystem: boolean
  /** A lock of his was removed by others and he has not acknowledged it (T49); absent = no. */
  mustAck?: boolean
}

/** `lo_work_type` of the ticket's type and level (after an edit: of the edited level). Durations in minutes. */
export interface PolicyFact {
  maxHours: number
  earlyMin: number
  isolateLeadMin: number
  extendMax: number
  gasPreMin: number
  gasInterruptMin: number
  guardRequired: number
  personalLock: boolean
  briefRequired: boolean
  /** 0 no, 1 as the plan says, 2 always. */
  isolationRequired: 0 | 1 | 2
  idleFireWatchMin: number
  /** Ticket fields an approver may change (T12). */
  editableFields: readonly string[]
  /** Fields whose change voids reviews, besides the built-in ones (T12). */
  coreFields: readonly string[]
  /** May the applicant withdraw after a step was decided (T05). */
  withdrawAfterDecision: boolean
  /** What the plant has not set up for this kind of work (Chinese); nothing is submitted before it has (G01). */
  unset: readonly string[]
}

/** What G01 counts on the form. */
export interface FormFact {
  workName: string
  hazards: readonly string[]
  measureCount: number
  /** Measures marked 涉及 without content. */
  emptyMeasures: number
  /** Measures that the kind of work demands and the ticket does without (3-domain.md §3.4 measuresTpl). */
  missingMeasures: readonly string[]
  noIsoReason: string
  emergencyContact: string
  /** Who may permit the start: named on the ticket, or holders of the post for its territory. */
  permitters: readonly string[]
  /** What the ticket names and the plant has stopped or deleted since (Chinese): area, equipment, departments, flow. */
  stopped: readonly string[]
}

/** A safety measure that applies to the ticket (`lo_work_measure`, 涉及). */
export interface MeasureFact {
  measureId: string
  content: string
  /** Who saw on site that it is in place; null as long as nobody has. */
  confirmedBy: string | null
  /** Epoch ms. */
  confirmedAt: number | null
}

/** Whom an assignee wants to hand his decision to, or to add as a signer (T15). */
export interface SignerFact extends Pick<
  PersonFact,
  'userId' | 'name' | 'certs' | 'requiredCerts' | 'isContractor'
> {
  /** Holds the post the step asks for, so that he is able to decide. */
  mayDecide: boolean
}

/** The closure a lock reports for a point (G11). */
export interface ClosureFact {
  lockId: string
  lockCode: string
  lockStatus: LockStatus
  trust: StateTrust
  /** `online` within minutes, `lowPower` by heartbeat, `passive` only at key contact. */
  reach: 'online' | 'lowPower' | 'passive'
  /** Last CLOSE; verification must be later. */
  closedAt: number | null
  /** Last report that confirmed the state (event, state, READSTATE answer). */
  confirmedAt: number | null
  /** `LoLockType.confirmMaxAge`, minutes. */
  confirmMaxAgeMin: number
  heartbeatSec: number
  /** Visual check by VERIFY (low-power locks). */
  visualCheckAt: number | null
  claimPhoto: boolean
  claimById: string | null
  witnessId: string | null
}

/** The zero-energy proof of a point (G12). */
export interface ProofFact {
  verifierId: string
  verifierName: string
  at: number
  method: string
  value: number | null
  unit: string
  /** The verifier's own conclusion. */
  result: boolean
  reVerifyDue: number | null
}

/** `lo_work_point` with its point. */
export interface PointFact {
  pointId: string
  pointCode: string
  pointName: string
  /** `isolate` is locked and tagged; `residual` (drain, vent) is operated and verified only. Plant data (no lock on the point), never the form. */
  kind: 'isolate' | 'residual'
  /** How many locks must hang on the point (`LoPoint.lockCount`); a ticket hangs one, so more are never secured (G11). */
  lockCount: number
  pointType: string
  order: number
  mandatory: boolean
  state: ItemState
  predecessors: readonly string[]
  plannedLockId: string | null
  closure: ClosureFact | null
  tagHung: boolean
  tagPrinted: boolean
  /** 1 released, 0 not yet, 9 does not apply. */
  residualDone: 0 | 1 | 9
  isolatorId: string | null
  proof: ProofFact | null
  verifyMethods: readonly string[]
  /** `LoPoint.verifyLimit`, e.g. `0 V`, `≤0.00 MPa`; empty when the conclusion alone counts. */
  verifyLimit: string
  releaseGroup: number
  enabled: boolean
  /** Numbers of the other live tickets that have put the point in its safe position: with a hold on it, or without (a drain). */
  usedBy: readonly string[]
}

/** A lock named on the ticket. */
export interface LockFact {
  lockId: string
  lockCode: string
  lockName: string
  purpose: LockPurpose
  /** Purposes its type allows. */
  allowedPurposes: readonly LockPurpose[]
  enabled: boolean
  frozen: boolean
  custody: Custody
  battery: number | null
  battLow: number
  openAlarms: readonly string[]
  /** Online, or able to work offline (passive with a key, offline grant). */
  reachable: boolean
  /** Its ex-mark suits the area's zone. */
  suitsExZone: boolean
  /** Number of another live ticket that binds it as isolation or personal lock. */
  boundTo: string | null
  lockStatus: LockStatus
  trust: StateTrust
  /** Handed back, or never handed out for this ticket: not in the field (G19). */
  returned: boolean
}

/** `lo_point_hold` in force on a point of this ticket, by this ticket or another. */
export interface HoldFact {
  holdId: string
  pointId: string
  workId: string
  workNo: string
  userId: string
  userName: string
  lockId: string | null
  lockCode: string | null
  holdType: HoldType
  state: HoldState
  releaseGroup: number
  /** The lock last reported itself shut, and its state is not unknown. */
  lockShut: boolean
  /** Its ticket is giving its points back (phase 24): nobody works behind it any more. */
  releasing: boolean
  /** Number of the ticket for which whoever holds it is inside now, whichever that is; absent: not asked. */
  insideFor?: string | null
}

/** One accepted or rejected gas sample (`lo_work_gas`). */
export interface GasTestFact {
  /** '' where nobody said; a gas without limits has a code of its own. */
  gasCode: string
  /** '' where nobody said. */
  position: string
  sampleTime: number
  pass: boolean
  calibValidTo: number
}

/** What a renewing ticket takes over: the old ticket as it stands, while it has not ended (T46). */
export interface RenewalFact {
  parentId: string
  parentNo: string
  status: WorkStatus
  phase: ExecPhase
  /** Names of the people still inside on the old ticket. */
  onSite: readonly string[]
  /** Everything that rests for the old ticket: isolation locks, personal locks on points and boxes. */
  holds: readonly (HoldFact & { pointCode: string })[]
  /** Codes of its points whose state is in doubt (T25). */
  doubtful: readonly string[]
  /** Why its work stands still, as long as nobody has answered for it (T55). */
  openCauses: readonly StopCauseFact[]
}

/** `lo_emergency_removal` of this ticket (T47–T49). */
export interface RemovalFact {
  removalId: string
  holdId: string
  lockId: string
  lockCode: string
  ownerId: string
  ownerName: string
  /** He has no account, so he acknowledges by his badge and his hand at the screen of others (T49). */
  ownerIsExternal?: boolean
  requestBy: string
  requestAt: number
  approveBy: string | null
  approveAt: number | null
  removerId: string | null
  /** 0 asked, 1 approved, 2 removed, 3 acknowledged, 8 refused, 9 timed out. */
  state: 0 | 1 | 2 | 3 | 8 | 9
  /** Its one-shot grant has opened the lock. */
  grantUsed: boolean
  /** The lock still hangs where it hung when its removal was asked for. */
  holdRests?: boolean
  /** Number of the ticket for which the owner is inside now, whichever that is. */
  ownerInsideFor?: string | null
}

/** An emergency ticket's shortened approval, and the review it owes afterwards (T50). */
export interface EmergencyFact {
  /** The duty manager who took it on himself. */
  byId: string
  /** Review due, epoch ms. */
  reviewDue: number
  reviewed: boolean
  escalated: boolean
}

/** What gas must be tested, and what was. */
export interface GasFact {
  required: boolean
  /** What is wrong with the ticket's plan of places (Chinese), where gas is to be tested; absent: nothing. */
  planGap?: string | undefined
  /** Required gas × planned position. */
  needed: readonly { gasCode: string; position: string }[]
  /** Newest first. */
  tests: readonly GasTestFact[]
  /** Passing samples that no longer count, newest first, not among `tests`; absent: none. */
  withdrawn?: readonly WithdrawnSample[] | undefined
}

/** A passing sample of a detector that was cut off (disabled, scrapped) after it. */
export interface WithdrawnSample {
  readonly gasCode: string
  readonly position: string
  readonly deviceSn: string
  /** When the detector was cut off, epoch ms. */
  readonly cutOffAt: number
}

/** `lo_duty_rule`: rows, not code. */
export interface DutyRule {
  workType: string
  tagA: RoleTag
  tagB: RoleTag
  ruleKind: 'DIFFERENT' | 'MAX_LIVE'
  maxLive: number
  hard: boolean
}

/** A signature of several that one event needs (T27: LEAD asks, PERMIT confirms). */
export interface KeyFact {
  event: string
  /** Position in the row's `keys`. */
  index: number
  userId: string
  userName: string
  at: number
  /** What was asked for, where the event says more than its name. */
  args?: Canonical | undefined
}

/** Open on/off session of a ticket lock (G26). */
export interface SessionFact {
  lockCode: string
  openTime: number
}

export interface AlarmFact {
  alarmType: string
  level: 1 | 2 | 3
  source: string
  /** Names of those who can close it; absent: not asked, empty: nobody in use can. */
  handlers?: readonly string[]
}

/** Closing checklist of the site (G20). */
export interface SiteCheckFact {
  areaInspected: boolean
  toolsCleared: boolean
  guardsRefitted: boolean
  photo: boolean
}

/**
 * One snapshot for the guards; the server maps rows to it inside the transaction.
 * Empty lists are not passes: G11, G12, G13 and G15 refuse when nothing is there to prove.
 */
export interface TicketFacts {
  /** Database clock, epoch ms. */
  now: number
  actor: ActorFact
  /** The certificates of whoever asks; null = the system, who needs none. */
  acting: ActingFact | null
  policy: PolicyFact
  form: FormFact
  /** What decides on the ticket's level. */
  level: LevelFact
  /** The measures that apply, in their order. */
  measures: readonly MeasureFact[]
  persons: readonly PersonFact[]
  dutyRules: readonly DutyRule[]
  points: readonly PointFact[]
  /** `lo_point_rule` of this ticket's points, and every point their conditions speak about (five preventions). */
  prevention: { rules: readonly PointRule[]; points: readonly PointState[] }
  /** All holds on this ticket's points, whoever placed them. */
  holds: readonly HoldFact[]
  locks: readonly LockFact[]
  /** Energy graph around the work zone; null when the plant is not modelled. */
  energy: EnergyGraph | null
  zoneIds: readonly string[]
  /** Codes of the equipment named on the ticket that the map does not know. */
  unmodelled: readonly string[]
  /** Explicit statement of the reviewer that the plan isolates, for plants without a graph. */
  isolationStatement: string
  conflicts: readonly Conflict[]
  gas: GasFact
  /** What the detectors at its places say, where gas is to be measured without a break. */
  gasWatch: GasWatchFact
  alarms: readonly AlarmFact[]
  /** Text of a pending stop order for the area, null when none. */
  stopOrder: string | null
  /** Open sessions of the ticket's locks. */
  sessions: readonly SessionFact[]
  /** Operations known to wait on somebody's phone. */
  unsyncedOps: readonly string[]
  unsyncedOverride: string
  flow: readonly FlowStep[]
  /** Rows of the current and the previous round, reviews and examines (the previous one for RESUME_HERE). */
  steps: readonly StepRow[]
  /** The acting row of a decision is his, the place is right (on-site steps). */
  insideFence: boolean
  /** Why `insideFence` is false, where more is known than that: no position was sent, the area has no fence. */
  fenceGap?: string
  keys: readonly KeyFact[]
  siteCheck: SiteCheckFact | null
  /** When affected people were told, null when not yet. */
  notifiedAt: number | null
  /** Hash of the core fields as they are now. */
  contentHash: string
  fireWatchDoneAt: number | null
  /** Area head count limit, null = none. */
  areaCapacity: number | null
  areaOnSite: number
  /** Handovers asked or accepted and not done. */
  handovers: readonly HandoverFact[]
  /** The set lifted for a test and not yet proven again; null when there is none. */
  testRun: TestRunFact | null
  /** Every cause that has stopped the work since it last went on, open and closed (T32, T55). */
  stopCauses: readonly StopCauseFact[]
  /** The extension that waits for a decision. */
  extension: ExtensionFact | null
  /** The ticket this one renews; null when it renews none, or that one has ended (T46). */
  renewal: RenewalFact | null
  /** Number of the live ticket that renews this one. */
  renewedBy: string | null
  removals: readonly RemovalFact[]
  emergency: EmergencyFact | null
}
