import type { Spot } from '@suoan/kit/ground'
import type { SimopsConflict } from './simops.ts'

/** More tickets than this are not answered at once by the calendar, the time map and the plan; the answer says so. */
export const mostPlanned = 500

/** A ticket where it stands in time and place: in the calendar, on the time map, on the plan. Times in epoch ms. */
export interface PlannedTicket {
  id: string
  workNo: string
  workName: string
  workType: string
  workType_dictText: string
  /** What an emergency repair is underneath. */
  baseTypes: string[]
  workLevel: string
  workStatus: number
  execPhase: number
  voidFlag: number
  closeFlag: number
  areaId: string
  areaName: string
  leaderName: string | null
  onSiteCount: number
  equips: { id: string; name: string }[]
  /** The planned time; its end is the extended one where the ticket was extended. */
  start: number
  end: number
  /** Expired and not closed out: it stands there until it is, however late. */
  isOverdue: boolean
  /** The middle of its points on the plan of its area; null where none of them is marked. */
  spot: Spot | null
}

/** An area of a plan, or above one. */
export interface PlannedArea {
  id: string
  pid: string | null
  areaCode: string
  areaName: string
  /** Stored path of its plan. */
  planFile: string | null
  /** Where it stands on the plan of the area above. */
  spot: Spot | null
}

export interface PlannedTickets {
  from: number
  to: number
  /** Those that stand anywhere within the time, by their beginning. */
  tickets: PlannedTicket[]
  /** There are more than `mostPlanned`: the earliest are answered. */
  isCut: boolean
  /** Clashes between tickets of the answer that stand in somebody's way; of the time map alone. */
  conflicts: SimopsConflict[]
  /** Areas of the tickets with all above them; of the plan alone. */
  areas: PlannedArea[]
  serverTime: number
}
