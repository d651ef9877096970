import { findConflicts } from './conflicts.ts'
import type { Interval, PlannedWork, Severity } from './planned-work.ts'
import type { EnergyGraph } from './graph.ts'
import type { HazardPair } from './hazard-pairs.ts'

/** A time a ticket could move to, and the worst clash left there; 0 = none. */
export interface Slot extends Interval {
  worst: Severity | 0
}

/**
 * Times of the same length in which the plan has no blocking clash (M7), least clash first, then earliest; at most
 * `limit`. Only starts that matter are tried: the plan's own, `from`, and the ends of the others (touching ends do not
 * clash), up to `until`.
 */
export function freeSlots(
  plan: PlannedWork,
  others: readonly PlannedWork[],
  pairs: readonly HazardPair[],
  graph: EnergyGraph | null,
  { from, until, limit = 3 }: { from: number; until: number; limit?: number },
): Slot[] {
  const length = plan.end - plan.start
  const starts = [plan.start, from, ...others.map((other) => other.end)]
  return [...new Set(starts)]
    .filter((start) => start >= from && start + length <= until)
    .map((start): Slot => {
      const moved = { ...plan, start, end: start + length }
      const severities = findConflicts(moved, others, pairs, graph).map((each) => each.severity)
      return { start, end: start + length, worst: severities.toSorted((a, b) => b - a)[0] ?? 0 }
    })
    .filter((slot) => slot.worst < 3)
    .toSorted((a, b) => a.worst - b.worst || a.start - b.start)
    .slice(0, limit)
}
