import { holdsKeptShut, peopleProtected } from './isolation.ts'
import {
  approvalsComplete,
  chainsIntact,
  holdsReleasedByOwner,
  nothingLeftBehind,
  openingsDecided,
} from './records.ts'
import type { Breach, InvariantId, SafetySnapshot } from './snapshot.ts'

/** I1–I7 of `3-domain.md §8.1`, each over a snapshot. I8 asks the table itself: `safeDirectionAccepted`. */
export const invariants = {
  I1: peopleProtected,
  I2: holdsKeptShut,
  I3: holdsReleasedByOwner,
  I4: approvalsComplete,
  I5: nothingLeftBehind,
  I6: openingsDecided,
  I7: chainsIntact,
} satisfies Partial<Record<InvariantId, (snapshot: SafetySnapshot) => Breach[]>>

/** What of I1–I7 (or of the ones named) does not hold; empty when all is well. */
export function breachesOf(
  snapshot: SafetySnapshot,
  ids: readonly (keyof typeof invariants)[] = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7'],
): Breach[] {
  return ids.flatMap((id) => invariants[id](snapshot))
}
