import type { ExecPhase, ItemState, RoleTag, StepStatus, WorkStatus } from '@suoan/domain/dictionaries'
import type {
  GasSpot,
  KeyFact,
  PlannedGasPlace,
  StopCauseFact,
  TestRunFact,
  TicketEventType,
} from '@suoan/domain/work-ticket'
import type { DictTexts, Filled, Presented } from '../presented.ts'
import type { ProcedureDemand } from '../procedure.ts'
import type { Row } from '../resource.ts'
import type { emergencyRemoval } from '../resources/emergency-removal.ts'
import type { pointHold } from '../resources/point-hold.ts'
import type { workExtend, workHandover } from '../resources/work-changes.ts'
import type { workGas } from '../resources/work-gas.ts'
import type { workConflict, workTrans } from '../resources/work-history.ts'
import type { workLock, workPoint } from '../resources/work-isolation.ts'
import type { workMeasure, workPerson } from '../resources/work-people.ts'
import type { workExamine, workReview } from '../resources/work-steps.ts'
import type { work } from '../resources/work.ts'
import type {
  HandoverActionKey,
  PersonActionKey,
  PointActionKey,
  SiteActionKey,
  TicketActionKey,
} from './ticket-actions.ts'

/**
 * The read model of one ticket. `…Columns` is what is stored, with names and dictionary texts beside codes; what each
 * adds to them is judged by the server, once, for the person who asks: a client shows it and judges nothing again.
 * Times are `YYYY-MM-DD HH:mm:ss` (Asia/Shanghai) unless said otherwise.
 */
type Person = string | null

/** Columns of a ticket that are never empty. */
type WorkFilled =
  | 'workNo'
  | 'workName'
  | 'workType'
  | 'workLevel'
  | 'workStatus'
  | 'execPhase'
  | 'voidFlag'
  | 'closeFlag'
  | 'round'
  | 'urgency'
  | 'areaId'
  | 'areaCode'
  | 'place'
  | 'content'
  | 'hazards'
  | 'planStart'
  | 'planEnd'
  | 'onSiteCount'
  | 'needIsolation'
  | 'isolationPlanState'
  | 'conflictState'

/** How far a ticket is, for its row in a list. */
export interface TicketProgress {
  /** Points of its plan; those proven dead; those given back. */
  readonly total: number
  readonly verified: number
  readonly restored: number
  /** Until when gas must be sampled again while the work goes on (wire time); null where nothing is due. */
  readonly gasDue: string | null
  /** Questions of this round that nobody has answered. */
  readonly openQuestions: number
}

/** A ticket in lists; dictionary texts and names of references come as `<field>_dictText`. */
export type TicketRow = Omit<Filled<Presented<typeof work>, WorkFilled>, 'askState'> & {
  workStatus: WorkStatus
  execPhase: ExecPhase
  /** What the caller may do with it from its row. */
  rowActions: ('edit' | 'remove')[]
  progress: TicketProgress
}

/** One cause of an interruption as it is stored; times in epoch ms. */
export interface StoredStopCause extends StopCauseFact {
  /** Empty where the system stopped the work. */
  byName: string
  closedByName: string
  /** What was done about it, and how it was made sure. */
  evidence: string
}

/** A gas at a planned place: how its newest sample stands now. */
export interface GasPlanLine extends GasSpot {
  readonly gasName: string | null
  /** The unit of the plant's limits of this gas; null where it has none. */
  readonly unit: string | null
  readonly state: 'untested' | 'passed' | 'failed' | 'stale'
  /** Wire time of the newest sample, null when there is none. */
  readonly sampleTime: string | null
}

/** The same as it is shown. */
export interface TicketStopCause extends StoredStopCause {
  kindText: string
  /** Who may answer for it, in Chinese. */
  answers: string
  /** The caller may. */
  isMine: boolean
  /** Closing it takes a picture beside the words. */
  needsFile: boolean
}

