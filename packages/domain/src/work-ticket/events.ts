import type { CloseResult, RoleTag, WorkStatus } from '../dictionaries/index.ts'
import type { ProofFact } from './facts.ts'
import type { NewStepRow, StepAssignment } from './steps.ts'
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
    }
  | { type: 'approveReject'; rowId: string; contentHash: string; opinion: string; reasonCode: string }
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
    }
  | { type: 'personalLockOff'; holdId: string }
  | { type: 'start' }
  | { type: 'personIn'; userId: string }
  | { type: 'personOut'; userId: string }
  | { type: 'gasRepeat'; pass: boolean; sampleTime: number }
  | { type: 'crewChange'; userId: string; roleTag: RoleTag; changesScope: boolean }
  | { type: 'suspend'; reason: string }
  | { type: 'resume'; causeClosed: boolean }
  | { type: 'releaseBegin' }
  | { type: 'pointRestore'; pointId: string }
  | { type: 'finish'; closeResult: CloseResult }
  | { type: 'closeExpired' }
  | { type: 'reopen' }

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
  | { do: 'hold.release'; holdIds: readonly string[]; mode: 1 }
  | { do: 'lock.install'; lockId: string; pointId: string; substituteReason: string }
  | { do: 'lock.open'; lockId: string; pointId: string }
  | { do: 'lock.return'; lockId: string }
  | { do: 'tag.hang'; pointId: string }
  | { do: 'tag.remove'; pointId: string }
  | { do: 'person.set'; userId: string; onState: 1 | 2 }
  | { do: 'crew.set'; userId: string; roleTag: RoleTag }
  | { do: 'timers.start' }
  | { do: 'verifications.void'; pointIds: readonly string[] }
  | { do: 'alarm.raise'; alarmType: string; level: 1 | 2 | 3; text: string }
  | { do: 'notice.send'; roles: readonly RoleTag[]; text: string; status: WorkStatus }
  | { do: 'key.record'; index: number }
  | { do: 'keys.clear' }
  | { do: 'chain.seal' }
