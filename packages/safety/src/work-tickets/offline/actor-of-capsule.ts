import type { Actor, Context } from '@suoan/platform/context'
import { loadPerson } from '@suoan/platform/http/load-person'
import type { Capsule } from './capsules.ts'

/**
 * Whose operation it is: the person who took the capsule, with what he may do now, even when a colleague carries it, whose
 * session is never his. Without a capsule it is the carrier's own. Frozen or deleted since: what he did is still his, and
 * his roles are gone with his grants.
 */
export async function actorOfCapsule(ctx: Context, carrier: Actor, capsule?: Capsule): Promise<Actor> {
  if (!capsule || capsule.userId === carrier.userId) return carrier
  return await loadPerson(ctx, carrier.tenantId, capsule.userId)
}