/** The ticket itself, as its page shows it. */
export type TicketHead = Omit<
  Filled<Row<typeof work>, WorkFilled>,
  'askState' | 'equipIds' | 'testRun' | 'siteCheck' | 'stopCauses' | 'gasPlaces' | 'baseTypes'
> &
  DictTexts<'workType' | 'workLevel' | 'workStatus' | 'execPhase'> & {
    workStatus: WorkStatus
    execPhase: ExecPhase
    areaName: string | null
    leaderName: Person
    applicantName: Person
    workDepartName: string | null
    territoryDepartName: string | null
    policyName: string | null
    maxHours: number | null
    personalLock: number | null
    briefRequired: number | null
    /** What the policy asks of these signatures (`lo_sign_demand`). */
    briefSign: string | null
    handoverSign: string | null
    measureSign: string | null
    gasRequired: number | null
    gasContinuous: number | null
    /** Its area, or one above it, has a fence: whoever signs in on site shows where he is. */
    hasFence: boolean
    /** Each how many minutes a guardian says that he is at his post; 0 or null: not asked. */
    guardAliveMin: number | null
    /** Fields an approver may change; empty = all that can be changed at all. */
    editableFields: string[]
    parentWorkNo: string | null
    /** Of the procedure the draft began with; null without one. */
    procedureName: string | null
    /** `lo_procedure_status` of that version now. */
    procedureStatus: number | null
    /** How many people of which role that version takes. */
    procedurePeople: ProcedureDemand[]
    dutyManagerName: Person
    renewedById: string | null
    renewedByNo: string | null
    equipIds: string[]
    /** What an emergency repair is underneath; empty for other work, and for a repair from before it was asked. */
    baseTypes: string[]
    /** The set lifted for a test, until it is locked and proven again (T35, T37); `until` in epoch ms. */
    testRun: TestRunFact | null
    siteCheck: unknown
    /** What has stopped the work since it last went on, and who answered for it (T32, T55). */
    stopCauses: StoredStopCause[]
    /** As planned; null on a ticket from before there was a plan, which is tested at the places of its kind. */
    gasPlaces: PlannedGasPlace[] | null
    /** Signatures given so far of an event that needs several; `at` in epoch ms. */
    askState: KeyFact[]
  }

export type PointColumns = Filled<
  Row<typeof workPoint>,
  'pointId' | 'orderNum' | 'mandatory' | 'releaseGroup'
> &
  DictTexts<'state' | 'safePos' | 'energyType' | 'lockStatus' | 'isoMethod'> & {
    state: ItemState
    pointCode: string
    pointName: string
    pointType: string | null
    energyType: string | null
    energyLevel: string | null
    normalPos: string | null
    safePos: string | null
    /** Codes of `lo_verify_method`, joined by commas. */
    verifyMethods: string | null
    verifyLimit: string | null
    instruction: string | null
    /** 0 for a drain or vent: it releases what is left and takes no lock. */
    lockCount: number
    actualLockCode: string | null
    lockStatus: number | null
    stateTrust: number | null
    stateTime: string | null
    plannedLockCode: string | null
    isolatorName: Person
    verifierName: Person
    commType: string | null
    powerType: number | null
    tagNumber: string | null
    tagState: number | null
    /** Holds of all tickets on the point. */
    holdCount: number
  }

export type TicketPoint = PointColumns & {
  /** A drain or vent (see `lockCount`). */
  isDrain: boolean
  /** Its lock reports too seldom to be believed alone: a verifier looks at it, each half hour (G11). */
  needsVisualCheck: boolean
  /** Its lock cannot report, and its closure is one person's word so far (G11). */
  needsWitness: boolean
  /** Lifted for a test: it may carry energy (T35). */
  isLifted: boolean
  /** What is wrong is shown first: lifted, or reported abnormal. */
  isUnsafe: boolean
  isVerified: boolean
  /** Locked, or a drain whose residual energy is released. */
  isSecured: boolean
  isRestored: boolean
  /** A proof is there and holds no longer: the point was touched after it. */
  isProofVoid: boolean
  /** May be lifted for a test run now (T35). */
  canLift: boolean
  verifyMethodCodes: string[]
  /** Steps the caller may take at it now; the first is the next to do. */
  actions: PointActionKey[]
  /** The one to be done next. */
  isNext: boolean
}

