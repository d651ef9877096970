import type { ExecPhase, RoleTag, WorkStatus } from '../dictionaries/index.ts'
import type { ConditionName } from './conditions.ts'
import type { ConsequenceName } from './consequences.ts'
import type { TicketEventType } from './events.ts'
import type { GuardId } from './guards.ts'

/**
 * Who may cause an event: a tag on the ticket, or a relation to it. APPLICANT wrote it, EDITOR edits drafts of his
 * department, ASSIGNEE has a pending step row, OWNER holds the personal lock, SELF is the person spoken of, SYSTEM is a
 * timer or a device event, ANYONE is anyone who may see the ticket (only for the safe direction).
 */
export type Role = RoleTag | 'APPLICANT' | 'EDITOR' | 'ASSIGNEE' | 'OWNER' | 'SELF' | 'SYSTEM' | 'ANYONE'

/** `status/phase`, as the specification prints it. */
export type StateCode = `${WorkStatus}/${ExecPhase}`

/** A fixed state, `same`, or one that follows from the points. */
export type Target = StateCode | 'same' | 'afterIsolation' | 'afterVerification' | 'statusKept/24'

export interface TransitionRow {
  id: `T${string}`
  event: TicketEventType
  /** `new` = no ticket yet. */
  from: readonly (StateCode | 'new')[]
  by: readonly Role[]
  /** Several signatures in order (LEAD asks, PERMIT confirms); the last one moves the ticket. */
  keys?: readonly (readonly Role[])[]
  /** Chooses between rows of the same event and state. */
  when?: ConditionName
  /** All evaluated, all stored; one failure refuses. */
  guards: readonly GuardId[]
  /** Evaluated and stored, they shape the effects but never refuse. */
  notes?: readonly GuardId[]
  to: Target
  effects: readonly ConsequenceName[]
}

const beforeApproval: readonly StateCode[] = ['0/0', '1/0', '2/0', '3/0', '5/0']
const isolating: readonly StateCode[] = ['4/10', '4/11', '4/12']
const executing: readonly StateCode[] = ['20/20', '20/21', '20/22', '20/23']
const releasing: readonly StateCode[] = ['4/24', '20/24', '40/24']
const live: readonly StateCode[] = [...isolating, ...executing, ...releasing, '40/25']

