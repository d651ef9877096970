import type { Actor, Context } from '@suoan/platform/context'
import { answered, type Answered } from '@suoan/platform/http/route'
import { announceEnded, endSessionsOf } from './end-sessions.ts'
import { beginCheck, ownKey, settleRight, settleWrong } from './login-guard.ts'
import { recordLogin } from './login-log.ts'
import type { Origin } from './origin.ts'
import { isPassword } from './password.ts'
import { passwordObjection } from './password-policy.ts'
import { isFormerPassword, preparePassword, storePassword } from './set-password.ts'

export interface PasswordChange {
  readonly username?: string | undefined
  readonly oldpassword: string
  readonly password: string
  readonly confirmpassword: string
}

const refused = (message: string): Answered<null> => answered(null, message, 500, false)

/**
 * Changes one's own password (4-api.md §2.7, security.md V13): the subject is the session's user, the old password is
 * needed and its guesses are counted; every other session of the user ends, this one goes on.
 */
export async function updatePassword(
  ctx: Context,
  actor: Actor,
  change: PasswordChange,
  origin: Origin,
): Promise<Answered<null>> {
  if (change.username !== undefined && change.username !== '' && change.username !== actor.username) {
    return refused('只允许修改自己的密码！')
  }
  const objection = passwordObjection(change.password, actor.username)
  if (objection !== undefined) return refused(objection)
  if (change.password !== change.confirmpassword) return refused('两次输入密码不一致!')

  const attempt = await beginCheck(ctx, ownKey(actor.username))
  if (attempt === 'busy') return refused('操作过于频繁，请稍后再试')
  if ('wait' in attempt) return refused(`密码错误次数过多，请 ${attempt.wait}后再试`)
  const stored = await ctx.db
    .selectFrom('sysPassword')
    .select('passwordHash')
    .where('userId', '=', actor.userId)
    .executeTakeFirst()
  if (!(await isPassword(stored?.passwordHash, change.oldpassword))) {
    await settleWrong(ctx, attempt)
    return refused('旧密码输入错误!')
  }
  await settleRight(ctx, attempt)
  if (await isFormerPassword(ctx, actor.userId, change.password)) {
    return refused('新密码不能与最近 5 次用过的密码相同，请更换')
  }
  const prepared = await preparePassword(change.password, false)
  const ended = await ctx.db.transaction().execute(async (tx) => {
    await storePassword(tx, actor.userId, prepared, ctx.clock.now())
    await recordLogin(tx, ctx.clock.now(), origin, actor, '修改密码')
    await tx
      .updateTable('sysSession')
      .set({ mustChangePassword: false })
      .where('id', '=', actor.sessionId)
      .execute()
    return endSessionsOf(tx, [actor.userId], actor.sessionId)
  })
  announceEnded(ctx, ended, 'password')
  // The kept session changed too: its "must change" is over.
  ctx.broadcasts.emit('permissions.changed', { userIds: [actor.userId] })
  return answered(null, '密码重置成功!')
}
