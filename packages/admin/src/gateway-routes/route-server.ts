import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { Context } from '@suoan/platform/context'
import { AppError } from '@suoan/platform/fail'
import type { Authenticator } from '@suoan/platform/http/authenticate'
import { allowOrigins } from '@suoan/platform/http/cors'
import { hasTwoHosts, ownHeaders } from '@suoan/platform/http/security-headers'
import { createHttpApp } from '@suoan/platform/http/http-app'
import { keyedHash } from '@suoan/platform/secret-key'
import { readPath } from './asked.ts'
import { callerOf, ENTER, enter, type Caller } from './entry.ts'
import { requestHeaders, responseHeaders, withoutSecret } from './headers.ts'
import { createIdentity } from './identity.ts'
import { liveRoutesOf, refusalFor, type LiveRoute } from './live-routes.ts'
import { createPassageLog, type PassageLog } from './passage-log.ts'
import { RouteRefusal, sendRefusal } from './refusals.ts'
import { holdBack } from './socket-flow.ts'
import {
  checkedAddress,
  createCheckedLookup,
  createUpstreamAgent,
  isDistrusted,
  isOwnAddress,
  UpstreamRefused,
} from './upstream.ts'

/** Of one route on one node: a slow upstream holds no more than these. */
const MOST_AT_ONCE = 200
/** Of one person among them: whoever lets his requests hang leaves the others room. */
const MOST_OF_ONE = 50
/** Websockets of one session on one node. */
const MOST_SOCKETS = 20
const SOCKET_BYTES = 16 * 2 ** 20
const HANDSHAKE_MS = 10_000
/** How often it is looked whose health is due. */
const TICK_MS = 5_000

/** The server of the routes, on a port of its own. */
export interface RouteServer {
  readonly app: FastifyInstance
  /** Where it listens. */
  readonly url: string
  /** Asks the upstreams whose time has come. */
  checkHealth(): Promise<void>
  close(): Promise<void>
}

/** What is known of a request that is sent on. */
interface Passage {
  readonly route: LiveRoute
  readonly caller: Caller
  readonly identity: string
  /** `/video`: the first segment that was asked for. */
  readonly base: string
  readonly prefix: string
  readonly isUpgrade: boolean
  /** As they were when it came: a client that has gone meanwhile has none. */
  readonly from: {
    readonly ip: string
    readonly host: string
    readonly hostname: string
    readonly protocol: string
  }
}

/**
 * Serves the gateway routes: a listener of its own, so that a page of a neighbour runs on another origin than the console,
 * where its scripts find no session of ours (decision 0880). `ownPort` is where the console itself listens.
 */
