import { user } from '@suoan/contract'
import { eq } from '@suoan/kit/filter'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '@suoan/platform/context'
import { scopeFor } from '@suoan/platform/resource/scope'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { answered, type Answered } from '@suoan/platform/http/route'
import { originOf, recordAudit, resourceStore } from '@suoan/platform/resource'
import { endSessionsOf, removeTotp, notifyOwner, unlockAccount } from '../session/index.ts'
import { refuseTakeover } from './sight.ts'

/**
 * Takes somebody else's dynamic codes away (lost telephone, no recovery codes left): his sessions end, his lock goes,
 * and where his role needs dynamic codes he binds new ones at the next login.
 */
export async function resetTotp(
  ctx: Context,
  actor: Actor,
  username: string,
  request: FastifyRequest,
): Promise<Answered<null>> {
  if (username === actor.username)
    throw fail('REFUSED', { detail: '自己的动态口令请在个人设置中停用，需要密码和一次动态口令' })
  const scope = await scopeFor(ctx, actor, user, 'edit')
  const [found] = await resourceStore(user).list(ctx.pool, scope, eq('username', username), { limit: 1 })
  if (!found) throw fail('REFUSED', { detail: '用户不存在!' })
  const userId = String(found['id'])
  await inTransaction(ctx, async (tx, emit) => {
    await refuseTakeover(tx, actor, [userId])
    if (!(await removeTotp(tx, userId)))
      throw fail('REFUSED', { detail: '该用户没有启用动态口令，不需要重置' })
    await unlockAccount(tx, username)
    await recordAudit(tx, {
      actor,
      content: `用户：重置 ${String(found['realname'] ?? username)} 的动态口令`,
      operateType: 3,
      origin: originOf(request),
      now: ctx.clock.now(),
    })
    for (const ended of await endSessionsOf(tx, [userId]))
      emit('session.ended', { sessionId: ended.id, userId: ended.userId, reason: 'totp' })
  })
  await notifyOwner(ctx, userId, '被管理员重置了动态口令')
  return answered(null, '动态口令已重置，该用户下次登录不再需要原来的动态口令')
}
