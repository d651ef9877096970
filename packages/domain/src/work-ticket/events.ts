import type { AlarmType } from '../alarm/index.ts'
import type { GasSpot } from './gas.ts'
import type { Canonical } from '../evidence-chain/index.ts'
import type { CloseResult, RemoveMode, RoleTag, StopCause, WorkStatus } from '../dictionaries/index.ts'
import type { ExecutionEffect, ExecutionEvent } from './events-execution.ts'
import type { ProofFact, RemovalFact, SignerFact } from './facts.ts'
import type { RaisedFlow } from './steps.ts'
import type { Delegator, NewStepRow, StepAssignment } from './steps.ts'
import type { Ticket } from './ticket.ts'

/** Ticket fields a person may edit; system fields are absent by type. */
export type TicketEdit = Partial<
  Pick<
    Ticket,
    | 'workType'
    | 'workLevel'
    | 'areaCode'
    | 'place'
    | 'content'
    | 'planStart'
    | 'planEnd'
    | 'needIsolation'
    | 'leaderId'
  >
>

/** Everything that can happen to a ticket. No interface writes `workStatus` in any other way (§4.1). */
export type TicketEvent =
  | { type: 'create'; ticket: Ticket }
  | { type: 'edit'; edit: TicketEdit }
  | { type: 'deleteDraft' }
  | { type: 'submit'; assignees: readonly StepAssignment[] }
  | { type: 'withdraw' }
  | {
      type: 'reviewPass'
      rowId: string
      contentHash: string
      opinion: string
      examiners: readonly StepAssignment[]
    }
  | { type: 'reviewReject'; rowId: string; contentHash: string; opinion: string; reasonCode: string }
  | {
      type: 'approve'
      rowId: string
      contentHash: string
      opinion: string
      edit?: TicketEdit
      /** Names of edited parts outside `TicketEdit`: `points`, `isolationPeople`, `measures` … */
      editedParts?: readonly string[]
      /** Hash of the core fields with the edit applied; give it with every edit. */
      editedHash?: string
      /** Reviewers of the new round when the edit is core. */
      assignees?: readonly StepAssignment[]
      /** Approvals of the higher level's flow, with whom they ask, when the edit raises the level. */
      raised?: RaisedFlow
    }
  | { type: 'approveReject'; rowId: string; contentHash: string; opinion: string; reasonCode: string }
  | { type: 'returnReview'; rowId: string; contentHash: string; opinion: string; stepNo: number }
  | { type: 'delegate'; rowId: string; to: SignerFact }
  | { type: 'addSigner'; rowId: string; to: SignerFact }
  | { type: 'urge'; rowId: string }
  /** A step is late for the `nth` time, 0 when it becomes due; `superiors` may decide in its place. */
  | { type: 'stepOverdue'; rowId: string; nth: number; superiors: readonly StepAssignment[] }
  | { type: 'recall'; reason: string }
  | { type: 'void'; reason: string }
  | { type: 'expire' }
  | { type: 'isolateStart' }
  | { type: 'isolateCancel' }
  | { type: 'isolationRestored' }
  | { type: 'pointOperate'; pointId: string; presenceProof: boolean; residualDone?: boolean }
  | { type: 'pointLock'; pointId: string; lockId: string; substituteReason: string }
  | { type: 'pointTag'; pointId: string }
  | { type: 'isolationRecheck' }
  | { type: 'pointVerify'; pointId: string; proof: ProofFact }
  | { type: 'pointFail'; pointId: string; reason: string }
  | {
      type: 'personalLockOn'
      userId: string
      lockId: string
      ownerId: string
      pointId: string | null
      boxId: string | null
      /** He has no account: he stands beside the actor, has shown his badge, and signed on the screen. */
      confirmed?: true
    }
  | { type: 'personalLockOff'; holdId: string; confirmed?: true }
  | { type: 'start' }
  /** `badgeShown`: his badge was read here (T28); asked of people without an account. */
  | { type: 'personIn'; userId: string; badgeShown?: true }
  | { type: 'presenceReported'; userId: string }
  | { type: 'personOut'; userId: string }
  /** `gasCode` and `position` are left out where nobody said or knows them. */
  | { type: 'gasRepeat'; pass: boolean; sampleTime: number; gasCode?: string; position?: string }
  | {
      type: 'crewChange'
      userId: string
      roleTag: RoleTag
      changesScope: boolean
      /** Whose place he takes; null = he comes in addition. */
      replaces?: string | null
    }
  /** `cause` as far as whoever stops can tell; unstated otherwise. */
  | { type: 'suspend'; reason: string; cause?: StopCause }
  /** `evidence`: what was done about the cause, and how it was made sure; `hasFile`: with a picture of this ticket. */
  | { type: 'causeClose'; causeId: string; evidence: string; hasFile?: boolean }
  | { type: 'resume' }
  | { type: 'releaseBegin' }
  | { type: 'pointRestore'; pointId: string }
  | { type: 'finish'; closeResult: CloseResult }
  | { type: 'closeExpired' }
  | { type: 'renew' }
  /** The renewing ticket has started and taken the holds. */
  | { type: 'handOver' }
  | {
      type: 'removalAsk'
      holdId: string
      reason: string
      /** Gate record or equal that the owner is not on site. */
      ownerAbsent: string
      contacts: readonly ContactAttempt[]
      areaChecked: boolean
      areaPhoto: string
    }
  | { type: 'removalApprove'; removalId: string; removerId: string; witnessId: string }
  | { type: 'removalReject'; removalId: string; opinion: string }
  /** `means` 1 electronic, 2 master key, 3 cut open. */
  | { type: 'removalDo'; removalId: string; means: 1 | 2 | 3; photo: string }
  | { type: 'removalExpire'; removalId: string }
  /** `channel` 1 face to face, 2 by telephone; `confirmed` as for `personalLockOn`. */
  | { type: 'removalAck'; removalId: string; channel: 1 | 2; confirmed?: true }
  /** `tagRead`: a tag of the place was read just now (T50); otherwise the position has to show it. */
  | { type: 'emergencySubmit'; reason: string; tagRead: boolean }
  | { type: 'emergencyReview' }
  | { type: 'emergencyApprove' }
  | { type: 'afterReview'; opinion: string }
  | { type: 'afterReviewLate' }
  | { type: 'reopen' }
  | ExecutionEvent