export async function startRouteServer(
  ctx: Context,
  authenticator: Authenticator,
  ownPort: number,
): Promise<RouteServer> {
  const { config, log } = ctx
  const live = liveRoutesOf(ctx)
  const identity = createIdentity(config)
  const agent = await createUpstreamAgent(() => live.ownPorts)
  const passageLog = createPassageLog(ctx)
  const passages = new WeakMap<object, Passage>()
  const sockets = new Map<string, Set<Socket>>()
  // The same on every node of the installation: whoever comes with it has been here.
  const via = `1.1 suoan-${keyedHash(config, 'gateway-route-loop').slice(0, 12)}`
  const app = createHttpApp(ctx)
  // Bodies are sent on as they come; none is read here.
  app.removeAllContentTypeParsers()

  const passageOf = (request: object): Passage => {
    const passage = passages.get(request)
    if (!passage) throw new Error('a request was sent on without having been let through')
    return passage
  }

  app.setErrorHandler((error, request, reply) =>
    sendRefusal(request, reply, refusalOfError(ctx, error), {
      now: ctx.clock.now(),
      home: config.publicUrl,
    }),
  )
  app.setNotFoundHandler((request, reply) =>
    sendRefusal(request, reply, new RouteRefusal(404, '没有这个地址，请从锁安重新打开'), {
      now: ctx.clock.now(),
      home: config.publicUrl,
    }),
  )
  app.addHook('onRequest', async (request) => {
    if (hasTwoHosts(request)) throw new RouteRefusal(400, '请求的 Host 重复，已拒绝')
    if (!isHost(request.host)) throw new RouteRefusal(400, '请求的 Host 不是主机名，已拒绝')
  })
  allowOrigins(app, config)
  app.get(ENTER, async (request, reply) => enter(ctx, request, reply.headers(ownHeaders)))
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.headers(ownHeaders)
    return await identity.keys()
  })

  const letThrough = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.is404) return
    const path = readPath(request.raw.url ?? '')
    if (path === null) throw new RouteRefusal(400, '地址含有不能识别或可能被误读的写法，已拒绝，请检查地址')
    if ((request.headers.via ?? '').includes(via.slice(4)))
      throw new RouteRefusal(508, '网关路由绕回了本系统，已停止转发，请管理员检查“路由网关”中的路由URI')
    const { upgrade } = request.headers
    // The connection would leave the HTTP server, and nobody would hear of its end.
    if (upgrade !== undefined && upgrade.toLowerCase() !== 'websocket')
      throw new RouteRefusal(400, '只支持升级为 WebSocket，已拒绝')
    const isUpgrade = upgrade !== undefined
    const caller = await callerOf(ctx, authenticator, request)
    const passed = noteWhenAnswered(passageLog, request, reply, caller)
    if (caller.isByCookie && (isUpgrade || !/^(?:GET|HEAD)$/.test(request.method)) && isForeign(ctx, request))
      throw new RouteRefusal(403, '请求来自其他网站的页面，已拒绝')
    const now = ctx.clock.now()
    const asked = {
      ...path,
      method: request.method,
      host: request.hostname.toLowerCase(),
      ip: request.ip,
      headers: request.headers,
      now,
    }
    const route = live.find(asked, caller.actor.sessionId)
    passed.by(route)
    if (!route) throw new RouteRefusal(404, '没有对应的系统，或该系统已停用，请从锁安的“邻近系统”重新打开')
    const refusal = refusalFor(route, caller.actor)
    if (refusal !== null) throw new RouteRefusal(403, refusal)
    admit(route, asked.ip, caller, now)
    hold(route, request, reply, isUpgrade, caller.actor)
    if (isUpgrade) await checkedAddress(route.place.host, route.place.port, () => live.ownPorts)
    const { stripParts, prefix } = route.settings
    const taken = path.raw.slice(0, stripParts)
    passages.set(request, {
      route,
      caller,
      identity: await identity.of(caller.actor, route.routerId, now),
      base: `/${path.raw[0] ?? ''}`,
      prefix: taken.length === 0 ? '' : `/${taken.join('/')}`,
      isUpgrade,
      from: {
        ip: request.ip,
        host: request.host,
        hostname: request.hostname,
        protocol: request.protocol,
      },
    })
    const rest = path.raw.slice(stripParts).join('/')
    request.raw.url = `${prefix}/${rest}${withoutSecret(path.query, caller.secret)}`
    if (isUpgrade) passed.upgraded()
  }
  const hold = (
    route: LiveRoute,
    request: FastifyRequest,
    reply: FastifyReply,
    isUpgrade: boolean,
    { sessionId, userId }: Caller['actor'],
  ): void => {
    route.inFlight += 1
    route.held.set(userId, (route.held.get(userId) ?? 0) + 1)
    const { socket } = request.raw
    const end = (): void => void socket.destroy()
    const whenOver = (): void => {
      route.inFlight -= 1
      const held = (route.held.get(userId) ?? 1) - 1
      if (held > 0) route.held.set(userId, held)
      else route.held.delete(userId)
      route.open.delete(end)
      sockets.get(sessionId)?.delete(socket)
      if (sockets.get(sessionId)?.size === 0) sockets.delete(sessionId)
    }
    if (!isUpgrade) {
      reply.raw.once('close', whenOver)
      return
    }
    const own = sockets.get(sessionId) ?? new Set()
    sockets.set(sessionId, own.add(socket))
    route.open.add(end)
    socket.once('close', whenOver)
    if (own.size > MOST_SOCKETS)
      throw new RouteRefusal(429, '同时打开的实时连接过多，请关闭一些页面后重试', 60)
  }

  const wsClientOptions = {
    followRedirects: false,
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: SOCKET_BYTES,
    perMessageDeflate: false,
    lookup: createCheckedLookup((host, address) =>
      live.all.some(({ place }) => place.host === host && isOwnAddress(address, place.port, live.ownPorts)),
    ),
    rewriteRequestHeaders: (_: unknown, request: FastifyRequest) => sentHeaders(request.headers, request),
  }
  // Who has told the address of the routes is not told another one by a client (`Host`).
  const own = config.gatewayRouteUrl === undefined ? null : new URL(config.gatewayRouteUrl)
  const sentHeaders = (headers: FastifyRequest['headers'], request: FastifyRequest) => {
    const { route, caller, identity: signed, prefix, isUpgrade, from } = passageOf(request)
    return requestHeaders(headers, {
      secret: caller.secret,
      identity: signed,
      ip: from.ip,
      host: from.host,
      ownHost: own?.host ?? from.host,
      protocol: own?.protocol.slice(0, -1) ?? from.protocol,
      prefix,
      via,
      upstreamOrigin: route.place.origin,
      isUpgrade,
      hasBody: request.method !== 'GET' && request.method !== 'HEAD',
      settings: route.settings,
    })
  }

  await app.register(async (below) => {
    below.addHook('onRequest', letThrough)
    // Loaded only where routes are served: most installations have none.
    const { default: httpProxy } = await import('@fastify/http-proxy')
    await below.register(httpProxy, {
      upstream: '',
      undici: agent,
      disableRequestLogging: true,
      websocket: true,
      wsServerOptions: { maxPayload: SOCKET_BYTES },
      wsClientOptions,
      wsHooks: holdBack,
      replyOptions: { getUpstream: (request) => passageOf(request).route.place.origin },
      handler: (request, reply, dest, options) => {
        const { route, base, prefix, from } = passageOf(request)
        const { settings, breaker, place } = route
        return reply.from(dest, {
          ...options,
          timeout: settings.timeoutMs,
          retriesCount: settings.retries,
          retryDelay: (details) =>
            mayRetry(request, details, settings.retries) ? 50 * (details.attempt + 1) : null,
          rewriteRequestHeaders: (_request, headers) => ({
            ...sentHeaders(headers, request),
            host: new URL(place.origin).host,
          }),
          rewriteHeaders: (headers) =>
            responseHeaders(headers, {
              base,
              prefix,
              upstreamOrigin: place.origin,
              ancestors: ancestorsFor(ctx, from, ownPort),
              isSecure: from.protocol === 'https',
              settings,
            }) as typeof headers,
          onResponse(_request, answer, response) {
            const { stream, statusCode } = response
            if (failures.has(statusCode)) breaker?.failed(ctx.clock.now())
            else breaker?.succeeded()
            // A status that is none has been refused already.
            if (answer.sent) (stream as Readable).destroy()
            else void answer.send(stream)
          },
          onError(answer, { error }) {
            breaker?.failed(ctx.clock.now())
            const refusal = refusalOfUpstream(error)
            log.info({ route: route.routerId, code: codeOf(error) }, 'an upstream gave no answer')
            if (!answer.sent) void answer.send(refusal)
          },
        })
      },
    })
  })
  const subscriptions = [
    ctx.broadcasts.on('resource.changed', ({ resource, ids }) =>
      resource !== 'gatewayRoute' ? undefined : ids.length === 0 ? live.clear() : live.reload(),
    ),
    ctx.broadcasts.on('broadcasts.missed', () => live.reload()),
    ctx.broadcasts.on('session.ended', ({ sessionId }) => {
      for (const socket of sockets.get(sessionId) ?? []) socket.destroy()
    }),
    // Who may no longer use a system shall not go on with what is open: it connects again if he may.
    ctx.broadcasts.on('permissions.changed', () => {
      for (const own of sockets.values()) for (const socket of own) socket.destroy()
    }),
  ]
  const listening = await app.listen({ host: config.host, port: config.gatewayRoutePort ?? 0 })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  live.ownPorts = [ownPort, port]
  live.url = config.gatewayRouteUrl ?? listening
  await live.reload()
  const checkHealth = (): Promise<void> => live.checkHealth(agent)
  const timer = setInterval(() => {
    checkHealth().catch((error: unknown) => log.error({ err: error }, 'the health of routes was not checked'))
  }, TICK_MS)
  return {
    app,
    url: listening,
    checkHealth,
    async close() {
      clearInterval(timer)
      for (const end of subscriptions) end()
      live.url = null
      const cut = setTimeout(() => app.server.closeAllConnections(), 5_000)
      for (const own of sockets.values()) for (const socket of own) socket.destroy()
      try {
        await app.close()
      } finally {
        clearTimeout(cut)
        await agent.destroy()
        await passageLog.close()
      }
    },
  }
}

