import {
  SECOND_STEP_CODE,
  type LoginAnswer,
  type RecoveryCodes,
  type SignInAnswer,
  type TotpEnrolment,
} from '@suoan/contract'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { answered, type Answered } from '@suoan/platform/http/route'
import { accountObjection, findAccount, isInUse, loggedAs, type Account } from './account.ts'
import { beginSecondStep, settleRight, settleWrong } from './login-guard.ts'
import { recordLogin } from './login-log.ts'
import { openSession, refused, type Way } from './open-session.ts'
import { placeOf, type Origin } from './origin.ts'
import {
  issueChallenge,
  readChallenge,
  takeChallenge,
  tryChallenge,
  type ChallengePurpose,
} from './sign-in-challenges.ts'
import { beginEnrolment, confirmEnrolment, hasTotp, useSecondFactor } from './totp.ts'

const LOST = '登录已超时或尝试次数过多，请重新登录'

/** Whether one of the account's roles must sign in with dynamic codes (TOTP_ROLES). */
export async function mustHaveTotp(ctx: Context, userId: string): Promise<boolean> {
  if (ctx.config.totpRoles.length === 0) return false
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from sys_user_role ur join sys_role r on r.id = ur.role_id
      where ur.user_id = ${userId} and r.role_code = any(${[...ctx.config.totpRoles]}::text[])) as found`.execute(
    ctx.db,
  )
  return rows[0]?.found === true
}

/** The answer that asks for the second factor; undefined where the first one is enough (security.md §5.1 d). */
export async function askSecondStep(
  ctx: Context,
  account: Account,
  way: Way,
): Promise<Answered<SignInAnswer> | undefined> {
  const kind = (await hasTotp(ctx.db, account.id))
    ? 'code'
    : (await mustHaveTotp(ctx, account.id))
      ? 'enrol'
      : undefined
  if (kind === undefined) return undefined
  const ticket = await issueChallenge(ctx.db, ctx, kind === 'code' ? 'second' : 'enrol', {
    userId: account.id,
    data: { way, mark: markOf(account) },
  })
  const message = kind === 'code' ? '请输入动态口令' : '您的角色登录时必须使用动态口令，请先绑定'
  return answered<SignInAnswer>({ ticket, kind }, message, SECOND_STEP_CODE, false)
}

/**
 * The second step of a sign-in, whatever the ticket of the first one asks for: a dynamic or recovery code; or, where a
 * role needs dynamic codes and there are none yet, their secret (no `code`) and then the first code.
 */
export async function takeSecondStep(
  ctx: Context,
  { ticket, code }: { readonly ticket: string; readonly code?: string | undefined },
  origin: Origin,
): Promise<Answered<SignInAnswer | TotpEnrolment | (LoginAnswer & RecoveryCodes)>> {
  if (code === undefined) return enrolAtLogin(ctx, ticket)
  const isEnrolment = (await readChallenge(ctx, 'enrol', ticket, undefined)) !== undefined
  return isEnrolment
    ? confirmAtLogin(ctx, { ticket, code }, origin)
    : signInBySecondFactor(ctx, { ticket, code }, origin)
}

/** Signs in with a dynamic or a recovery code after the first factor. Wrong ones count and lock like wrong passwords. */
async function signInBySecondFactor(
  ctx: Context,
  given: { readonly ticket: string; readonly code: string },
  origin: Origin,
): Promise<Answered<SignInAnswer>> {
  return settleSecondStep(
    ctx,
    'second',
    given,
    origin,
    '动态口令错误，请核对手机时间或改用恢复码',
    async (tx, account) => ((await useSecondFactor(tx, ctx, account.id, given.code)) ? {} : undefined),
  )
}

/** The secret for an account whose role needs dynamic codes; the challenge of its first factor is the proof. */
async function enrolAtLogin(ctx: Context, ticket: string): Promise<Answered<TotpEnrolment | null>> {
  const held = await tryChallenge(ctx, 'enrol', ticket)
  const account = held?.userId ? await findAccount(ctx, { id: held.userId }) : undefined
  const enrolment = isInUse(account) ? await beginEnrolment(ctx, account) : undefined
  return enrolment ? answered(enrolment, '') : refused(LOST)
}

/** Confirms that enrolment by a first code and signs in; the recovery codes are in this answer only. */
async function confirmAtLogin(
  ctx: Context,
  given: { readonly ticket: string; readonly code: string },
  origin: Origin,
): Promise<Answered<(LoginAnswer & RecoveryCodes) | null>> {
  return settleSecondStep(
    ctx,
    'enrol',
    given,
    origin,
    '动态口令错误，请核对手机时间后重新输入',
    async (tx, account) => {
      const codes = await confirmEnrolment(tx, ctx, account.id, given.code)
      return codes ? { recoveryCodes: [...codes] } : undefined
    },
  )
}

async function settleSecondStep<M extends object>(
  ctx: Context,
  purpose: ChallengePurpose,
  given: { readonly ticket: string; readonly code: string },
  origin: Origin,
  wrong: string,
  check: (tx: Tx, account: Account) => Promise<M | undefined>,
): Promise<Answered<(LoginAnswer & M) | null>> {
  const held = await tryChallenge(ctx, purpose, given.ticket)
  const account = held?.userId ? await findAccount(ctx, { id: held.userId }) : undefined
  // A password changed since the first factor makes it worth nothing.
  if (!held || !account || held.data['mark'] !== markOf(account)) return refused(LOST)
  const objection = await accountObjection(ctx, account)
  if (objection !== undefined) return refused(objection)
  // A name of its own: a right password must not forgive wrong codes.
  const attempt = await beginSecondStep(ctx, account.username, placeOf(origin))
  if (attempt === 'busy') return refused('登录请求过多，请稍后再试')
  if ('wait' in attempt) return refused(`动态口令错误次数过多，请 ${attempt.wait}后再试，或联系管理员`)
  const answer = await inTransaction(ctx, async (tx, emit) => {
    const more = await check(tx, account)
    if (!more) return undefined
    // Gone when the password was changed or another request was faster; then the code is not used up either.
    if (!(await takeChallenge(tx, ctx, purpose, given.ticket))) throw new ChallengeGone()
    return { ...(await openSession(tx, emit, ctx, account, origin, wayOf(held.data['way']))), ...more }
  }).catch((error: unknown) => {
    if (error instanceof ChallengeGone) return 'gone' as const
    throw error
  })
  if (answer === 'gone') {
    await settleRight(ctx, attempt)
    return refused(LOST)
  }
  if (!answer) {
    await settleWrong(ctx, attempt)
    await recordLogin(ctx.db, ctx.clock.now(), origin, loggedAs(account), '登录失败：动态口令错误')
    return refused(wrong)
  }
  await settleRight(ctx, attempt)
  return answered(answer, '登录成功')
}

/** Rolls a transaction back that found its challenge used. */
class ChallengeGone extends Error {
  override readonly name = 'ChallengeGone'
}

/** Tells whether the password is still the one of the first factor, without keeping its hash twice. */
function markOf(account: Account): string {
  return createHash('sha256')
    .update(account.passwordHash ?? '')
    .digest('base64url')
}

function wayOf(text: string | undefined): Way {
  return text === 'phone' || text === 'third' || text === 'cas' || text === 'qr' ? text : 'password'
}