/** One try to reach the owner of a lock (T47): when (epoch ms), how, what came of it. */
export interface ContactAttempt {
  at: number
  channel: string
  outcome: string
}

export type TicketEventType = TicketEvent['type']

/** What the caller performs after a yes, in this order, inside the same transaction. */
export type Effect =
  | { do: 'number.reserve' }
  | { do: 'diff.record'; fields: readonly string[] }
  | { do: 'round.open'; round: number }
  | { do: 'draft.delete' }
  | { do: 'content.seal'; contentHash: string }
  | { do: 'steps.create'; rows: readonly NewStepRow[] }
  | { do: 'steps.set'; changes: readonly { rowId: string; status: 0 | 1 | 8 | 9 }[] }
  | { do: 'step.delegate'; rowId: string; from: Delegator; to: Delegator }
  | { do: 'step.urge'; rowId: string }
  | { do: 'step.escalate'; rowId: string; level: number }
  | { do: 'step.flag'; rowId: string }
  | { do: 'holds.tentative' }
  | { do: 'holds.freeTentative' }
  | { do: 'reservations.make' }
  | { do: 'reservations.free' }
  | { do: 'grants.create' }
  | { do: 'grants.activate'; roles: readonly RoleTag[] }
  | { do: 'grants.suspend'; roles: readonly RoleTag[] }
  | { do: 'grants.revoke' }
  | { do: 'point.set'; pointId: string; state: number; residualDone?: true; proof?: ProofFact }
  | { do: 'hold.place'; pointId: string; lockId: string; holdType: 1 }
  | { do: 'personalHold.place'; userId: string; lockId: string; pointId: string | null; boxId: string | null }
  /** `by`: who took them off, where that is not the actor (somebody without an account, at his screen). */
  | { do: 'hold.release'; holdIds: readonly string[]; mode: RemoveMode; by?: string }
  /** The holds of another ticket become this one's, each for the person named, at one moment (T46, I3). */
  | {
      do: 'holds.transfer'
      fromWorkId: string
      holds: readonly { holdId: string; userId: string }[]
    }
  | { do: 'lock.accept'; pointId: string; lockId: string }
  | { do: 'removal.open'; holdId: string }
  | { do: 'removal.set'; removalId: string; state: RemovalFact['state'] }
  | { do: 'removal.grant'; removalId: string; userId: string; minutes: number }
  | { do: 'person.mustAck'; userId: string; mustAck: boolean }
  | { do: 'emergency.declare'; reviewDueAt: number }
  | { do: 'emergency.reviewed' }
  | { do: 'emergency.escalate' }
  | { do: 'lock.install'; lockId: string; pointId: string; substituteReason: string }
  | { do: 'lock.open'; lockId: string; pointId: string }
  | { do: 'lock.return'; lockId: string }
  | { do: 'tag.hang'; pointId: string }
  | { do: 'tag.remove'; pointId: string }
  | { do: 'person.set'; userId: string; onState: 1 | 2; method?: 'SCAN' }
  | { do: 'crew.set'; userId: string; roleTag: RoleTag }
  | { do: 'cause.open'; kind: StopCause; reason: string; gas?: GasSpot }
  | { do: 'cause.close'; causeId: string; evidence: string }
  /** Work goes on: what stopped it is history. */
  | { do: 'causes.clear' }
  | { do: 'timers.start' }
  | { do: 'verifications.void'; pointIds: readonly string[] }
  | { do: 'alarm.raise'; alarmType: AlarmType; level: 1 | 2 | 3; text: string }
  /** `evacuate`: everybody is told to leave now; until people are told to come back, nobody counts on protection. */
  | {
      do: 'notice.send'
      roles: readonly RoleTag[]
      text: string
      status: WorkStatus
      /** The work is named behind the words: `请您审核：P-101 机械密封更换`. */
      named?: true
      /** What stands in the message beside its title: a reason, who gave it. */
      detail?: string
      /** Whom another message of the same event asks to do something: each is told once. */
      except?: { readonly roles: readonly RoleTag[]; readonly userIds: readonly string[] }
      evacuate?: true
      /** Level A: told at once, above everything else. */
      urgent?: true
      /** It leads to the list of emergency removals, where the step that waits is taken (T47, T48). */
      toRemovals?: true
    }
  /** A word to these people and to everybody who holds one of these posts. */
  | {
      do: 'notice.notify'
      userIds: readonly string[]
      posts: readonly RoleTag[]
      text: string
      /** A step is late (T16). */
      late?: true
    }
  | { do: 'key.record'; index: number; args: Canonical }
  | { do: 'keys.clear' }
  | { do: 'chain.seal' }
  | ExecutionEffect
