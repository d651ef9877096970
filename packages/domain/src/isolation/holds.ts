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

/** Holds that keep a point isolated (§0.6): placed, or lifted for a test and to be placed again. */
export function restingHolds<H extends Pick<Hold, 'holdType' | 'state'>>(holds: readonly H[]): H[] {
  return holds.filter(
    (hold) =>
      hold.holdType !== holdType.planned &&
      (hold.state === holdState.active || hold.state === holdState.lifted),
  )
}

/** Is the point isolated at all? A point is isolated because a set of holds rests on it (§0.6). */
export function isHeld(holds: readonly Hold[], pointId: string): boolean {
  return restingHolds(holds).some((hold) => hold.pointId === pointId)
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
