import { holdState, holdType, type HoldState, type HoldType } from '../dictionaries/index.ts'

/** `lo_point_hold`, the part that decides whether a point may be released. */
export interface Hold {
  holdId: string
  pointId: string
  workId: string
  workNo: string
  userId: string
  userName: string
  holdType: HoldType
  state: HoldState
}

const { isolationLock, personalOnPoint, personalOnBox } = holdType
const { active, lifted } = holdState

/**
 * Every question asked of a hold, each said once: `isHoldIn` answers it of one hold, and the server's SQL is written from
 * the same rows. A planned hold is in none of them.
 */
export const holdSets = {
  /** Keeps a point isolated: placed, or lifted for a test and to be placed again (§0.6). */
  resting: { types: [isolationLock, personalOnPoint, personalOnBox], states: [active, lifted] },
  /** An isolation lock that rests, lifted or not. */
  isolationLock: { types: [isolationLock], states: [active, lifted] },
  /** An isolation lock that holds its point now: who opens it fails the point (T25). */
  isolating: { types: [isolationLock], states: [active] },
  /** An isolation lock that is off for a test (T35). */
  lifted: { types: [isolationLock], states: [lifted] },
  /** Somebody's own lock, on a point or on the box (G13, G18). */
  personal: { types: [personalOnPoint, personalOnBox], states: [active, lifted] },
  /** Somebody's own lock, in force now: he relies on it as long as he is inside. */
  ownLock: { types: [personalOnPoint, personalOnBox], states: [active] },
  /** Somebody's own lock on a box, in force now (R09). */
  onBox: { types: [personalOnBox], states: [active] },
} as const satisfies Record<string, { types: readonly HoldType[]; states: readonly HoldState[] }>

export type HoldSet = keyof typeof holdSets

/** Whether the hold is in the set, by the rows of `holdSets`. */
export function isHoldIn(set: HoldSet, hold: Pick<Hold, 'holdType' | 'state'>): boolean {
  const types: readonly HoldType[] = holdSets[set].types
  const states: readonly HoldState[] = holdSets[set].states
  return types.includes(hold.holdType) && states.includes(hold.state)
}

/** Holds that keep their point isolated. */
export function restingHolds<H extends Pick<Hold, 'holdType' | 'state'>>(holds: readonly H[]): H[] {
  return holds.filter((hold) => isHoldIn('resting', hold))
}

/** May this ticket give the point back? Only when nothing but its own isolation lock rests there (G18, G24). */
export function releaseOf(
  holds: readonly Hold[],
  pointId: string,
  workId: string,
): { release: boolean; otherTickets: string[]; personalOwners: string[] } {
  const resting = restingHolds(holds).filter((hold) => hold.pointId === pointId)
  const otherTickets = [
    ...new Set(resting.filter((hold) => hold.workId !== workId).map((hold) => hold.workNo)),
  ]
  const personal = resting.filter(
    (hold) => hold.workId === workId && hold.holdType !== holdType.isolationLock,
  )
  const personalOwners = [...new Set(personal.map((hold) => hold.userName))]
  return { release: otherTickets.length === 0 && personalOwners.length === 0, otherTickets, personalOwners }
}
