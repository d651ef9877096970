import type { Actor, Context } from '../context.ts'
import { loadGrants } from './load-grants.ts'

/**
 * A person as he would call in a tenant, with what he may do now, without a session of his. Frozen, deleted or never known:
 * his grants are what is left of him; who must be in force or belong to the tenant is asked first (`belongsTo`).
 */
export async function loadPerson(
  ctx: Pick<Context, 'db' | 'pool'>,
  tenantId: number,
  userId: string,
): Promise<Actor> {
  const user = await ctx.db
    .selectFrom('sysUser')
    .select(['username', 'realname', 'orgCode'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return {
    sessionId: '',
    userId,
    username: user?.username ?? '',
    realname: user?.realname ?? '',
    tenantId,
    orgCode: user?.orgCode ?? '',
    ...(await loadGrants(ctx.pool, userId)).in(tenantId),
  }
}