export type LockColumns = Filled<Row<typeof workLock>, 'lockId' | 'useType'> &
  DictTexts<'useType' | 'lockStatus' | 'stateTrust'> & {
    lockCode: string
    lockName: string | null
    lockStatus: number | null
    stateTrust: number | null
    stateTime: string | null
    battery: number | null
    online: number | null
    custody: number | null
    ownerName: Person
  }
export type TicketLock = Omit<LockColumns, 'userIds'> & {
  /** Who may open an access lock. */
  userIds: string[]
  /** An access lock: a rescue opens no other (L7, R14). */
  isAccess: boolean
  isLockBox: boolean
}

export type PersonColumns = Filled<Row<typeof workPerson>, 'personSource' | 'onState' | 'state'> &
  DictTexts<'roleTag'> & {
    roleTag: RoleTag
    name: string | null
    userPhone: string | null
    /** Of somebody without an account, as the register shows him; to be compared with the face. */
    photo: string | null
    personalLockCode: string | null
    /** Personal locks of this person that hang on the ticket. */
    personalHolds: number
    /** Code of one of them, or of the box it hangs on, that stands open. */
    personalOpenCode: string | null
  }
export type TicketPerson = PersonColumns & {
  isMe: boolean
  isBriefed: boolean
  /** Has confirmed the briefing himself (G13). */
  isBriefSigned: boolean
  /** Works behind a personal lock (WORK, CONTR). */
  isWorker: boolean
  /** Goes in and out himself. */
  isEntering: boolean
  isGuard: boolean
  isGuardIn: boolean
  isOnSite: boolean
  hasLeft: boolean
  /** Replaced, and still inside. */
  isReplaced: boolean
  /** His own lock hangs on the ticket. */
  hasLockOn: boolean
  /** His own locks protect him: on the box, or on every isolating point (G13). */
  isLockedOn: boolean
  /** May be given the keys of a test run (T35). */
  mayTest: boolean
  actions: PersonActionKey[]
}

export type TicketMeasure = Filled<
  Row<typeof workMeasure>,
  'orderNum' | 'content' | 'involve' | 'dualControl'
> &
  DictTexts<'controlRank'> & { confirmName: Person }

export type TicketGas = Filled<
  Row<typeof workGas>,
  'pointDesc' | 'gasCode' | 'value' | 'unit' | 'pass' | 'sampleTime' | 'testKind'
> & { testerName: Person; gasName: string | null }

type SharedStep = Omit<
  Pick<Row<typeof workReview>, keyof Row<typeof workReview> & keyof Row<typeof workExamine>>,
  'delegatePath'
>
/** One row of review or approval, as both have it. */
export type TicketStep = Filled<SharedStep, 'workId' | 'round' | 'stepNo' | 'escLevel'> &
  DictTexts<'roleTag' | 'reasonCode' | 'addedBy'> & {
    stage: 'review' | 'examine'
    personId: string
    person: string
    status: StepStatus
    /** Through whose hands it came, first asked first (T15). */
    delegatePath: { userId: string; userName: string }[]
    addedByName?: Person
    delegateForName?: Person
    /** Signed on the spot only (G08). */
    isOnSite: boolean
    /** How it was signed (`lo_sign_type`), in words. */
    signType_dictText?: string | null
  }
export type ReviewColumns = Filled<Row<typeof workReview>, 'workId' | 'round' | 'stepNo' | 'escLevel'> &
  DictTexts<'reviewStatus' | 'roleTag' | 'reasonCode'> & {
    reviewerId: string
    reviewStatus: StepStatus
    reviewerName: Person
    delegateForName: Person
    addedByName: Person
  }
