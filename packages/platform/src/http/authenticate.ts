import { beforePasswordChange, safeBeforePasswordChange } from '@suoan/contract'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '../context.ts'
import { AppError, fail } from '../fail.ts'
import { loadGrants, type GrantsByTenant } from './load-grants.ts'
import { loadSession, type LiveSession } from './load-session.ts'
import { fileKeyOf, sessionOfFileKey } from './file-cookie.ts'
import { readTicket } from './ticket.ts'
import { tokenHash } from './token.ts'

/**
 * Who calls. One way in for HTTP and sockets: the token of the `X-Access-Token` header (or of the sub-protocol),
 * never of the query; looked up by its hash in the session table through a cache of 30 s that every end of a session
 * and every change of permissions empties (security.md V9).
 */
export interface Authenticator {
  /** The caller of a request; throws `TOKEN`, or `PASSWORD_CHANGE_NEEDED` outside the few calls allowed before it. */
  request(request: FastifyRequest): Promise<Actor>
  /** The caller behind a token, for a socket's handshake; throws like `request`. */
  token(token: string | undefined, tenantHeader?: string): Promise<Actor>
  /** The caller of a session by its token's hash, where something of our own stands for the token; throws like `request`. */
  session(hash: string | undefined, tenantHeader?: string): Promise<Actor>
  /** The caller behind a token as he is now, without this counting as use of his session; undefined when he has none. */
  peek(token: string | undefined, tenantHeader?: string): Promise<Actor | undefined>
  /** Ends the subscriptions. */
  close(): void
}

interface Entry {
  readonly session: LiveSession
  readonly grants: GrantsByTenant
  /** Epoch ms of the load. */
  readonly loadedAt: number
  readonly actors: Map<number, Actor>
  /** Epoch ms; runs ahead of the stored value by at most a minute. */
  lastSeenAt: number
}

type IsMeant = (entry: Entry) => boolean

/** A session that is being read. */
interface Loading {
  readonly entry: Promise<Entry | undefined>
  /** What became invalid since it was begun to be read. */
  readonly missed: IsMeant[]
}

const CACHE_MS = 30_000
const CACHED_SESSIONS = 20_000
/** `last_seen_at` is written at most this often. */
const TOUCH_MS = 60_000

/** Makes the authenticator of one server. */
export function createAuthenticator(ctx: Context): Authenticator {
  const entries = new Map<string, Entry>()
  const loading = new Map<string, Loading>()

  const forget = (isMeant: IsMeant): void => {
    for (const { missed } of loading.values()) missed.push(isMeant)
    for (const [hash, entry] of entries) if (isMeant(entry)) entries.delete(hash)
  }
  const subscriptions = [
    ctx.broadcasts.on('session.ended', ({ sessionId }) => forget(({ session }) => session.id === sessionId)),
    ctx.broadcasts.on('broadcasts.missed', () => forget(() => true)),
    ctx.broadcasts.on('permissions.changed', ({ userIds }) =>
      forget(({ session }) => userIds === 'all' || userIds.includes(session.userId)),
    ),
  ]

  const load = async (hash: string, missed: IsMeant[]): Promise<Entry | undefined> => {
    for (;;) {
      missed.length = 0
      const session = await loadSession(ctx, hash)
      if (!session) return undefined
      const grants = await loadGrants(ctx.pool, session.userId)
      const known = entries.get(hash)
      const entry: Entry = {
        session,
        grants,
        loadedAt: ctx.clock.now(),
        actors: new Map(),
        lastSeenAt: Math.max(session.lastSeenAt, known?.lastSeenAt ?? 0),
      }
      // Only what was said of this very session: others come and go all the time, and nobody would get through.
      if (missed.some((isMeant) => isMeant(entry))) continue
      entries.delete(hash)
      entries.set(hash, entry)
      const [oldest] = entries.keys()
      if (entries.size > CACHED_SESSIONS && oldest !== undefined) entries.delete(oldest)
      return entry
    }
  }

  const find = (hash: string): Promise<Entry | undefined> | Entry => {
    const cached = entries.get(hash)
    // By distance: a clock that steps back must not make what was read before it fresh for an hour.
    if (cached && Math.abs(ctx.clock.now() - cached.loadedAt) < CACHE_MS) return cached
    const started = loading.get(hash)
    if (started) return started.entry
    const missed: IsMeant[] = []
    const entry = load(hash, missed).finally(() => loading.delete(hash))
    loading.set(hash, { entry, missed })
    return entry
  }

  const entryOf = async (token: string | undefined): Promise<Entry> =>
    entryOfHash(token === undefined ? undefined : tokenHash(token))
  const entryOfHash = async (hash: string | undefined): Promise<Entry> => {
    const entry = await liveEntry(hash)
    const now = ctx.clock.now()
    if (now - entry.lastSeenAt >= TOUCH_MS) {
      entry.lastSeenAt = now
      void touch(ctx, entry.session.id, now)
    }
    return entry
  }
  const liveEntry = async (hash: string | undefined): Promise<Entry> => {
    if (hash === undefined) throw fail('TOKEN')
    const entry = await find(hash)
    if (!entry) throw fail('TOKEN')
    const now = ctx.clock.now()
    const { session } = entry
    const isIdle = now - entry.lastSeenAt >= ctx.config.sessionIdleMinutes * 60_000
    if (isIdle || now >= session.expiresAt) {
      entries.delete(hash)
      throw fail('TOKEN')
    }
    if (session.userDeleted) throw fail('TOKEN_REFUSED', { detail: '用户不存在!' })
    if (session.userFrozen) throw fail('TOKEN_REFUSED', { detail: '账号已被锁定,请联系管理员!' })
    return entry
  }

  const bySession = async (hash: string | undefined, tenantHeader?: string): Promise<Actor> => {
    const entry = await entryOfHash(hash)
    if (entry.session.mustChangePassword) throw fail('PASSWORD_CHANGE_NEEDED')
    return actorOf(entry, tenantHeader)
  }
  const byToken = (token: string | undefined, tenantHeader?: string): Promise<Actor> =>
    bySession(token === undefined ? undefined : tokenHash(token), tenantHeader)

  return {
    async request(request) {
      if (request.routeOptions.config.bySubProtocol)
        return await byToken(subProtocolOf(request), queryTenantOf(request))
      const header = request.headers['x-access-token']
      if (header === undefined && request.routeOptions.config.byTicket) {
        const ticket = await readTicket(ctx, request)
        if (ticket !== undefined || !request.routeOptions.config.byCookie) {
          return bySession(ticket?.session, ticket === undefined ? undefined : String(ticket.tenantId))
        }
      }
      if (header === undefined && request.routeOptions.config.byCookie) {
        const key = fileKeyOf(request)
        return bySession(key && (await sessionOfFileKey(ctx, key.key)), key?.tenant)
      }
      const entry = await entryOf(typeof header === 'string' ? header : undefined)
      const tenant = request.headers['tenant-id']
      const actor = actorOf(entry, typeof tenant === 'string' ? tenant : undefined)
      if (entry.session.mustChangePassword && !isAllowedBeforeChange(request, ctx)) {
        throw fail('PASSWORD_CHANGE_NEEDED')
      }
      return actor
    },
    token: byToken,
    session: bySession,
    async peek(token, tenantHeader) {
      try {
        return actorOf(await liveEntry(token === undefined ? undefined : tokenHash(token)), tenantHeader)
      } catch (error) {
        if (error instanceof AppError) return undefined
        throw error
      }
    },
    close() {
      for (const end of subscriptions) end()
    },
  }
}

