import { powerType, stateTrust, type PowerType, type StateTrust } from '../dictionaries/index.ts'
import { minute, second } from '../verdict/index.ts'

/** What of a lock's type and life the decay of trust depends on. */
export interface TrustFacts {
  power: PowerType
  heartbeatSec: number
  offlineSec: number
  /** Passive locks: minutes a key contact is believed. */
  passiveTrustMin: number
  /** Last report that confirmed the state (passive: last key contact); null = never. */
  confirmedAt: number | null
  /** The state rests on a person's word (claim with photo), not on a report. */
  claimed: boolean
  /** Passive: end of the shift in which the contact happened; null = not known. */
  nextShiftChange: number | null
}

/** Minutes a key contact with a passive lock is believed when its type does not say. */
export const passiveTrustDefaultMin = 10

/**
 * How far the state may be believed at a moment (§5.1): CONFIRMED for 2×heartbeat (powered) or `passiveTrustMin`
 * (passive), then STALE, then UNKNOWN at 2×offlineSec (powered) or the next shift change (passive).
 */
export function trustAt(facts: TrustFacts, at: number): StateTrust {
  const { confirmedAt } = facts
  if (confirmedAt === null) return facts.claimed ? stateTrust.claimed : stateTrust.unknown
  const age = at - confirmedAt
  if (facts.power === powerType.passive) {
    if (facts.nextShiftChange !== null && at >= facts.nextShiftChange) return stateTrust.unknown
    if (facts.claimed) return stateTrust.claimed
    return age <= facts.passiveTrustMin * minute ? stateTrust.confirmed : stateTrust.stale
  }
  if (age >= 2 * facts.offlineSec * 1000) return stateTrust.unknown
  if (facts.claimed) return stateTrust.claimed
  return age <= 2 * facts.heartbeatSec * 1000 ? stateTrust.confirmed : stateTrust.stale
}

/** What says whether a lock is silent. */
export interface SilenceFacts {
  power: PowerType
  /** Seconds without a word after which it counts as off line. */
  offlineSec: number
  /** Its last word, epoch ms; null = never heard. */
  lastSeen: number | null
}

/** From when on a powered lock counts as silent, epoch ms; null for a passive lock, and for one never heard (§5.1, W06). */
export function silentFrom({ power, offlineSec, lastSeen }: SilenceFacts): number | null {
  return power === powerType.passive || lastSeen === null ? null : lastSeen + offlineSec * second
}

/** Silence after which a powered lock is shown offline; passive locks have no such state (9; §5.1). */
export function onlineAt(facts: SilenceFacts, at: number): 0 | 1 | 9 {
  if (facts.power === powerType.passive) return 9
  const from = silentFrom(facts)
  return from !== null && at < from ? 1 : 0
}