/** Whether this is a host, with or without a port: what stands there goes into headers of ours. */
const isHost = (host: string): boolean => /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host)

/** Notes what becomes of a request of a person we know, once the answer is over; of a websocket, once it is open. */
function noteWhenAnswered(
  log: PassageLog,
  request: FastifyRequest,
  reply: FastifyReply,
  { actor }: Caller,
): { by(route: LiveRoute | null): void; upgraded(): void } {
  const { method, ip } = request
  const path = (request.raw.url ?? '').split('?')[0] ?? ''
  const isWebsocket = request.headers.upgrade !== undefined
  const startedAt = performance.now()
  let route: LiveRoute | null = null
  let isNoted = false
  const note = (status: number): void => {
    if (isNoted) return
    isNoted = true
    log.note({ actor, route, method, path, status, isWebsocket, ip, ms: performance.now() - startedAt })
  }
  const over = isWebsocket ? request.raw.socket : reply.raw
  over.once('close', () => note(reply.raw.headersSent ? reply.raw.statusCode : 0))
  return {
    by: (found) => void (route = found),
    upgraded: () => note(101),
  }
}

/** Refuses what a route's limits refuse, before anything is sent. */
function admit(route: LiveRoute, ip: string, { actor }: Caller, now: number): void {
  const { rate } = route.settings
  const key = rate === null ? '' : { ip, user: actor.userId, api: '' }[rate.by]
  if (route.mayPass && !route.mayPass(key, now))
    throw new RouteRefusal(429, `访问“${route.name}”过于频繁，请稍候再试`, 1)
  if ((route.held.get(actor.userId) ?? 0) >= MOST_OF_ONE)
    throw new RouteRefusal(429, `您在“${route.name}”同时打开的请求过多，请等它们完成后再试`, 5)
  if (route.inFlight >= MOST_AT_ONCE)
    throw new RouteRefusal(503, `“${route.name}”正在处理的请求过多，请稍后再试`, 5)
  if (route.breaker && !route.breaker.mayPass(now))
    throw new RouteRefusal(503, `“${route.name}”连续出错，已暂停转发，请稍后再试或联系该系统的管理员`, 5)
}