export type ExamineColumns = Filled<Row<typeof workExamine>, 'workId' | 'round' | 'stepNo' | 'escLevel'> &
  DictTexts<'approveStatus' | 'roleTag' | 'reasonCode'> & {
    approverId: string
    approveStatus: StepStatus
    approverName: Person
    delegateForName: Person
    addedByName: Person
  }
export type TicketReview = Omit<ReviewColumns, 'delegatePath'> & TicketStep
export type TicketExamine = Omit<ExamineColumns, 'delegatePath'> & TicketStep

/** A row of the review and approval lists: the step, and the ticket it is about. */
export type DecisionRow = TicketStep & { ticket: TicketRow | null }

export type HandoverColumns = Filled<Row<typeof workHandover>, 'fromUserId' | 'toUserId'> &
  DictTexts<'roleTag' | 'state' | 'shiftFrom' | 'shiftTo'> & {
    roleTag: RoleTag
    state: number
    fromName: Person
    toName: Person
  }
export type TicketHandover = HandoverColumns & {
  /** Asked or accepted, not done (T34). */
  isOpen: boolean
  isAccepted: boolean
  /** The caller's side of it. */
  mySide: 'from' | 'to' | null
  /** What goes over is a worker's place: the incoming hangs his own lock first. */
  isWorker: boolean
  actions: HandoverActionKey[]
}

export type ExtensionColumns = Filled<Row<typeof workExtend>, 'oldEnd' | 'newEnd' | 'reason'> &
  DictTexts<'result'> & { result: number; askName: Person; decideName: Person }
export type TicketExtension = ExtensionColumns & {
  /** Waits for a decision (T39). */
  isWaiting: boolean
}

export type ConflictColumns = Row<typeof workConflict> & {
  severity: number
  state: number
  otherWorkNo: string
  otherWorkName: string
}
export type TicketConflict = ConflictColumns & {
  /** Stands in the way of an approval (G06). */
  isOpen: boolean
}

/** An action the caller may take now, and which signature it is where several people must sign. */
export interface OfferedAction {
  key: TicketActionKey
  event: TicketEventType
  step: 'ask' | 'confirm' | null
}

/** A request that waits for the signature of a second or third person (T27, T33, T44). */
export interface PendingRequest {
  event: TicketEventType
  /** Who signed last. */
  byName: string
  /** Roles of which one signs next. */
  next: RoleTag[]
  text: string
  /** What was asked for, where the event says more than its name (T35, T38). */
  plan: { pointIds: string[]; userIds: string[]; minutes: number; group: number }
}

/** What the state of a ticket means to people beside it. */
export interface TicketSituation {
  /** Approved or executing: work on the site. */
  isLive: boolean
  /** Live, or expired and not closed out. */
  isRunning: boolean
  /** Its isolation is being given back, or is. */
  isReleasing: boolean
  /** Before the work begins. */
  isBeforeStart: boolean
  /** The work is interrupted: everybody leaves, locks stay (T32). */
  isSuspended: boolean
  isTesting: boolean
  /** The test is over; what was lifted must be locked and proven again (T37). */
  isRelocking: boolean
  /** The time to close out has passed (§5.8 L4). */
  isCloseLate: boolean
  /** The review that an emergency ticket owes (T50). */
  afterReview: 'due' | 'late' | null
  /** Somebody rejected it, stopped it, it is late or void. */
  isBroken: boolean
}