/** The table of `3-domain.md §4.4`. The order matters only between rows of one event: the first match wins. */
export const transitions: readonly TransitionRow[] = [
  {
    id: 'T01',
    event: 'create',
    from: ['new'],
    by: ['ISSUE'],
    guards: [],
    to: '0/0',
    effects: ['reserveNumber'],
  },
  {
    id: 'T02',
    event: 'edit',
    from: ['0/0', '3/0', '5/0'],
    by: ['APPLICANT', 'EDITOR'],
    guards: [],
    to: '0/0',
    effects: ['applyEdit', 'openRoundAfterRejection'],
  },
  {
    id: 'T03',
    event: 'deleteDraft',
    from: ['0/0'],
    by: ['APPLICANT'],
    guards: ['T03'],
    to: 'same',
    effects: ['deleteDraft'],
  },
  {
    id: 'T04',
    event: 'submit',
    from: ['0/0'],
    when: 'firstSubmission',
    by: ['APPLICANT'],
    guards: ['G01', 'G02', 'G03', 'G04', 'G05', 'G06', 'G07', 'T04'],
    to: '1/0',
    effects: ['sealContent', 'askReviewers', 'tentativeHolds', 'tellReviewers'],
  },
  {
    // An edit after a rejection (T02) or a withdrawal (T05) has already led to 0/0 of the next round.
    id: 'T09',
    event: 'submit',
    from: ['0/0', '3/0', '5/0'],
    by: ['APPLICANT'],
    guards: ['G01', 'G02', 'G03', 'G04', 'G05', 'G06', 'G07', 'T04'],
    to: '1/0',
    effects: ['openRoundAfterRejection', 'sealContent', 'askReviewers', 'tentativeHolds', 'tellReviewers'],
  },
  {
    id: 'T05',
    event: 'withdraw',
    from: ['1/0'],
    by: ['APPLICANT'],
    guards: ['T05'],
    to: '0/0',
    effects: ['closeOpenRows', 'freeTentative', 'openRound', 'clearReview'],
  },
  {
    id: 'T07',
    event: 'reviewPass',
    from: ['1/0'],
    when: 'completesStage',
    by: ['ASSIGNEE'],
    guards: ['G08', 'G09', 'G04', 'G02', 'G06', 'T07'],
    to: '2/0',
    effects: ['passRow', 'reviewPassed', 'askExaminers', 'tellApprovers'],
  },
  {
    id: 'T06',
    event: 'reviewPass',
    from: ['1/0'],
    by: ['ASSIGNEE'],
    guards: ['G08', 'G04'],
    to: '1/0',
    effects: ['passRow', 'tellReviewers'],
  },
  {
    id: 'T08',
    event: 'reviewReject',
    from: ['1/0'],
    by: ['ASSIGNEE'],
    guards: ['G08'],
    to: '3/0',
    effects: ['rejectRow', 'reviewRejected', 'freeTentative', 'tellApplicant'],
  },
  {
    id: 'T12',
    event: 'approve',
    from: ['2/0'],
    when: 'editsCore',
    by: ['ASSIGNEE'],
    guards: ['G08', 'G04', 'T12'],
    to: '1/0',
    effects: ['applyEdit', 'closeOpenRows', 'openRound', 'sealEdit', 'askReviewers', 'tellReviewers'],
  },
  {
    id: 'T11',
    event: 'approve',
    from: ['2/0'],
    when: 'completesStage',
    by: ['ASSIGNEE'],
    guards: ['G08', 'G09', 'T12', 'G04', 'G02', 'G06', 'G07', 'G10'],
    to: '4/0',
    effects: ['applyEdit', 'sealEdit', 'passRow', 'approved', 'reserve', 'createGrants', 'tellCrew'],
  },
  {
    id: 'T12',
    event: 'approve',
    from: ['2/0'],
    when: 'edits',
    by: ['ASSIGNEE'],
    guards: ['G08', 'G04', 'T12', 'G02'],
    to: '2/0',
    effects: ['applyEdit', 'sealEdit', 'passRow', 'tellApprovers'],
  },
  {
    id: 'T10',
    event: 'approve',
    from: ['2/0'],
    by: ['ASSIGNEE'],
    guards: ['G08', 'G04'],
    to: '2/0',
    effects: ['passRow', 'tellApprovers'],
  },
  {
    id: 'T13',
    event: 'approveReject',
    from: ['2/0'],
    by: ['ASSIGNEE'],
    guards: ['G08'],
    to: '5/0',
    effects: ['rejectRow', 'approveRejected', 'freeTentative', 'tellApplicant'],
  },
  {
    id: 'T17',
    event: 'expire',
    from: isolating,
    when: 'hasHolds',
    by: ['SYSTEM'],
    guards: ['T17'],
    to: '40/24',
    effects: ['setCloseDeadline', 'closeOpenRows', 'revokeGrants', 'tellCrew'],
  },
  {
    id: 'T17',
    event: 'expire',
    from: ['1/0', '2/0', '4/0', ...isolating],
    by: ['SYSTEM'],
    guards: ['T17'],
    to: '40/30',
    effects: ['closeOpenRows', 'revokeGrants', 'freeReservations', 'closeTicket', 'tellApplicant'],
  },
  {
    id: 'T18',
    event: 'void',
    from: beforeApproval,
    by: ['APPLICANT'],
    guards: ['T18'],
    to: 'same',
    effects: ['closeOpenRows', 'voidTicket', 'revokeGrants', 'freeReservations', 'sealChain'],
  },
  {
    id: 'T18',
    event: 'void',
    from: ['4/0'],
    by: ['PERMIT', 'SAFETY'],
    guards: ['T18'],
    to: 'same',
    effects: ['voidTicket', 'revokeGrants', 'freeReservations', 'sealChain', 'tellCrew'],
  },
  {
    id: 'T19',
    event: 'recall',
    from: ['4/0'],
    by: ['APPROVE', 'SAFETY'],
    guards: ['T19'],
    to: '5/0',
    effects: ['approveRejected', 'revokeGrants', 'freeReservations', 'tellApplicant'],
  },
  {
    id: 'T20',
    event: 'isolateStart',
    from: ['4/0'],
    by: ['ISO', 'PERMIT'],
    guards: ['G10', 'G03', 'G06', 'G07', 'G16', 'T20'],
    to: '4/10',
    effects: ['isolatorGrants', 'tellIsolators'],
  },
  {
    id: 'T21',
    event: 'pointOperate',
    from: ['4/10', '20/21'],
    by: ['ISO'],
    guards: ['T21'],
    notes: ['G11'],
    to: 'afterIsolation',
    effects: ['pointOperated'],
  },
  {
    id: 'T22',
    event: 'pointLock',
    from: ['4/10', '20/21'],
    by: ['ISO'],
    guards: ['T22'],
    to: 'same',
    effects: ['pointLocked'],
  },
  {
    id: 'T23',
    event: 'pointTag',
    from: ['4/10', '20/21'],
    by: ['ISO'],
    guards: ['T23'],
    notes: ['G11'],
    to: 'afterIsolation',
    effects: ['pointTagged'],
  },
  {
    // The last tag may hang before the last closure is confirmed: a later report completes phase 10.
    id: 'T23',
    event: 'isolationRecheck',
    from: ['4/10'],
    by: ['SYSTEM', 'ISO', 'VERIFY', 'PERMIT', 'LEAD'],
    guards: [],
    notes: ['G11'],
    to: 'afterIsolation',
    effects: [],
  },
  {
    id: 'T24',
    event: 'pointVerify',
    from: ['4/11', '4/12', '20/21'],
    by: ['VERIFY'],
    guards: ['G12', 'T24'],
    to: 'afterVerification',
    effects: ['pointVerified'],
  },
  {
    id: 'T25',
    event: 'pointFail',
    from: isolating,
    by: ['VERIFY', 'ISO', 'WORK', 'CONTR', 'LEAD', 'GUARD', 'PERMIT', 'SYSTEM'],
    guards: [],
    to: '4/10',
    effects: ['pointFailed', 'tellLeave'],
  },
  {
    id: 'T25',
    event: 'pointFail',
    from: executing,
    by: ['VERIFY', 'ISO', 'WORK', 'CONTR', 'LEAD', 'GUARD', 'PERMIT', 'SYSTEM'],
    guards: [],
    to: '20/21',
    effects: ['pointFailed', 'suspended', 'tellLeave'],
  },
  {
    id: 'T26',
    event: 'personalLockOn',
    from: [...isolating, ...executing],
    by: ['SELF'],
    guards: ['T26'],
    to: 'same',
    effects: ['personalLockPlaced'],
  },
  {
    // 4/11 stands beside 4/12 so that an early request is answered with the missing proofs (SC02), not with a state.
    id: 'T27',
    event: 'start',
    from: ['4/11', '4/12'],
    by: ['LEAD', 'PERMIT'],
    keys: [['LEAD'], ['PERMIT']],
    guards: ['G10', 'G11', 'G12', 'G13', 'G14', 'G15', 'G16', 'G27'],
    to: '20/20',
    effects: ['started', 'workGrants', 'startTimers', 'tellCrew'],
  },
  {
    id: 'T27',
    event: 'start',
    from: ['4/0'],
    when: 'needsNoIsolation',
    by: ['LEAD', 'PERMIT'],
    keys: [['LEAD'], ['PERMIT']],
    guards: ['G10', 'G11', 'G12', 'G13', 'G14', 'G15', 'G16', 'G27'],
    to: '20/20',
    effects: ['started', 'workGrants', 'startTimers', 'tellCrew'],
  },
  {
    id: 'T28',
    event: 'personIn',
    from: ['20/20'],
    by: ['SELF', 'LEAD', 'GUARD', 'SYSTEM'],
    guards: ['T28', 'G13'],
    to: 'same',
    effects: ['personEntered'],
  },
  {
    id: 'T29',
    event: 'personOut',
    from: live,
    by: ['ANYONE'],
    guards: [],
    to: 'same',
    effects: ['personLeft'],
  },
  {
    id: 'T30',
    event: 'gasRepeat',
    from: ['20/20'],
    when: 'gasFailed',
    by: ['GASTEST', 'GUARD', 'SYSTEM'],
    guards: [],
    to: '20/21',
    effects: ['gasRecorded', 'suspended', 'tellLeave'],
  },
  {
    id: 'T30',
    event: 'gasRepeat',
    from: ['20/20', '20/21'],
    by: ['GASTEST', 'GUARD', 'SYSTEM'],
    guards: [],
    to: 'same',
    effects: ['gasRecorded'],
  },
  {
    // G13 asks a new worker to be briefed and locked on; he cannot be before he is listed, so T28 asks it instead.
    id: 'T31',
    event: 'crewChange',
    from: ['20/20'],
    by: ['LEAD'],
    guards: ['T31', 'G03', 'G04'],
    to: 'same',
    effects: ['crewChanged', 'tellReviewers'],
  },
  {
    id: 'T32',
    event: 'suspend',
    from: ['20/20', '20/22', '20/23'],
    by: ['ANYONE'],
    guards: [],
    to: '20/21',
    effects: ['suspended', 'tellLeave'],
  },
  {
    // A stop is accepted in every live state; where nothing runs it is recorded and told.
    id: 'T32',
    event: 'suspend',
    from: [...isolating, '20/21', ...releasing, '40/25'],
    by: ['ANYONE'],
    guards: [],
    to: 'same',
    effects: ['tellLeave'],
  },
  {
    id: 'T33',
    event: 'resume',
    from: ['20/21'],
    by: ['LEAD', 'PERMIT'],
    keys: [['LEAD'], ['PERMIT']],
    guards: ['T33', 'G10', 'G11', 'G12', 'G14', 'G15', 'G16'],
    to: '20/20',
    effects: ['resumed', 'workGrants', 'tellCrew'],
  },
  {
    id: 'T40',
    event: 'expire',
    from: ['20/20', '20/21'],
    by: ['SYSTEM'],
    guards: ['T17'],
    to: '40/25',
    effects: ['setCloseDeadline', 'workGrantsOff', 'tellLeave'],
  },
  {
    id: 'T54',
    event: 'expire',
    from: ['20/22', '20/23', '20/24', '4/24'],
    by: ['SYSTEM'],
    guards: ['T17'],
    to: '40/24',
    effects: ['setCloseDeadline', 'workGrantsOff', 'tellCrew'],
  },
  {
    id: 'T41',
    event: 'releaseBegin',
    from: ['20/20', '20/21', '40/25'],
    by: ['LEAD'],
    guards: ['G17', 'G20'],
    to: 'statusKept/24',
    effects: ['workGrantsOff', 'isolatorGrants', 'tellOwners'],
  },
  {
    id: 'T42',
    event: 'personalLockOff',
    from: live,
    by: ['OWNER'],
    guards: ['T42'],
    to: 'same',
    effects: ['personalLockRemoved'],
  },
  {
    id: 'T43',
    event: 'pointRestore',
    from: releasing,
    by: ['ISO'],
    guards: ['T43', 'G18', 'G21'],
    notes: ['G24'],
    to: 'same',
    effects: ['pointRestored'],
  },
  {
    id: 'T44',
    event: 'finish',
    from: ['20/24'],
    by: ['LEAD', 'DEPT', 'PERMIT'],
    keys: [['LEAD'], ['DEPT'], ['PERMIT']],
    guards: ['G17', 'G18', 'G19', 'G20', 'G21', 'G26', 'T44'],
    to: '30/30',
    effects: ['finished', 'revokeGrants', 'freeReservations', 'sealChain', 'tellCrew'],
  },
  {
    id: 'T45',
    event: 'closeExpired',
    from: ['40/24'],
    by: ['LEAD', 'DEPT', 'PERMIT'],
    keys: [['LEAD'], ['DEPT'], ['PERMIT']],
    guards: ['G17', 'G18', 'G19', 'G20', 'G21', 'G26', 'T44'],
    to: '40/30',
    effects: ['closedExpired', 'revokeGrants', 'freeReservations', 'sealChain', 'tellCrew'],
  },
  {
    id: 'T52',
    event: 'isolateCancel',
    from: isolating,
    by: ['PERMIT'],
    guards: ['G17'],
    to: '4/24',
    effects: ['tellOwners'],
  },
  {
    id: 'T53',
    event: 'isolationRestored',
    from: ['4/24'],
    by: ['SYSTEM', 'PERMIT'],
    guards: ['G18', 'G19', 'T53'],
    to: '4/0',
    effects: ['tellCrew'],
  },
]
