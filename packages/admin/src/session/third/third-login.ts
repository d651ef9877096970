import { UNBOUND_CODE, type OwnThirdAccount, type SignInAnswer, type UnboundAccount } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import type { OidcProvider } from '@suoan/platform/config-sign-in'
import { failAbsent } from '@suoan/platform/fail'
import { answered, type Answered } from '@suoan/platform/http/route'
import { newToken } from '@suoan/platform/http/token'
import { deliveryOf } from '../../messaging/index.ts'
import { findAccount, loggedAs, isInUse } from '../account.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { addressKey } from '@suoan/platform/http/address-key'
import { recordLogin, type LoggedPerson } from '../login-log.ts'
import { refused } from '../open-session.ts'
import type { Origin } from '../origin.ts'
import { checkCode, spendCode } from '../sms-code.ts'
import { notifyOwner } from '../notify-owner.ts'
import { issueOpenChallenge, issueChallenge, takeChallenge, tryChallenge } from '../sign-in-challenges.ts'
import type { Arrival } from './handover-page.ts'
import { comeBack, leaveFor, type OidcIdentity } from './oidc.ts'

/** Pages of the console that a sign-in comes back to. */
export const LOGIN_PAGE = '/user/login'
export const APP_LOGIN_PAGE = '/oauth2-app/login'

/** Between the provider and the session: a page load, no more. */
const HANDOVER_MS = 120_000

/** Where the browser goes next, and the cookie that ties the way back to it. */
export interface Departure {
  readonly url: string
  readonly browser: string
}

/** Why nobody leaves: the provider cannot be asked, or this address has left too often without coming back. */
export type NoDeparture = 'away' | 'busy'

const LOST = '第三方登录已超时，请重新登录'

/**
 * Begins a sign-in, or with `actor` the binding of his own account, at a provider: the browser gets a cookie, and only
 * in that browser can the way back be finished (security.md: forged and planted sign-ins).
 */
export async function depart(
  ctx: Context,
  source: string,
  way: {
    readonly callback: 'plain' | 'oauth2'
    readonly back: string
    readonly ip: string
    readonly actor?: Actor
  },
): Promise<Departure | NoDeparture> {
  const provider = providerOf(ctx, source)
  if (!provider) throw failAbsent()
  const left = await leaveFor(provider, redirectUriOf(ctx, source, way.callback)).catch((error: unknown) => {
    ctx.log.warn({ err: error, source }, 'an identity provider could not be asked')
    return undefined
  })
  if (!left) return 'away'
  const browser = newToken()
  const ticket = await issueOpenChallenge(ctx, 'oidc', {
    browser,
    address: addressKey(way.ip),
    key: left.check.state,
    userId: way.actor?.userId ?? null,
    data: { ...left.check, source, back: way.back },
  })
  return ticket === undefined ? 'busy' : { url: left.url, browser }
}

/**
 * The person is back. Gives the page to go to, with a token that this browser alone can trade once for the session
 * (or for the confirmation of a binding), or with the kind of failure; never with a token of a session.
 */
export async function arrive(
  ctx: Context,
  given: {
    readonly source: string
    readonly state: string
    readonly search: string
    readonly browser: string | undefined
  },
): Promise<Arrival> {
  const provider = providerOf(ctx, given.source)
  const held = await takeChallenge(ctx.db, ctx, 'oidc', given.state, given.browser)
  const failed = (back: string, thirdError: string): Arrival => ({
    to: pageOf(ctx, back, { thirdError }),
    message: '登录失败',
  })
  if (!provider || !held || held.data['source'] !== given.source || given.browser === undefined)
    return failed(LOGIN_PAGE, 'lost')
  const back = held.data['back'] ?? LOGIN_PAGE
  if (new URLSearchParams(given.search).get('error') === 'access_denied') return failed(back, 'denied')
  const { state = '', nonce = '', verifier = '', redirectUri = '' } = held.data
  const identity = await comeBack(provider, { state, nonce, verifier, redirectUri }, given.search).catch(
    (error: unknown) => {
      // Whatever did not hold (state, nonce, signature, code), nobody comes in; the operator reads why.
      ctx.log.warn({ err: error, source: given.source }, 'a third-party sign-in was refused')
      return undefined
    },
  )
  if (!identity) return failed(back, 'failed')
  const data = { source: given.source, ...identity }
  const { browser } = given
  if (held.userId !== null) {
    const bindTicket = await issueChallenge(ctx.db, ctx, 'bind', { browser, userId: held.userId, data })
    return { to: pageOf(ctx, back, { bindTicket, thirdType: given.source }), message: null }
  }
  const userId = await boundUser(ctx, identity)
  const ticket =
    userId === undefined
      ? await issueChallenge(ctx.db, ctx, 'unbound', { browser, data })
      : await issueChallenge(ctx.db, ctx, 'third', { browser, userId, data, lifeMs: HANDOVER_MS })
  return {
    to: pageOf(ctx, back, { oauth2LoginToken: ticket, thirdType: given.source }),
    message: userId === undefined ? `绑定手机号,${ticket}` : ticket,
  }
}

