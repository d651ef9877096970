import type { Signature, TurnAct } from '@suoan/domain/work-ticket'
import { z } from 'zod'
import { defineEndpoint, type Endpoint } from '../endpoint.ts'
import { emergencyEndpoints as emergencies } from './emergency.ts'
import { lockEndpoints as locks } from './lock.ts'
import { offlineEndpoints as offline } from './offline.ts'
import { workExecutionEndpoints as execution } from './work-execution.ts'
import { workExamineEndpoints, workReviewEndpoints, workTicketEndpoints as tickets } from './work-ticket.ts'

/** Somebody whose turn it is. */
export interface TurnPerson {
  userId: string
  name: string
  /** As the caller may see it; masked where he may not see it whole. */
  phone: string | null
  isMe: boolean
}

/** One thing that a ticket waits for. */
export interface TurnStep {
  act: TurnAct
  signature: Signature | null
  /** What is to be done, e.g. `Q1 操作到位`, `确认开工`. */
  text: string
  pointId: string | null
  /** Whom it is about, where that is one person. */
  userId: string | null
  rowId: string | null
  /** Who can do it now, the caller first; empty while something is missing that no person has against him, or nobody can. */
  who: TurnPerson[]
  /** Who does it by the rules, in words. */
  roles: string
  /** What is still missing for it whoever presses, each with the rule that says so. */
  missing: { id: string; text: string; fix: readonly string[] }[]
  /** The caller can do it in one press. */
  isMine: boolean
  /** A way of his own (in, out) that nobody waits for. */
  isOwnWay: boolean
}

/** Whose turn it is on one ticket. */
export interface TicketTurn {
  workId: string
  workNo: string
  workName: string
  place: string
  workStatus: number
  execPhase: number
  /** `YYYY-MM-DD HH:mm:ss`. */
  validEnd: string
  /** Since when the ticket waits for what it waits for now. */
  since: string | null
  /** What the caller can do now; null when it is not his turn. */
  mine: TurnStep | null
  /** Everything it waits for, in the order in which it is put right. */
  steps: TurnStep[]
}

/** A lock that is the caller's own, in his hands, or hung by him. */
export interface MyLock {
  lockId: string
  lockCode: string
  lockName: string
  lockStatus: number
  lockStatus_dictText: string
  stateTrust: number
  stateTime: string | null
  /** Where it hangs for him, and for which ticket; null in his hands. */
  pointCode: string | null
  workId: string | null
  workNo: string | null
}

/** Something of the caller's that ends today, or soon where it is a certificate. */
export interface EndingToday {
  kind: 'ticket' | 'step' | 'reVerify' | 'cert'
  text: string
  /** `YYYY-MM-DD HH:mm:ss`. */
  at: string
  workId: string | null
}

export interface MyDay {
  locks: MyLock[]
  ending: EndingToday[]
}

/** The call behind each thing that is waited for: who may not make it is not waited for. */
export const turnCalls: Readonly<Partial<Record<TurnAct, Pick<Endpoint, 'access'>>>> = {
  submit: tickets.submit,
  reviewPass: workReviewEndpoints.decide,
  approve: workExamineEndpoints.decide,
  isolateStart: tickets.isolateStart,
  pointOperate: tickets.pointOperate,
  pointLock: tickets.pointLock,
  pointTag: tickets.pointTag,
  pointVerify: tickets.pointVerify,
  pointRestore: tickets.pointRestore,
  readLock: locks.readState,
  look: execution.visualCheck,
  witness: tickets.pointWitness,
  brief: tickets.brief,
  briefConfirm: tickets.briefConfirm,
  guardIn: tickets.guardIn,
  gasAdd: tickets.gasAdd,
  measureConfirm: tickets.measureConfirm,
  unsyncedOverride: offline.unsyncedOverride,
  personalLockOn: tickets.personalLockOn,
  personalLockOff: tickets.personalLockOff,
  personIn: tickets.personIn,
  personOut: tickets.personOut,
  start: tickets.start,
  causeClose: tickets.causeClose,
  resume: tickets.resume,
  testBegin: execution.testBegin,
  testEnd: execution.testEnd,
  relocked: execution.relocked,
  groupRelease: execution.groupRelease,
  extendApprove: execution.extendDecide,
  releaseBegin: tickets.releaseBegin,
  finish: tickets.finish,
  closeExpired: tickets.closeExpired,
  handoverAccept: execution.handoverAccept,
  handoverDone: execution.handoverDone,
  removalAck: emergencies.ack,
  afterReview: emergencies.afterReview,
}

/** The query of a ticket's page that names the step to begin (`pieceOf`). */
export const turnParam = 'turn'

/** The page of a ticket; with a piece of work (`pieceOf`) it begins the step of whoever opens it. */
export const ticketPath = (workId: string, piece?: string): string =>
  `/isps/loWorkView/${encodeURIComponent(workId)}${piece === undefined ? '' : `?${turnParam}=${piece}`}`

const look = {
  methods: ['GET'] as const,
  access: { permission: 'lo:work:list', orNamed: true } as const,
}

export const turnEndpoints = {
  ofTicket: defineEndpoint<TicketTurn>()({
    ...look,
    path: '/lowork/loWork/turn',
    title: '轮到谁',
    input: z.object({ id: z.string().trim().min(1).max(32) }),
  }),
  /** About oneself only: the tickets that wait for the caller first, then those he waits on. */
  mine: defineEndpoint<TicketTurn[]>()({
    methods: ['GET'],
    path: '/lowork/loWork/myTurns',
    title: '轮到我的工作票',
    access: 'signedIn',
    input: z.object({}),
  }),
  day: defineEndpoint<MyDay>()({
    methods: ['GET'],
    path: '/lowork/loWork/myDay',
    title: '我的锁与今日到期',
    access: 'signedIn',
    input: z.object({}),
  }),
} as const