/** Everything the editor and the run screens show of one ticket. */
export interface TicketDetail {
  ticket: TicketHead
  points: TicketPoint[]
  locks: TicketLock[]
  people: TicketPerson[]
  measures: TicketMeasure[]
  gas: TicketGas[]
  reviews: TicketReview[]
  examines: TicketExamine[]
  conflicts: TicketConflict[]
  /** Newest first; open ones wait for the incoming or for the last sign (T34). */
  handovers: TicketHandover[]
  /** Newest first; at most one waits for a decision (T39). */
  extensions: TicketExtension[]
  /** What has stopped the work since it last went on (T32, T55); none while it runs. */
  stopCauses: TicketStopCause[]
  /** Every planned place and gas with its newest sample; empty where no test is asked for (G14). */
  gasPlan: GasPlanLine[]
  /** Personal locks of the caller that hang on this ticket, whether he is still on its list or not. */
  myLocks: { lockId: string; lockCode: string }[]
  /** Role tags of the caller on this ticket. */
  myRoles: RoleTag[]
  /** Events the caller may try now (the server decides again on the call). */
  events: TicketEventType[]
  /** Difference of core fields against the round before, for reviewers. */
  diff: { field: string; label: string; old: unknown; new: unknown }[]
  /** What signers asked before they decide, and the answers. */
  questions: TicketQuestions
  /** Why its applicant has it again, and who said so; null when nobody has rejected it, or it was submitted since. */
  rejection: {
    stage: 'review' | 'examine'
    person: string
    /** `lo_reject_reason` in words. */
    reason: string
    opinion: string
    at: string | null
    /** The ticket still says what was rejected. */
    isUnchanged: boolean
  } | null
  serverTime: string
  /** Whose terminals may hold operations that have not arrived (G27), the word of two people for all of them, and that of the first. */
  unsynced: { texts: string[]; override: string; asked: string }

  situation: TicketSituation
  /** What the caller may do with the ticket, by state, roles, permission and whose turn it is. */
  actions: OfferedAction[]
  /** What the caller may do in the tabs. */
  siteActions: SiteActionKey[]
  asked: PendingRequest | null
  /** Id of the review or approval row that waits for the caller in this round. */
  myStepId: string | null
  /** The absent person whose step that is, where the caller is his agent (decision 0800); null where it is his own. */
  actingFor: string | null
  /** The next thing to be done, and by whom; null on a ticket that has ended. */
  nextStep: { text: string; by: string } | null
  /** What stands in the way of it, as far as the ticket itself shows. */
  missing: string[]
  /** When time alone changes what is said here, epoch ms; null when it does not. */
  changesAt: number | null
}

/** A question of a signer and its answer. */
export interface TicketQuestion {
  readonly id: string
  readonly round: number
  readonly askBy: string
  readonly askName: string
  /** `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  readonly askTime: string
  readonly question: string
  /** Null while nobody has answered. */
  readonly answer: string | null
  readonly answerName: string | null
  readonly answerTime: string | null
}

/** What was asked about a ticket, the oldest first, and what the caller may do about it. */
export interface TicketQuestions {
  readonly rows: readonly TicketQuestion[]
  readonly mayAsk: boolean
  readonly mayAnswer: boolean
}

/** One audit row of a ticket. */
export type TicketTrace = Pick<
  Row<typeof workTrans>,
  | 'id'
  | 'workId'
  | 'seq'
  | 'event'
  | 'transId'
  | 'fromStatus'
  | 'toStatus'
  | 'fromPhase'
  | 'toPhase'
  | 'actorId'
  | 'actorName'
  | 'actorRole'
  | 'onBehalfOf'
  | 'serverTime'
  | 'prevHash'
  | 'hash'
> &
  DictTexts<'toStatus' | 'toPhase'> & {
    /** What the event said for people; its form depends on the event. */
    diff: unknown
    /** Every rule that was looked at. */
    guards: { id: string; pass: boolean; text: string }[]
    /** Did status or phase change? A signature that waits for others moves nothing. */
    hasMoved: boolean
    onBehalfOfName?: string
  }

/** A lock on a point or a box, as the list of holds shows it. */
export type HoldRow = Presented<typeof pointHold> & {
  /** What stands on the lock: two of them may have one name. */
  lockCode: string
}

/** A request for the removal of a personal lock, as its list shows it (T47–T49). */
export type RemovalRow = Presented<typeof emergencyRemoval> & {
  /** What stands on the lock: two of them may have one name. */
  lockCode: string
}