/** The token of a socket's handshake. */
export function subProtocolOf(request: FastifyRequest): string | undefined {
  const header = request.headers['sec-websocket-protocol']
  return typeof header === 'string' ? header.split(',')[0]?.trim() : undefined
}

/** The tenant of a socket's handshake, as its query names it. */
export function queryTenantOf({ query }: FastifyRequest): string | undefined {
  const tenant =
    typeof query === 'object' && query !== null && 'tenant-id' in query ? query['tenant-id'] : undefined
  return typeof tenant === 'string' ? tenant : undefined
}

const allowedFirst: ReadonlySet<string> = new Set([...beforePasswordChange, ...safeBeforePasswordChange])

/** The matched route decides, never the text of the URL (security.md V8). */
function isAllowedBeforeChange(request: FastifyRequest, ctx: Context): boolean {
  const route = request.routeOptions.url ?? ''
  return route.startsWith(ctx.config.apiBase) && allowedFirst.has(route.slice(ctx.config.apiBase.length))
}

/** The header only chooses among the tenants of the user; 0 or none means the session's own (security.md V11). */
function actorOf(entry: Entry, header: string | undefined): Actor {
  const { session, grants } = entry
  const asked =
    header === undefined || header.trim() === '' || header === '0' ? session.tenantId : Number(header)
  const isOwn = session.tenantIds.length === 0 ? asked === 0 : session.tenantIds.includes(asked)
  if (!isOwn) throw fail('TOKEN_REFUSED', { detail: '用户租户信息变更,请重新登陆!' })
  const known = entry.actors.get(asked)
  if (known) return known
  const actor: Actor = {
    sessionId: session.id,
    userId: session.userId,
    username: session.username,
    realname: session.realname,
    tenantId: asked,
    orgCode: session.orgCode,
    ...grants.in(asked),
  }
  entry.actors.set(asked, actor)
  return actor
}

/** Not waited for: a late or lost stamp only shortens the idle time by a minute. */
async function touch(ctx: Context, sessionId: string, now: number): Promise<void> {
  try {
    await ctx.pool.query('update sys_session set last_seen_at = $2 where id = $1 and last_seen_at < $2', [
      sessionId,
      new Date(now),
    ])
  } catch (error) {
    ctx.log.warn({ err: error }, 'the last-seen time of a session was not stored')
  }
}
