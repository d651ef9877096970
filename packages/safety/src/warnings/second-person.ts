import type { Endpoint } from '@suoan/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor, Context } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { loadPerson } from '@suoan/platform/http/load-person'
import { maySeeWarning } from './own-warnings.ts'

/**
 * Why the person named to confirm a closing could not (3-domain.md §5.10); null when he can: another person of the tenant
 * in force, with the permission of that call and the warning before his eyes. Nobody else is told of a warning by a body.
 */
export async function secondGap(
  ctx: Context,
  actor: Actor,
  { warnId, userId, call }: { warnId: string; userId: string; call: Endpoint<z.ZodType, unknown> },
): Promise<string | null> {
  if (userId === actor.userId) return '第二人不能是您本人，请指定另一名人员，或不指定'
  const { rows } = await sql<{ realname: string }>`
    select coalesce(u.realname, u.username) as realname from sys_user u
    where u.id = ${userId} and u.del_flag = 0 and u.status = 1 and ${belongsTo('u', actor.tenantId)}`.execute(
    ctx.db,
  )
  const [user] = rows
  if (user === undefined) return '指定的第二人不存在或已停用，请重新选择，或不指定'
  const second = await loadPerson(ctx, actor.tenantId, userId)
  if (typeof call.access === 'object' && !second.permissions.has(call.access.permission))
    return `${user.realname}没有“${call.title}”的权限，不能由其确认，请指定有权限的人员，或不指定`
  if (!(await maySeeWarning(ctx, second, warnId)))
    return `${user.realname}看不到这条警告，不能由其确认，请指定能看到它的人员，或不指定`
  return null
}
