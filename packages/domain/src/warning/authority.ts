import { lockPurpose, type LockPurpose } from '../dictionaries/index.ts'

/** What is known of an opening (W04, A01). */
export interface OpeningFacts {
  /** The decision behind its command: allowed, denied, or none. */
  decisionAllowed: boolean | null
  /** A grant of the person covered this lock at that moment (local credential, offline token, emergency, test). */
  covered: boolean
  purpose: LockPurpose | null
  /** The person at the lock, as it reported him. */
  userId: string | null
  ownerUserId: string | null
  keeperId: string | null
  holderId: string | null
  /** In store or handed out, on no point: custody 0 or 1 and no hold. */
  inStore: boolean
  /** It opened to an offline token that was over, taken back, or of other locks. */
  tokenOver: boolean
  /** Torn open. */
  forced: boolean
}

/** By what right it opened; null = none: A01 and W04. Mirrors the legs of §5.8 that need no server at the moment. */
export function authorityOf(facts: OpeningFacts): 'decision' | 'grant' | 'owner' | 'store' | null {
  if (facts.forced) return null
  if (facts.decisionAllowed === true) return 'decision'
  if (facts.covered && !facts.tokenOver) return 'grant'
  if (facts.userId === null) return null
  if (facts.purpose === lockPurpose.personal) return facts.userId === facts.ownerUserId ? 'owner' : null
  if (facts.inStore && !facts.tokenOver && [facts.keeperId, facts.holderId].includes(facts.userId))
    return 'store'
  return null
}
