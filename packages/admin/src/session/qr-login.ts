import type { LoginQrCode, QrLoginPlace, QrLoginWait, SignInAnswer } from '@suoan/contract'
import type { Actor, Context } from '@suoan/platform/context'
import { answered, type Answered } from '@suoan/platform/http/route'
import { newToken } from '@suoan/platform/http/token'
import { findAccount } from './account.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { addressKey } from '@suoan/platform/http/address-key'
import { recordLogin } from './login-log.ts'
import { refused } from './open-session.ts'
import type { Origin } from './origin.ts'
import {
  findOpenChallenge,
  assignChallenge,
  issueOpenChallenge,
  readChallenge,
  takeChallenge,
} from './sign-in-challenges.ts'

/** Life of a code (4-api.md §2.1), and then of the yes to it: the browser asks every two seconds. */
const LIFE_MS = 30_000
const PREFIX = 'QRCODELOGIN:'
const OVER = '二维码已过期,请刷新后重试'
/** Page of the console on which the telephone says yes. */
const SCAN_PAGE = '/account/scan'

/** A telephone finds us only under a configured address, never under one that a request names (security.md V19). */
export const canScan = (ctx: Context): boolean => ctx.config.publicUrl !== undefined

/**
 * A code for a login page. Whoever sees it on the screen cannot take the session: that needs the cookie of the browser
 * that asked for the code.
 */
export async function makeQrCode(
  ctx: Context,
  origin: Origin,
): Promise<{ readonly answer: Answered<LoginQrCode | null>; readonly browser?: string }> {
  if (!canScan(ctx)) return { answer: refused('系统没有启用扫码登录，请用账号密码登录') }
  const browser = newToken()
  const key = await issueOpenChallenge(ctx, 'qr', {
    browser,
    address: addressKey(origin.ip),
    lifeMs: LIFE_MS,
    data: { ip: origin.ip, userAgent: origin.userAgent?.slice(0, 255) ?? '' },
  })
  if (key === undefined) return { answer: refused('当前网络打开的二维码过多，请稍后再试') }
  const qrcodeId = PREFIX + key
  const address = `${ctx.config.publicUrl ?? ''}${SCAN_PAGE}?${new URLSearchParams({ qrcodeId }).toString()}`
  const { renderSVG } = await import('uqr')
  const qr = `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 2 }))}`
  return { answer: answered({ qrcodeId, qr }, ''), browser }
}

/** Where the code is shown, so that nobody says yes to a stranger's browser by mistake. */
export async function placeOfQrCode(ctx: Context, qrcodeId: string): Promise<Answered<QrLoginPlace | null>> {
  const held = await findOpenChallenge(ctx, 'qr', keyOf(qrcodeId))
  if (!held) return refused(OVER)
  return answered({ ip: held.data['ip'] ?? '', userAgent: held.data['userAgent'] || null }, '')
}

/** The yes of a signed-in person. The browser gets a session of its own, never the one of the telephone. */
export async function confirmQrCode(
  ctx: Context,
  actor: Actor,
  qrcodeId: string,
  origin: Origin,
): Promise<Answered<null>> {
  const isGiven = await assignChallenge(ctx, 'qr', keyOf(qrcodeId), { userId: actor.userId, lifeMs: LIFE_MS })
  if (!isGiven) return refused(OVER)
  await recordLogin(ctx.db, ctx.clock.now(), origin, actor, '确认扫码登录')
  return answered(null, '扫码成功')
}

/** Asked by the browser until the yes is there; then signs in like any other first factor. */
export async function takeQrLogin(
  ctx: Context,
  given: { readonly qrcodeId: string; readonly browser: string | undefined },
  origin: Origin,
): Promise<Answered<QrLoginWait | SignInAnswer>> {
  const key = keyOf(given.qrcodeId)
  const held = await readChallenge(ctx, 'qr', key, given.browser)
  if (!held) return answered<QrLoginWait>({ token: '-2' }, '')
  if (held.userId === null) return answered<QrLoginWait>({ token: '-1' }, '')
  const taken = await takeChallenge(ctx.db, ctx, 'qr', key, given.browser)
  const account = taken?.userId ? await findAccount(ctx, { id: taken.userId }) : undefined
  if (!account) return answered<QrLoginWait>({ token: '-2' }, '')
  return finishSignIn(ctx, account, origin, 'qr', async () => true)
}

const keyOf = (qrcodeId: string): string =>
  qrcodeId.startsWith(PREFIX) ? qrcodeId.slice(PREFIX.length) : qrcodeId
