import type { Access } from '@suoan/contract'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Actor, Context } from '../context.ts'
import { fail } from '../fail.ts'
import { endWithSession } from './end-with-session.ts'
import { isNamedCaller } from './named-callers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route. Every route says it; see `refuseUndeclaredRoutes`. */
    access?: Access
    /** What it does, in Chinese; of a resource, what it is about. */
    title?: string
    /** May be opened by a ticket in its address, without the header. */
    byTicket?: boolean
    /** Open, and told who calls where a session comes along. */
    knowsCaller?: boolean
    /** A socket: a browser sends no headers along, so the token is its sub-protocol and the tenant stands in the query. */
    bySubProtocol?: boolean
    /** May be opened by the cookie of stored files, without the header. */
    byCookie?: boolean
    /** What of the platform it touches, in Chinese: refused outside the platform's tenant. */
    platformOnly?: string
    /**
     * Answers with a file: whoever saves the body goes by the status, so a refusal has one of its own, and the answer
     * breaks off when the session of its reader ends.
     */
    sendsFile?: boolean
  }
}

/** Proves who calls, or throws `TOKEN`. */
export type Authenticate = (request: FastifyRequest) => Promise<Actor>

/** A route without a declared access must not come up: forgetting it would open it to everybody (security.md V10). */
export class UndeclaredRouteError extends Error {
  override readonly name = 'UndeclaredRouteError'
}

/** From here on every route of `app` and below declares its access, or the start ends with its name. */
export function refuseUndeclaredRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.config?.access === undefined)
      throw new UndeclaredRouteError(`route ${String(route.method)} ${route.url} declares no access`)
  })
}

/** The tenant whose administrators run the platform. */
const PLATFORM_TENANT = 0

const actors = new WeakMap<FastifyRequest, Actor>()
const beyondRights = new WeakSet<FastifyRequest>()

/** Whether a request was refused because its caller's tenant has no right to what it asked, in words of its own. */
export const isBeyondRights = (request: FastifyRequest): boolean => beyondRights.has(request)

/**
 * Authenticates and authorises before the body is read. Decided on the matched route's own declaration, never on the
 * text of the URL (security.md V8).
 */
export function guardRoutes(app: FastifyInstance, ctx: Context, authenticate: Authenticate): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return
    const { access, knowsCaller, sendsFile, platformOnly } = request.routeOptions.config
    if (access === 'public' && !(knowsCaller && hasToken(request))) return
    const actor = await authenticate(request)
    // Before the right is asked: a refusal is noted with who it was.
    actors.set(request, actor)
    // An undeclared route cannot exist; should one, nobody may call it.
    if (access === undefined) throw fail('FORBIDDEN')
    if (access === 'public') return
    if (access !== 'signedIn' && !actor.permissions.has(access.permission)) {
      if (access.orNamed !== true || !(await isNamedCaller(ctx, actor))) throw fail('FORBIDDEN')
    }
    if (platformOnly !== undefined && actor.tenantId !== PLATFORM_TENANT) {
      beyondRights.add(request)
      throw fail('REFUSED', { detail: `“${platformOnly}”由平台统一维护，请联系平台管理员` })
    }
    if (sendsFile === true) endWithSession(ctx, actor, reply)
  })
}

/** Clients send the header empty where they have no session. */
const hasToken = ({ headers }: FastifyRequest): boolean => (headers['x-access-token'] ?? '') !== ''

/** The proved caller of a request; on public routes nobody, who has no rights. */
export function actorOf(request: FastifyRequest): Actor {
  return actors.get(request) ?? nobody
}

const nobody: Actor = Object.freeze({
  sessionId: '',
  userId: '',
  username: '',
  realname: '',
  tenantId: 0,
  orgCode: '',
  orgCodes: [],
  roleIds: [],
  roleCodes: [],
  permissions: new Set<string>(),
})
