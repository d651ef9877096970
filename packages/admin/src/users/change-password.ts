import { user } from '@suoan/contract'
import { eq } from '@suoan/kit/filter'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { scopeFor } from '@suoan/platform/resource/scope'
import { inTransaction, type Emit } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { answered, type Answered } from '@suoan/platform/http/route'
import { originOf, recordAudit, resourceStore, type RowRecord } from '@suoan/platform/resource'
import {
  endSessionsOf,
  isFormerPassword,
  oneTimePassword,
  preparePassword,
  storePassword,
  type PreparedPassword,
  unlockAccount,
} from '../session/index.ts'
import { givenPassword } from './add-user.ts'
import { refuseTakeover } from './sight.ts'

/**
 * Gives somebody else a new password (security.md V13): it must be changed at the next login, every session of that
 * person ends and the account's lock goes. One's own is changed with the old one, elsewhere.
 */
export async function changePassword(
  ctx: Context,
  actor: Actor,
  input: RowRecord & { readonly username: string },
  request: FastifyRequest,
): Promise<Answered<{ password: string } | null>> {
  if (input.username === actor.username)
    throw fail('REFUSED', { detail: '修改自己的密码请使用右上角的“修改密码”，需要输入旧密码' })
  const scope = await scopeFor(ctx, actor, user, 'edit')
  const [found] = await resourceStore(user).list(ctx.pool, scope, eq('username', input.username), {
    limit: 1,
  })
  if (!found) throw fail('REFUSED', { detail: '用户不存在!' })
  const userId = String(found['id'])
  const given = givenPassword(input, input.username)
  if (given !== undefined && (await isFormerPassword(ctx, userId, given)))
    throw fail('BAD_INPUT', { detail: '新密码不能与最近 5 次用过的密码相同，请更换' })
  const password = given ?? oneTimePassword()
  const prepared = await preparePassword(password, true)
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const [row] = await resourceStore(user).findMany(tx, scope, [userId], { lock: true })
    if (!row) throw fail('REFUSED', { detail: '用户不存在!' })
    await refuseTakeover(tx, actor, [userId])
    await replacePassword({ tx, emit }, { userId, username: input.username }, prepared, now)
    await recordAudit(tx, {
      actor,
      content: `用户：重置 ${String(row['realname'] ?? input.username)} 的密码`,
      operateType: 3,
      origin: originOf(request),
      now,
    })
  })
  if (given !== undefined) return answered(null, '密码修改完成！')
  return answered({ password }, `密码修改完成！一次性密码：${password}（只显示这一次，登录后须修改）`)
}

/**
 * In the place of somebody's password stands another, which was made for him: the account's lock goes and each of its sessions
 * ends. `now` in epoch ms.
 */
export async function replacePassword(
  { tx, emit }: { readonly tx: Tx; readonly emit: Emit },
  { userId, username }: { readonly userId: string; readonly username: string },
  prepared: PreparedPassword,
  now: number,
): Promise<void> {
  await storePassword(tx, userId, prepared, now)
  await unlockAccount(tx, username)
  for (const ended of await endSessionsOf(tx, [userId]))
    emit('session.ended', { sessionId: ended.id, userId: ended.userId, reason: 'password' })
}
