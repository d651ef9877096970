import { itemState } from '../dictionaries/index.ts'
import type { PointFact } from './facts.ts'

type Cutting = Pick<PointFact, 'pointId' | 'mandatory' | 'kind' | 'pointType' | 'plannedLockId' | 'state'>

/**
 * Points whose locking cuts energy: drains and soft straps never do (`lo_point_type` SOFT), nor what nobody has to lock:
 * G11 and G12 ask for mandatory points only.
 */
export function cuttingPoints(points: readonly Cutting[]): string[] {
  return points
    .filter(
      (point) =>
        point.mandatory &&
        point.kind === 'isolate' &&
        point.pointType !== 'SOFT' &&
        point.plannedLockId !== null &&
        point.state !== itemState.restored,
    )
    .map((point) => point.pointId)
}
