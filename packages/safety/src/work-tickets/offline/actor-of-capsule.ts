import type { Actor, Context } from '@suoan/platform/context'
import { loadGrants } from '@suoan/platform/http/load-grants'
import type { Capsule } from './capsules.ts'

/**
 * Whose operation it is: the person who took the capsule, with what he may do now, even when a colleague carries it, whose
 * session is never his. Without a capsule it is the carrier's own.
 */
export async function actorOfCapsule(ctx: Context, carrier: Actor, capsule?: Capsule): Promise<Actor> {
  if (!capsule || capsule.userId === carrier.userId) return carrier
  const user = await ctx.db
    .selectFrom('sysUser')
    .select(['id', 'username', 'realname', 'orgCode'])
    .where('id', '=', capsule.userId)
    .executeTakeFirst()
  // Frozen or deleted since: what he did is still his, and his roles are gone with his grants.
  const grants = await loadGrants(ctx.pool, capsule.userId)
  return {
    sessionId: '',
    userId: capsule.userId,
    username: user?.username ?? '',
    realname: user?.realname ?? '',
    tenantId: carrier.tenantId,
    orgCode: user?.orgCode ?? '',
    ...grants,
  }
}