/** Trades the token for a session, or says that nobody here is bound to the account yet. */
export async function takeLoginUser(
  ctx: Context,
  given: { readonly token: string; readonly thirdType: string; readonly browser: string | undefined },
  origin: Origin,
): Promise<Answered<SignInAnswer>> {
  const held = await takeChallenge(ctx.db, ctx, 'third', given.token, given.browser)
  const account = held?.userId ? await findAccount(ctx, { id: held.userId }) : undefined
  if (held && account && held.data['source'] === given.thirdType)
    return finishSignIn(ctx, account, origin, 'third', async () => true)
  const unbound = await tryChallenge(ctx, 'unbound', given.token, given.browser)
  const provider = providerOf(ctx, given.thirdType)
  if (!unbound || !provider || unbound.data['source'] !== given.thirdType) return refused(LOST)
  const answer: UnboundAccount = {
    thirdUserUuid: given.token,
    source: given.thirdType,
    name: unbound.data['name'] ?? '',
    canBindByPhone: deliveryOf(ctx, 'sms') !== 'none',
  }
  const text = answer.canBindByPhone
    ? `该${provider.name}账号还没有绑定，请用手机号绑定`
    : `该${provider.name}账号还没有绑定，请先用账号密码登录，再到个人设置中绑定`
  return answered<SignInAnswer>(answer, text, UNBOUND_CODE, false)
}

/**
 * Binds an unbound account to the person whose number the code proved. A number that nobody here has gets no code, so
 * nobody becomes a user by this (4-api.md §2.10 would create one; on a plant, people are entered by those who answer for them).
 */
export async function bindByPhone(
  ctx: Context,
  given: {
    readonly mobile: string
    readonly captcha: string
    readonly thirdUserUuid: string
    readonly browser: string | undefined
  },
  origin: Origin,
): Promise<Answered<string | null>> {
  const held = await tryChallenge(ctx, 'unbound', given.thirdUserUuid, given.browser)
  if (!held || given.browser === undefined) return refused(LOST)
  const code = await checkCode(ctx, {
    phone: given.mobile,
    purpose: 'login',
    code: given.captcha,
    address: addressKey(origin.ip),
  })
  if ('objection' in code) return refused(code.objection)
  const account = await findAccount(ctx, { phone: given.mobile })
  if (!isInUse(account)) return refused('手机验证码错误')
  const { browser } = given
  const outcome = await ctx.db.transaction().execute(async (tx) => {
    if (!(await spendCode(tx, code))) return refused('手机验证码错误')
    const taken = await takeChallenge(tx, ctx, 'unbound', given.thirdUserUuid, browser)
    if (!taken) return refused(LOST)
    const objection = await bind(tx, ctx, loggedAs(account), taken.data, origin)
    if (objection !== undefined) return refused(objection)
    const ticket = await issueChallenge(tx, ctx, 'third', {
      browser,
      userId: account.id,
      data: taken.data,
      lifeMs: HANDOVER_MS,
    })
    return answered<string | null>(ticket, '绑定成功', 0)
  })
  if (outcome.success) await notifyOwner(ctx, account.id, `绑定了${nameOf(ctx, held.data['source'])}账号`)
  return outcome
}

