import type { UserInfo } from '@suoan/contract'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { loadDeparts, loadUserInfo } from './user-info.ts'

/**
 * Chooses the department in force: for this session at once, and as the one the next login starts with. Only for
 * oneself and only among one's own departments (security.md V11).
 */
export async function selectDepart(
  ctx: Context,
  actor: Actor,
  asked: { readonly username?: string | undefined; readonly orgCode: string },
): Promise<{ userInfo: UserInfo }> {
  if (asked.username !== undefined && asked.username !== '' && asked.username !== actor.username) {
    throw fail('REFUSED', { detail: '只能切换自己的部门' })
  }
  const departs = await loadDeparts(ctx.db, actor.userId)
  if (!departs.some((depart) => depart.orgCode === asked.orgCode)) {
    throw fail('REFUSED', { detail: '您不属于该部门，请从列表中选择自己的部门' })
  }
  const userInfo = await ctx.db.transaction().execute(async (tx) => {
    const session = await tx
      .updateTable('sysSession')
      .set({ orgCode: asked.orgCode })
      .where('id', '=', actor.sessionId)
      .returning('mustChangePassword')
      .executeTakeFirst()
    await sql`update sys_user set org_code = ${asked.orgCode} where id = ${actor.userId}`.execute(tx)
    return loadUserInfo(tx, actor.userId, {
      orgCode: asked.orgCode,
      mustChangePassword: session?.mustChangePassword ?? false,
    })
  })
  ctx.broadcasts.emit('permissions.changed', { userIds: [actor.userId] })
  return { userInfo }
}
