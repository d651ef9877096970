import type { SignInAnswer } from '@suoan/contract'
import type { Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { answered, type Answered } from '@suoan/platform/http/route'
import { accountObjection, loggedAs, type Account } from './account.ts'
import { recordLogin } from './login-log.ts'
import { openSession, refused, type Way } from './open-session.ts'
import type { Origin } from './origin.ts'
import { askSecondStep } from './second-step.ts'

/**
 * Goes on after a right first factor, whichever it was: what the account is, the second factor where it is asked, then
 * the session. `hold` is asked in the transaction of the session whether the proof still holds.
 */
export async function finishSignIn(
  ctx: Context,
  account: Account,
  origin: Origin,
  way: Way,
  hold: (tx: Tx) => Promise<boolean>,
): Promise<Answered<SignInAnswer>> {
  const objection = await accountObjection(ctx, account)
  if (objection !== undefined) {
    await recordLogin(ctx.db, ctx.clock.now(), origin, loggedAs(account), `登录失败：${objection}`)
    return refused(objection)
  }
  const second = await askSecondStep(ctx, account, way)
  if (second) return second
  const answer = await inTransaction(ctx, async (tx, emit) => {
    const isStill = await hold(tx)
    return isStill ? openSession(tx, emit, ctx, account, origin, way) : undefined
  })
  return answer ? answered<SignInAnswer>(answer, '登录成功') : refused('登录信息已失效，请重新登录')
}
