import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Context } from '@suoan/platform/context'
import type { Authenticator } from '@suoan/platform/http/authenticate'
import { fail } from '@suoan/platform/fail'
import { readTicket } from '@suoan/platform/http/ticket'
import { keyedHash } from '@suoan/platform/secret-key'
import { cookiesOf } from './asked.ts'

/** Where the console sends a browser first, with a ticket; and the name of what it is given there. */
export const ENTER = '/.suoan/enter'
const COOKIE = 'suoan-routes'

/** Who asks, and the credential of ours that he asked with. */
export interface Caller {
  readonly actor: Actor
  readonly secret: string
  /** A browser sends it along by itself, whoever's page it was that asked. */
  readonly isByCookie: boolean
}

/** The caller of a request to a neighbouring system: by the token's header, or by the cookie of the entry. */
export async function callerOf(
  ctx: Context,
  authenticator: Authenticator,
  request: FastifyRequest,
): Promise<Caller> {
  const token = request.headers['x-access-token']
  const tenant = request.headers['tenant-id']
  if (typeof token === 'string' && token !== '')
    return {
      actor: await authenticator.token(token, typeof tenant === 'string' ? tenant : undefined),
      secret: token,
      isByCookie: false,
    }
  const cookie = cookiesOf(request.headers.cookie).get(COOKIE)
  const [, session, inTenant, mark] = /^([\w-]{43})\.(\d{1,9})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
  if (cookie === undefined || session === undefined || inTenant === undefined || mark === undefined)
    throw fail('TOKEN')
  if (!isSame(mark, markOf(ctx, session, inTenant))) throw fail('TOKEN')
  return { actor: await authenticator.session(session, inTenant), secret: cookie, isByCookie: true }
}

const markOf = (ctx: Context, session: string, tenant: string): string =>
  keyedHash(ctx.config, `gateway-route:${session}.${tenant}`)

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Takes a ticket of the console (60 s, for this address alone) and gives the browser the cookie that stands for the session
 * on this origin: it opens neighbouring systems and nothing of ours, and dies with the session.
 */
export async function enter(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // A page of strangers could sign somebody in as somebody else.
  if (request.headers['sec-fetch-site'] === 'cross-site') throw fail('TOKEN')
  const ticket = await readTicket(ctx, request)
  if (!ticket) throw fail('TOKEN')
  const { query } = request
  const to = typeof query === 'object' && query !== null && 'to' in query ? query.to : undefined
  const isOwn = typeof to === 'string' && /^\/[A-Za-z0-9][^\\\s]*$/.test(to)
  const tenant = String(ticket.tenantId)
  const secure = ctx.config.gatewayRouteUrl?.startsWith('https:') === true ? '; Secure' : ''
  return reply
    .header(
      'set-cookie',
      `${COOKIE}=${ticket.session}.${tenant}.${markOf(ctx, ticket.session, tenant)}; Path=/; HttpOnly; SameSite=Strict${secure}`,
    )
    .redirect(isOwn ? to : '/', 303)
}
