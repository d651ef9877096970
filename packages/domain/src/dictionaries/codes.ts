// Names for the codes the rules speak about. The dictionaries carry the labels; a test keeps the two equal.

type Values<T> = T[keyof T]

/** `lo_work_status`: exactly the nine specified codes. */
export const workStatus = {
  draft: 0,
  submitted: 1,
  reviewed: 2,
  reviewRejected: 3,
  approved: 4,
  approveRejected: 5,
  executing: 20,
  finished: 30,
  expired: 40,
} as const
export type WorkStatus = Values<typeof workStatus>

/** `lo_exec_phase`: the second axis of a ticket's state (§4.2). */
export const execPhase = {
  none: 0,
  isolating: 10,
  locked: 11,
  verified: 12,
  working: 20,
  suspended: 21,
  testRun: 22,
  relocking: 23,
  releasing: 24,
  heldExpired: 25,
  closed: 30,
} as const
export type ExecPhase = Values<typeof execPhase>

/** `lo_review_status` and `lo_approve_status`: one row of a review or approval step. */
export const stepStatus = { waiting: 0, pending: 1, passed: 8, rejected: 9 } as const
export type StepStatus = Values<typeof stepStatus>

/** `lo_role_tag`. */
export const roleTags = [
  'ISSUE',
  'REVIEW',
  'APPROVE',
  'PERMIT',
  'LEAD',
  'WORK',
  'GUARD',
  'ISO',
  'VERIFY',
  'GASTEST',
  'KEEPER',
  'SAFETY',
  'DEPT',
  'CONTR',
  'AUDITOR',
  'ADMIN',
  'VIEW',
] as const
export type RoleTag = (typeof roleTags)[number]

/** `lo_lock_purpose`. */
export const lockPurpose = { isolation: 1, access: 2, lockBox: 3, personal: 4, seal: 5 } as const
export type LockPurpose = Values<typeof lockPurpose>

/** `lo_lock_status`. */
export const lockStatus = {
  unknown: 0,
  closed: 1,
  open: 2,
  notFullyLocked: 3,
  opening: 4,
  closing: 5,
  jammed: 6,
  tampered: 7,
  frozen: 8,
} as const
export type LockStatus = Values<typeof lockStatus>

/** `lo_state_trust`. */
export const stateTrust = { confirmed: 1, stale: 2, claimed: 3, unknown: 9 } as const
export type StateTrust = Values<typeof stateTrust>

/** `lo_custody`. */
export const custody = {
  inStore: 0,
  issued: 1,
  installed: 2,
  inTransfer: 3,
  lost: 4,
  repair: 5,
  scrapped: 6,
} as const
export type Custody = Values<typeof custody>

/** `lo_device_status`. */
export const deviceStatus = {
  notActivated: 0,
  online: 1,
  offline: 2,
  disabled: 3,
  faulty: 4,
  scrapped: 5,
} as const
export type DeviceStatus = Values<typeof deviceStatus>

/** `LoLockType.powerType`. */
export const powerType = { battery: 1, passive: 2, mains: 3 } as const
export type PowerType = Values<typeof powerType>

/** `lo_point_item_state`: one isolation item of a ticket. */
export const itemState = {
  waiting: 0,
  operated: 1,
  locked: 2,
  tagged: 3,
  residualReleased: 4,
  verified: 5,
  lifted: 6,
  awaitingRelock: 7,
  restored: 8,
  abnormal: 9,
} as const
export type ItemState = Values<typeof itemState>

/** `LoPointHold.holdType`. */
export const holdType = { planned: 0, isolationLock: 1, personalOnPoint: 2, personalOnBox: 3 } as const
export type HoldType = Values<typeof holdType>

/** `LoPointHold.state`. */
export const holdState = { released: 0, active: 1, lifted: 2, reserved: 3 } as const
export type HoldState = Values<typeof holdState>

/** `lo_stop_cause`: why work stands still (T32), and what must be so before anybody answers for it (T55). */
export const stopCause = {
  unstated: '0',
  injury: '1',
  gas: '2',
  weather: '3',
  equipment: '4',
  guardian: '5',
  isolation: '6',
  stopOrder: '7',
  overdue: '8',
  other: '9',
} as const
export type StopCause = Values<typeof stopCause>

/** `LoPointHold.removeMode`. */
export const removeMode = { owner: 1, emergency: 2, transfer: 3 } as const
export type RemoveMode = Values<typeof removeMode>

/** `lo_grant_type`. */
export const grantType = {
  longTerm: 1,
  temporary: 2,
  periodic: 3,
  ticket: 4,
  emergency: 5,
  testRun: 6,
} as const
export type GrantType = Values<typeof grantType>