/** Whether a page of neither the routes nor the console asks. */
function isForeign({ config }: Context, { headers, host }: FastifyRequest): boolean {
  const { origin } = headers
  if (origin === undefined) return false
  if (URL.canParse(origin) && new URL(origin).host === host) return false
  const ours = [config.gatewayRouteUrl, config.publicUrl && new URL(config.publicUrl).origin]
  return !ours.includes(origin) && config.allowedOrigins?.includes(origin) !== true
}

/** The console, wherever it is reached; and the clients on other sites. */
function ancestorsFor({ config }: Context, from: Passage['from'], ownPort: number): string[] {
  const console =
    config.publicUrl === undefined
      ? `${from.protocol}://${from.hostname}:${ownPort}`
      : new URL(config.publicUrl).origin
  return [console, ...(config.allowedOrigins ?? [])]
}

/** What an upstream answers when it cannot do its work: no word about the request. */
const failures: ReadonlySet<number> = new Set([502, 503, 504])

/** Only what changes nothing is asked again, and only where there is no body that is gone by then. */
function mayRetry(
  { method, headers }: FastifyRequest,
  { err, res, attempt }: { readonly err?: unknown; readonly res?: unknown; readonly attempt: number },
  retries: number,
): boolean {
  const isSafe =
    /^(?:GET|HEAD|OPTIONS)$/.test(method) &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  const hasFailed =
    (err !== undefined && err !== null && !(err instanceof UpstreamRefused)) ||
    (isAnswer(res) && failures.has(res.statusCode))
  if (!isSafe || !hasFailed || attempt >= retries) return false
  if (isAnswer(res)) res.stream.destroy()
  return true
}

