import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import type { HttpTrace } from '@suoan/contract'
import { actorOf } from '../http/access.ts'

const MOST_TRACES = 100

interface Count {
  count: number
  totalMs: number
  maxMs: number
  errors: number
}
const noCount = (): Count => ({ count: 0, totalMs: 0, maxMs: 0, errors: 0 })

/** What this server has answered since it started. */
export interface RequestCounts {
  /** Of every path. */
  readonly all: Readonly<Count>
  /** Of the calls below the API base. */
  readonly api: Readonly<Count>
  /** Answers that sent the caller away because there was too much (429, 503). */
  readonly rejected: number
  readonly bytesSent: number
  readonly openConnections: number
  /** Newest first, redacted, at most a hundred. */
  readonly traces: readonly HttpTrace[]
}

const watches = new WeakMap<FastifyInstance, RequestCounts>()

/** The counts of a server; nothing is counted before it is asked for, so it is asked for before it listens. */
export function watchRequests(app: FastifyInstance, apiBase: string): RequestCounts {
  const known = watches.get(app)
  if (known) return known
  const all = noCount()
  const api = noCount()
  const sockets = new Set<Socket>()
  /** A ring: the next place to write. */
  const ring: HttpTrace[] = []
  let next = 0
  let rejected = 0
  let closedBytes = 0
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      closedBytes += socket.bytesWritten
      sockets.delete(socket)
    })
  })
  app.addHook('onResponse', (request, reply, done) => {
    const ms = reply.elapsedTime
    const isError = reply.statusCode >= 500
    add(all, ms, isError)
    const path = pathOf(request)
    if (path.startsWith(`${apiBase}/`)) add(api, ms, isError)
    if (reply.statusCode === 429 || reply.statusCode === 503) rejected += 1
    // The page itself, and what a browser asks before a call, are left out (5-screens.md §8.4); so are the parts of the
    // console, of which one page brings dozens, unless one is missing.
    const isPart = path.startsWith('/assets/') && reply.statusCode < 400
    if (request.method !== 'OPTIONS' && !path.endsWith('/actuator/httptrace') && !isPart) {
      ring[next] = traceOf(request, path, ms, reply.statusCode)
      next = (next + 1) % MOST_TRACES
    }
    done()
  })
  const counts: RequestCounts = {
    all,
    api,
    get rejected() {
      return rejected
    },
    get bytesSent() {
      let open = 0
      for (const socket of sockets) open += socket.bytesWritten
      return closedBytes + open
    },
    get openConnections() {
      return sockets.size
    },
    get traces() {
      return [...ring.slice(next), ...ring.slice(0, next)].toReversed()
    },
  }
  watches.set(app, counts)
  return counts
}

function add(count: Count, ms: number, isError: boolean): void {
  count.count += 1
  count.totalMs += ms
  if (ms > count.maxMs) count.maxMs = ms
  if (isError) count.errors += 1
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? url

/**
 * What is kept of a call (design/security.md V22): method, address without the query, status, time and who. Headers and
 * bodies are never read; parts of a path that are secrets (tickets, tokens) are replaced by their names.
 */
function traceOf(request: FastifyRequest, path: string, ms: number, status: number): HttpTrace {
  return {
    timestamp: new Date(Date.now() - ms).toISOString(),
    timeTaken: Math.round(ms),
    request: {
      method: request.method,
      uri: `${request.protocol}://${request.host}${withoutSecrets(path, request.routeOptions.url)}`.slice(
        0,
        500,
      ),
      remoteAddress: request.ip,
    },
    response: { status },
    principal: actorOf(request).username || null,
  }
}

/** Named parts of a route whose value opens something. */
const secretPart = /token|ticket|secret|code|key|captcha|sign/i

/** The path with such parts by name, and whatever looks like a token anywhere. */
export function withoutSecrets(path: string, route: string | undefined): string {
  const named = route?.split('/') ?? []
  return path
    .split('/')
    .map((part, index) => {
      const name = named[index]
      if (name?.startsWith(':') && secretPart.test(name)) return `{${name.slice(1)}}`
      return /^[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}$|^[\w-]{40,}$/.test(part) ? '{…}' : part
    })
    .join('/')
}
