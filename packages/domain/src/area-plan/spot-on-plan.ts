import type { Spot } from '@suoan/kit/ground'

/** What of an area says where its things stand on a plan: the area above, and its own spot on the plan of that area. */
export interface PlanArea {
  readonly pid: string | null
  readonly spot: Spot | null
}

/** Deeper trees are none (3-domain.md §3.1: depth ≤ 8); a circle in broken data ends here too. */
const mostDepth = 16

/**
 * Where a thing stands on the plan of an area, in parts of the picture: at its own spot where it belongs to this very area;
 * where it belongs to an area below, at the spot of the branch directly below the planned area. Null where nobody has marked it,
 * or where it stands outside.
 * @param planId the area whose plan is drawn
 * @param areas by their id; the thing's area and those above it
 */
export function spotOnPlan(
  planId: string,
  thing: { readonly areaId: string; readonly spot: Spot | null },
  areas: ReadonlyMap<string, PlanArea>,
): Spot | null {
  if (thing.areaId === planId) return thing.spot
  let area = areas.get(thing.areaId)
  for (let depth = 0; area && depth < mostDepth; depth++) {
    if (area.pid === planId) return area.spot
    area = area.pid === null ? undefined : areas.get(area.pid)
  }
  return null
}
