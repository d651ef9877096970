import type { Spot } from '@suoan/kit/ground'
import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { PlannedArea } from './planned-ticket.ts'

/** More of a kind than this are not drawn on one plan; the answer says so. */
export const mostOnPlan = 300

/** A lock as a plan shows it. */
export interface PlanLock {
  id: string
  lockCode: string
  lockName: string
  lockStatus: number
  stateTrust: number
  /** Wire time. */
  stateTime: string | null
}

/** A point of the area with what is on it now. */
export interface PlanPoint {
  id: string
  pointCode: string
  pointName: string
  currState: number
  holdCount: number
  workNos: string[]
  holders: string[]
  locks: PlanLock[]
  spot: Spot | null
}

/** The newest sample of a gas at a place of a ticket. */
export interface PlanGas {
  pointDesc: string
  gasCode: string
  value: number
  unit: string
  isPassed: boolean
  /** Wire time. */
  sampleTime: string
}

/** A ticket that is live, and begins within 24 hours or has begun. */
export interface PlanTicket {
  id: string
  workNo: string
  workName: string
  workStatus: number
  execPhase: number
  voidFlag: number
  closeFlag: number
  leaderName: string | null
  /** Wire times. */
  planStart: string
  validEnd: string
  /** Names of the people inside now. */
  people: string[]
  /** `lo_gas_state`. */
  gasState: number
  /** Its gas asks for somebody now: it failed, or is to be tested while people may be inside. */
  gasWaits: boolean
  gas: PlanGas[]
  /** The middle of its points in the area. */
  spot: Spot | null
}

/** An area directly below, with what goes on in it and below it. */
export interface PlanBranch extends PlannedArea {
  isolated: number
  openLocks: number
  tickets: number
  people: number
  /** Tickets whose gas asks for somebody now (`gasWaits`). */
  badGas: number
}

export interface BoardPlan {
  /** Null where the caller sees no area. */
  area: PlannedArea | null
  /** The areas above it, the highest first. */
  above: PlannedArea[]
  below: PlanBranch[]
  /** Areas with a plan, to choose among. */
  plans: Pick<PlannedArea, 'id' | 'areaCode' | 'areaName'>[]
  /** What belongs to the area itself. */
  points: PlanPoint[]
  /** Fixed locks that are on none of the points. */
  locks: (PlanLock & { spot: Spot | null })[]
  tickets: PlanTicket[]
  /** Of some kind there is more than `mostOnPlan`. */
  isCut: boolean
}

export const boardPlanEndpoints = {
  plan: defineEndpoint<BoardPlan>()({
    methods: ['GET'],
    path: '/loboard/loBoard/plan',
    title: '区域平面图',
    access: { permission: 'lo:board:list' },
    input: z.object({
      /** The first area with a plan when left out. */
      areaId: z.string().trim().min(1).max(32).optional(),
    }),
  }),
} as const