/** The providers on offer and the person's own account at each. */
export async function ownThirdAccounts(ctx: Context, actor: Actor): Promise<OwnThirdAccount[]> {
  const rows = await ctx.db
    .selectFrom('sysThirdAccount')
    .select([
      'thirdType',
      'realname',
      'thirdUserUuid',
      sql<string>`left(create_time::text, 19)`.as('boundAt'),
    ])
    .where('sysUserId', '=', actor.userId)
    .execute()
  const offered = ctx.config.oidcProviders.map(({ source, name }) => ({ source, name }))
  const gone = rows
    .filter((row) => !offered.some(({ source }) => source === row.thirdType))
    .map((row) => ({ source: row.thirdType, name: row.thirdType }))
  return [...offered, ...gone].map(({ source, name }) => {
    const row = rows.find((each) => each.thirdType === source)
    return {
      source,
      name,
      account: row ? row.realname || row.thirdUserUuid : null,
      boundAt: row?.boundAt ?? null,
    }
  })
}

/** The person's own yes, in the session and the browser that asked for it. */
export async function confirmBinding(
  ctx: Context,
  actor: Actor,
  given: { readonly ticket: string; readonly browser: string | undefined },
  origin: Origin,
): Promise<Answered<{ account: string } | null>> {
  const outcome = await ctx.db.transaction().execute(async (tx) => {
    const held = await takeChallenge(tx, ctx, 'bind', given.ticket, given.browser)
    if (!held || held.userId !== actor.userId) return refused('绑定已超时，请重新绑定')
    const objection = await bind(tx, ctx, { ...actor, id: actor.userId }, held.data, origin)
    if (objection !== undefined) return refused(objection)
    return answered<{ account: string } | null>(
      { account: held.data['name'] || (held.data['subject'] ?? '') },
      '绑定成功',
    )
  })
  if (outcome.success) await notifyOwner(ctx, actor.userId, '绑定了第三方账号')
  return outcome
}

/** Takes a binding of one's own away. */
export async function unbind(
  ctx: Context,
  actor: Actor,
  source: string,
  origin: Origin,
): Promise<Answered<null>> {
  const gone = await ctx.db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom('sysThirdAccount')
      .where('sysUserId', '=', actor.userId)
      .where('thirdType', '=', source)
      .returning('id')
      .executeTakeFirst()
    if (row) await recordLogin(tx, ctx.clock.now(), origin, actor, `解除绑定${nameOf(ctx, source)}账号`)
    return row
  })
  if (!gone) return refused('该账号没有绑定，请刷新后查看')
  await notifyOwner(ctx, actor.userId, `解除了${nameOf(ctx, source)}账号的绑定`)
  return answered(null, '已解除绑定')
}

async function bind(
  tx: Tx,
  ctx: Context,
  user: LoggedPerson & { readonly id: string },
  { source = '', issuer = '', subject = '', name = '' }: Readonly<Record<string, string>>,
  origin: Origin,
): Promise<string | undefined> {
  const now = ctx.clock.now()
  const bound = await tx
    .insertInto('sysThirdAccount')
    .values({
      id: newId(),
      sysUserId: user.id,
      thirdType: source,
      thirdUserUuid: subject,
      thirdUserId: issuer,
      realname: name || null,
      createBy: user.username.slice(0, 32),
      createTime: new Date(now),
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!bound) return `您已绑定另一个${nameOf(ctx, source)}账号，或该账号已被他人绑定；请先解除原来的绑定`
  await recordLogin(tx, now, origin, user, `绑定${nameOf(ctx, source)}账号`)
  return undefined
}

async function boundUser(ctx: Context, { issuer, subject }: OidcIdentity): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('sysThirdAccount')
    .select('sysUserId')
    .where('thirdUserId', '=', issuer)
    .where('thirdUserUuid', '=', subject)
    .where('status', '=', 1)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  return row?.sysUserId
}

function providerOf(ctx: Context, source: string): OidcProvider | undefined {
  return ctx.config.oidcProviders.find((provider) => provider.source === source)
}

function nameOf(ctx: Context, source = ''): string {
  return providerOf(ctx, source)?.name ?? source
}

/** The address registered at the provider; its origin is configuration, never a header (security.md V19). */
function redirectUriOf(ctx: Context, source: string, callback: 'plain' | 'oauth2'): string {
  const path = callback === 'oauth2' ? `oauth2/${source}` : source
  return `${ctx.config.publicUrl ?? ''}${ctx.config.apiBase}/sys/thirdLogin/${path}/callback`
}

/** A page of our own console. */
export function pageOf(ctx: Context, path: string, query: Readonly<Record<string, string>>): string {
  return `${ctx.config.publicUrl ?? ''}${path}?${new URLSearchParams(query).toString()}`
}