/** `lo_grant_status`. */
export const grantStatus = { pending: 0, active: 1, frozen: 2, expired: 3, revoked: 4 } as const
export type GrantStatus = Values<typeof grantStatus>

/** `lo_close_result`. */
export const closeResult = { all: '1', partial: '2', notStarted: '3', expired: '4', renewed: '5' } as const
export type CloseResult = Values<typeof closeResult>

/** Heights of a place where gas is sampled; '' for a place that has one only. */
export const gasLevels = ['', '上', '中', '下'] as const
export type GasLevel = (typeof gasLevels)[number]

/** `LoWork.gasState`. */
export const gasState = { notNeeded: 0, valid: 1, due: 2, failed: 3 } as const
export type GasState = Values<typeof gasState>

/** `lo_cmd_status`. */
export const commandStatus = {
  queued: 0,
  sent: 1,
  delivered: 2,
  success: 8,
  failed: 9,
  timeout: 10,
  expired: 11,
  cancelled: 12,
} as const
export type CommandStatus = Values<typeof commandStatus>

/** `lo_cmd_type`. */
export const commandTypes = [
  'OPEN',
  'CLOSE',
  'FREEZE',
  'UNFREEZE',
  'TIME',
  'READLOG',
  'READSTATE',
  'LOCATE',
  'GRANT',
  'CONFIG',
  'OTA',
] as const
export type CommandType = (typeof commandTypes)[number]

/** `lo_event_type`. */
export const eventTypes = [
  'OPEN',
  'CLOSE',
  'OPENF',
  'CLOSEF',
  'NOTFULL',
  'DOORO',
  'DOORC',
  'TAMPER',
  'FORCE',
  'JAM',
  'WRONG',
  'DURESS',
  'BATL',
  'BATC',
  'BOOT',
  'TIME',
  'ONLINE',
  'OFFLN',
  'FW',
  'CFG',
  'GRANT',
  'REVOKE',
  'LOGOV',
  'HTEMP',
  'MOVE',
] as const
export type EventType = (typeof eventTypes)[number]

/** `lo_open_method`: the ones rules speak about. */
export const openMethod = {
  appBle: '01',
  remote: '02',
  smartKey: '03',
  card: '04',
  pin: '05',
  finger: '06',
  face: '07',
  mechanical: '08',
  offlineToken: '09',
  emergency: '10',
  automatic: '11',
  rescue: '12',
  unknown: '99',
} as const
export type OpenMethod = Values<typeof openMethod>

/** `lo_warn_status`. */
export const warnStatus = { open: 0, acknowledged: 1, handling: 2, closed: 3, falseAlarm: 4 } as const
export type WarnStatus = Values<typeof warnStatus>

/** `lo_close_kind`. */
export const closeKind = { manual: 1, automatic: 2, emergency: 3, inferred: 4, administrative: 5 } as const
export type CloseKind = Values<typeof closeKind>

/** `lo_alarm_level`; a warning nobody was told of has none of them. */
export const alarmLevel = { notice: 1, important: 2, urgent: 3 } as const
export type AlarmLevel = Values<typeof alarmLevel>

/** `lo_alarm_status`. */
export const alarmStatus = { open: 0, acknowledged: 1, recovered: 2, closed: 3 } as const
export type AlarmStatus = Values<typeof alarmStatus>

/** `lo_online`. */
export const online = { no: 0, yes: 1, notApplicable: 9 } as const
export type Online = Values<typeof online>

/** `lo_session_state`: one opening of a lock. */
export const sessionState = { open: 1, closed: 2, abnormal: 3 } as const
export type SessionState = Values<typeof sessionState>

/** `lo_severity`: of a clash between tickets. */
export const severity = { notice: 1, needsMeasures: 2, blocking: 3 } as const
export type Severity = Values<typeof severity>

/** `lo_conflict_row_state`: what was decided of one clash. */
export const conflictRowState = { pending: 0, accepted: 1, gone: 2, misjudged: 3 } as const
export type ConflictRowState = Values<typeof conflictRowState>

/** `lo_conflict_state`: of all clashes of a ticket. */
export const conflictState = { none: 0, accepted: 1, blocking: 2 } as const
export type ConflictState = Values<typeof conflictState>

/** `lo_removal_state`: of an emergency removal of a lock. */
export const removalState = {
  asked: 0,
  approved: 1,
  removed: 2,
  confirmed: 3,
  rejected: 8,
  timedOut: 9,
} as const
export type RemovalState = Values<typeof removalState>

/** `lo_plan_state`: how far the isolation plan of a ticket is. */
export const planState = { none: 0, drawn: 1, cut: 2, incomplete: 3 } as const
export type PlanState = Values<typeof planState>

/** `lo_person_state`: somebody on a ticket, or replaced by another. */
export const personState = { replaced: 0, active: 1 } as const
export type PersonState = Values<typeof personState>
