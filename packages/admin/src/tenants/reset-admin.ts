import type { TenantAdmin } from '@suoan/contract'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { answered, type Answered } from '@suoan/platform/http/route'
import { originOf, recordAudit } from '@suoan/platform/resource'
import { notifyOwner, oneTimePassword, preparePassword } from '../session/index.ts'
import { replacePassword } from '../users/index.ts'

/**
 * Gives the administrator that a tenant was made with a new one-time password. Without it a tenant whose only administrator
 * lost the first one was shut for good: its users are nobody's on the platform. His sessions end, his lock goes, his dynamic
 * codes stay; he is told by mail, and the tenant's own log names who did it.
 */
export async function resetAdmin(
  ctx: Context,
  actor: Actor,
  tenantId: number,
  request: FastifyRequest,
): Promise<Answered<TenantAdmin>> {
  const password = oneTimePassword()
  // Hashing is slow and must not hold a transaction open.
  const prepared = await preparePassword(password, true)
  const { userId, username } = await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const admin = await adminOf(tx, tenantId)
    await replacePassword({ tx, emit }, admin, prepared, now)
    const content = `租户：重置 ${admin.tenantName}（${tenantId}）的管理员 ${admin.username} 的密码`
    for (const of of [actor.tenantId, tenantId])
      await recordAudit(tx, {
        actor: { ...actor, tenantId: of },
        content,
        operateType: 3,
        origin: originOf(request),
        now,
      })
    return admin
  })
  await notifyOwner(ctx, userId, '被平台管理员重置了密码')
  return answered(
    { tenantId, adminUsername: username, password },
    `密码已重置！租户管理员账号：${username}，一次性密码：${password}（只显示这一次，登录后须修改）`,
  )
}

interface FirstAdmin {
  readonly userId: string
  readonly username: string
  readonly tenantName: string
}

/** The account that was made with the tenant, locked; refused in words where it cannot be helped by a password. */
async function adminOf(tx: Tx, tenantId: number): Promise<FirstAdmin> {
  const { rows } = await sql<{ tenantName: string; userId: string | null; username: string; status: number }>`
    select t.name as tenant_name, u.id as user_id, u.username, u.status
    from sys_tenant t left join sys_user u on u.id = t.admin_user_id and u.tenant_id = t.id and u.del_flag = 0
    where t.id = ${tenantId} and t.del_flag = 0 for update of t`.execute(tx)
  const [found] = rows
  if (found === undefined) throw fail('REFUSED', { detail: '没有这个租户，请刷新列表' })
  const { tenantName, userId, username, status } = found
  if (userId === null)
    throw fail('REFUSED', {
      detail: `租户“${tenantName}”没有随它建立的管理员账号（可能已删除），请联系该租户的其他管理员`,
    })
  if (status !== 1)
    throw fail('REFUSED', {
      detail: `租户“${tenantName}”的管理员账号 ${username} 已冻结，请由该租户的其他管理员解冻后再重置`,
    })
  return { userId, username, tenantName }
}
