import type { PointFact } from './facts.ts'
import { cuttingPoints } from './cutting-points.ts'

/** Where a personal lock hangs: on a point, or on the box that keeps the keys of all of them. */
export interface OwnHold {
  readonly pointId: string
  readonly isOnBox: boolean
}

type HeldPoint = Parameters<typeof cuttingPoints>[0][number] & Pick<PointFact, 'pointCode'>

/**
 * Codes of the isolating points without his own lock; null where he has none on at all. His lock on the group box stands for
 * every point (GB/T 33579, OSHA 1910.147(f)(3)): elsewhere whoever opens another point gives him the energy back (G13).
 */
export function ownLockMissing(points: readonly HeldPoint[], holds: readonly OwnHold[]): string[] | null {
  if (holds.length === 0) return null
  if (holds.some(({ isOnBox }) => isOnBox)) return []
  const cutting = cuttingPoints(points)
  return points
    .filter(({ pointId }) => cutting.includes(pointId) && !holds.some((hold) => hold.pointId === pointId))
    .map(({ pointCode }) => pointCode)
}