/** What the library hands over here, whose types say something else. */
const isAnswer = (res: unknown): res is { readonly statusCode: number; readonly stream: Readable } =>
  typeof res === 'object' && res !== null && 'statusCode' in res && 'stream' in res

/** The library wraps what has happened; its cause says it. */
function codeOf(error: Error): string {
  const { cause } = error
  const inner = cause instanceof Error ? cause : error
  return inner instanceof UpstreamRefused ? inner.name : 'code' in inner ? String(inner.code) : inner.name
}

function refusalOfUpstream(error: Error): RouteRefusal {
  const code = codeOf(error)
  if (
    code === 'UND_ERR_HEADERS_TIMEOUT' ||
    code === 'UND_ERR_BODY_TIMEOUT' ||
    code === 'UND_ERR_CONNECT_TIMEOUT'
  )
    return new RouteRefusal(504, '邻近系统没有按时回答，请稍后再试，或联系该系统的管理员')
  if (
    code === 'ECONNREFUSED' ||
    code === 'EHOSTUNREACH' ||
    code === 'ENOTFOUND' ||
    code === UpstreamRefused.name
  )
    return new RouteRefusal(502, '连不上邻近系统，请稍后再试，或联系该系统的管理员')
  if (isDistrusted(code))
    return new RouteRefusal(
      502,
      '邻近系统的证书不受信任、已过期或不是这个主机名的，没有连接；请运维人员换证书，自签的用 NODE_EXTRA_CA_CERTS 加上它的 CA',
    )
  return new RouteRefusal(502, '邻近系统的回答中断或无法识别，请稍后再试，或联系该系统的管理员')
}

function refusalOfError(ctx: Context, error: unknown): RouteRefusal {
  if (error instanceof RouteRefusal) return error
  if (error instanceof UpstreamRefused) return refusalOfUpstream(error)
  if (error instanceof AppError) {
    const isAbsent = error.errorCode === 'TOKEN' || error.errorCode === 'TOKEN_REFUSED'
    return new RouteRefusal(
      isAbsent ? 401 : error.errorCode === 'TOO_MANY' ? 429 : 403,
      isAbsent ? '请先登录锁安，再从“邻近系统”打开' : error.message,
    )
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return new RouteRefusal(status, '请求不符合要求，已拒绝')
  ctx.log.error({ err: error }, 'a request to a gateway route failed')
  return new RouteRefusal(500, '转发时出错，请稍后再试；若仍出错，请联系管理员')
}
