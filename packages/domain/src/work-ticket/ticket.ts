import {
  execPhase,
  stepStatus,
  workStatus,
  type CloseResult,
  type ExecPhase,
  type GasState,
  type StepStatus,
  type WorkStatus,
} from '../dictionaries/index.ts'

/** The part of `lo_work` that transitions read and write. Times are epoch milliseconds. */
export interface Ticket {
  id: string
  workNo: string
  workType: string
  /** What an emergency repair is underneath (`lo_work_type`); empty for other work. */
  baseTypes: readonly string[]
  /** `lo_work_level`: `0` is the highest, `9` ungraded. */
  workLevel: string
  status: WorkStatus
  phase: ExecPhase
  voidFlag: boolean
  closeFlag: boolean
  reviewStatus: StepStatus
  approveStatus: StepStatus
  /** Round of submission, from 1. */
  round: number
  applicantId: string
  leaderId: string
  areaCode: string
  place: string
  content: string
  planStart: number
  planEnd: number
  validEnd: number | null
  closeDeadline: number | null
  realStart: number | null
  realEnd: number | null
  /** When phase 21 began; null while not interrupted. */
  suspendedAt: number | null
  extendCount: number
  onSiteCount: number
  needIsolation: boolean
  gasState: GasState
  /** Hash of the core fields as sealed at submit; signatures must name it. */
  contentHash: string | null
  closeResult: CloseResult | null
  /** The ticket it renews (T46). */
  parentWorkId: string | null
}

/** Status × phase, the two axes of §0.1. */
export interface TicketState {
  status: WorkStatus
  phase: ExecPhase
}

/** 30, closed 40 and void: nothing leads out of them (T51). */
export function isTerminal(ticket: Pick<Ticket, 'status' | 'voidFlag' | 'closeFlag'>): boolean {
  return (
    ticket.voidFlag ||
    ticket.status === workStatus.finished ||
    (ticket.status === workStatus.expired && ticket.closeFlag)
  )
}

/** Fields a new ticket starts with, whatever the caller sent (T01). */
export const newTicketState = {
  status: workStatus.draft,
  phase: execPhase.none,
  voidFlag: false,
  closeFlag: false,
  reviewStatus: stepStatus.waiting,
  approveStatus: stepStatus.waiting,
  round: 1,
  validEnd: null,
  closeDeadline: null,
  realStart: null,
  realEnd: null,
  suspendedAt: null,
  extendCount: 0,
  onSiteCount: 0,
  contentHash: null,
  closeResult: null,
} as const satisfies Partial<Ticket>
