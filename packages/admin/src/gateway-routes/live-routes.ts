import {
  gatewayRoute,
  isListed,
  readConditions,
  readFilters,
  readUpstream,
  type NeighbourSystem,
  type UpstreamHealth,
  type UpstreamPlace,
} from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Actor, Context } from '@suoan/platform/context'
import type { Dispatcher } from 'undici'
import type { Asked } from './asked.ts'
import { compileConditions, type Conditions } from './conditions.ts'
import { createBreaker, createBuckets, type Breaker } from './limits.ts'
import { settingsOf, type RouteSettings } from './settings.ts'
import { isDistrusted, refusalOf } from './upstream.ts'

/** A route in service on this node, with what it has counted. */
export interface LiveRoute {
  readonly id: string
  readonly revision: number
  readonly routerId: string
  readonly name: string
  readonly place: UpstreamPlace
  readonly conditions: Conditions
  readonly settings: RouteSettings
  readonly breaker: Breaker | null
  readonly mayPass: ((key: string, now: number) => boolean) | null
  /** Where it begins, for people: the first of its paths without what stands for any segment. */
  readonly begins: string
  /** Requests that are under way. */
  inFlight: number
  /** The same of each person; nobody stands here who has none. */
  readonly held: Map<string, number>
  /** What is connected by it beyond one answer: ended when the route is. */
  readonly open: Set<() => void>
  health: { readonly state: UpstreamHealth['state']; readonly text: string; readonly at: number | null }
}

interface StoredRoute {
  readonly id: string
  readonly revision: number
  readonly routerId: string
  readonly name: string
  readonly uri: string
  readonly predicates: unknown
  readonly filters: unknown
  readonly stripPrefix: number | null
  readonly retryable: number | null
}

/** What can be made of a stored row: everything it takes to serve it, or why it cannot be served (Chinese). */
export function readRoute(
  row: Pick<StoredRoute, 'uri' | 'predicates' | 'filters' | 'stripPrefix' | 'retryable'>,
):
  | {
      readonly ok: true
      readonly place: UpstreamPlace
      readonly conditions: Conditions
      readonly settings: RouteSettings
      readonly begins: string
    }
  | { readonly ok: false; readonly reason: string } {
  const place = readUpstream(row.uri)
  if (!place.ok) return place
  const read = readConditions(row.predicates)
  if (!read.ok) return read
  const conditions = compileConditions(read.value)
  if (typeof conditions === 'string') return { ok: false, reason: conditions }
  const filters = readFilters(row.filters)
  if (!filters.ok) return filters
  const settings = settingsOf(filters.value, {
    stripPrefix: row.stripPrefix ?? 0,
    retryable: row.retryable ?? 0,
  })
  if (typeof settings === 'string') return { ok: false, reason: settings }
  const first = read.value.filter(isListed).find(({ name }) => name === 'Path')?.args[0] ?? '/'
  const begins = first.replace(/\/(?:\*|\{).*$/, '/')
  return { ok: true, place: place.value, conditions, settings, begins }
}

const CHECK_MS = 5_000

/** The routes of one node. */
export interface LiveRoutes {
  /** The route for a request: the one whose path is closest; of a weighted group the one that falls to this session. */
  find(asked: Asked, sessionId: string): LiveRoute | null
  readonly all: readonly LiveRoute[]
  /** Reads the stored routes anew; one that did not change keeps what it has counted. */
  reload(): Promise<void>
  /** Forgets what was counted, and reads anew. */
  clear(): Promise<void>
  /** Asks the upstreams whose time has come. */
  checkHealth(agent: Dispatcher): Promise<void>
  healthOf(id: string): UpstreamHealth
  /** What a caller may open. */
  systemsFor(actor: Actor): NeighbourSystem[]
  /** Where browsers reach them; null while nothing listens. */
  url: string | null
  /** The ports of this server. */
  ownPorts: readonly number[]
}

const known = new WeakMap<Context, LiveRoutes>()

/** The routes of this server; made when they are first asked for. */
export function liveRoutesOf(ctx: Context): LiveRoutes {
  const found = known.get(ctx) ?? createLiveRoutes(ctx)
  known.set(ctx, found)
  return found
}

function createLiveRoutes(ctx: Context): LiveRoutes {
  let routes: readonly LiveRoute[] = []
  let isCleared = false
  let running: Promise<void> | null = null
  let isAskedAgain = false

  const read = async (): Promise<void> => {
    const { rows } = await sql<StoredRoute>`
      select id, revision, router_id, name, uri, predicates, filters, strip_prefix, retryable
      from sys_gateway_route where status = 1 and del_flag = 0 order by router_id`.execute(ctx.db)
    const before = isCleared ? [] : routes
    isCleared = false
    const after = rows.flatMap((row) => {
      const same = before.find(({ id, revision }) => id === row.id && revision === row.revision)
      return same ? [same] : liveOf(ctx, row, live.ownPorts)
    })
    const gone = routes.filter((route) => !after.includes(route))
    routes = after
    for (const route of gone) for (const end of route.open) end()
  }
  const reload = (): Promise<void> => {
    if (running) {
      isAskedAgain = true
      return running
    }
    running = (async () => {
      try {
        do {
          isAskedAgain = false
          await read()
        } while (isAskedAgain)
      } finally {
        running = null
      }
    })()
    return running
  }

  const live: LiveRoutes = {
    url: null,
    ownPorts: [ctx.config.port, ctx.config.gatewayRoutePort ?? 0],
    get all() {
      return routes
    },
    find(asked, sessionId) {
      const fitting = routes
        .flatMap((route) => {
          const closeness = route.conditions.match(asked)
          return closeness === null ? [] : [{ route, closeness }]
        })
        .toSorted((one, other) => other.closeness - one.closeness)
      const [best] = fitting
      if (!best) return null
      const { weight } = best.route.conditions
      if (!weight) return best.route
      const group = fitting
        .filter(
          ({ route, closeness }) =>
            route.conditions.weight?.group === weight.group && closeness === best.closeness,
        )
        .map(({ route }) => route)
      return shareOf(group, `${weight.group} ${sessionId}`)
    },
    reload,
    async clear() {
      isCleared = true
      await reload()
    },
    async checkHealth(agent) {
      const now = ctx.clock.now()
      const due = routes.filter(
        ({ health, settings }) =>
          health.at === null || Math.abs(now - health.at) >= settings.health.seconds * 1000,
      )
      await Promise.all(
        due.map(async (route) => {
          const { state, text } = await askUpstream(agent, route)
          route.health = { state, text, at: ctx.clock.now() }
        }),
      )
    },
    healthOf(id) {
      const health = routes.find((route) => route.id === id)?.health
      return health === undefined || health.at === null
        ? { state: 'unknown', text: '尚未检查', checkedAt: null }
        : { state: health.state, text: health.text, checkedAt: shanghaiTime(health.at) }
    },
    systemsFor: (actor) =>
      routes
        .filter((route) => refusalFor(route, actor) === null)
        .map(({ routerId, name, begins, health }) => ({
          routerId,
          name,
          path: begins,
          health: health.state,
        })),
  }
  return live
}

/** Why this person may not use a route (Chinese); null where he may. */
export function refusalFor({ settings }: Pick<LiveRoute, 'settings'>, actor: Actor): string | null {
  if (!actor.permissions.has('system:neighbour:use')) return '您没有使用邻近系统的权限，请联系管理员授权'
  if (settings.tenants !== null && !settings.tenants.includes(actor.tenantId))
    return '当前租户不能使用这个系统，请联系平台管理员'
  if (!settings.permissions.every((code) => actor.permissions.has(code)))
    return '您没有使用这个系统的权限，请联系管理员授权'
  return null
}

function liveOf(ctx: Context, row: StoredRoute, ownPorts: readonly number[]): LiveRoute[] {
  const route = readRoute(row)
  const refusal = route.ok ? refusalOf(ctx.config, route.place, ownPorts) : route.reason
  if (!route.ok || refusal !== null) {
    ctx.log.warn(
      { route: row.routerId, reason: refusal, resource: gatewayRoute.name },
      'a gateway route is not served',
    )
    return []
  }
  const { settings } = route
  return [
    {
      ...route,
      id: row.id,
      revision: row.revision,
      routerId: row.routerId,
      name: row.name,
      breaker: settings.breaker && createBreaker(settings.breaker),
      mayPass: settings.rate && createBuckets(settings.rate),
      inFlight: 0,
      held: new Map(),
      open: new Set(),
      health: { state: 'unknown', text: '', at: null },
    },
  ]
}

/**
 * By a fingerprint of the session and not by chance: an upstream that keeps its own sessions sees one person always, and a
 * route that is down leaves its share to the others.
 */
function shareOf(group: readonly LiveRoute[], name: string): LiveRoute | null {
  const alive = group.filter(({ health }) => health.state !== 'down')
  const usable = alive.length > 0 ? alive : group
  const share = (route: LiveRoute): number => route.conditions.weight?.share ?? 0
  const total = usable.reduce((sum, route) => sum + share(route), 0)
  let left = total === 0 ? 0 : createHash('sha256').update(name).digest().readUInt32BE() % total
  for (const route of usable) {
    if (left < share(route)) return route
    left -= share(route)
  }
  return usable[0] ?? null
}

async function askUpstream(
  agent: Dispatcher,
  { place, settings }: LiveRoute,
): Promise<{ state: 'up' | 'down'; text: string }> {
  try {
    const { statusCode, body } = await agent.request({
      origin: place.origin,
      path: settings.health.path,
      method: 'GET',
      headersTimeout: CHECK_MS,
      bodyTimeout: CHECK_MS,
      signal: AbortSignal.timeout(CHECK_MS * 2),
    })
    await body.dump({ limit: 65_536 })
    return statusCode < 500
      ? { state: 'up', text: `回答正常（${statusCode}）` }
      : { state: 'down', text: `上游回答 ${statusCode}` }
  } catch (error) {
    // Whatever an upstream does, it is the upstream that is down, not this server.
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const distrust = isDistrusted(code) ? '证书不受信任、已过期或主机名不符' : null
    return { state: 'down', text: whyDown[code] ?? distrust ?? '连接不上或回答不是 HTTP' }
  }
}

const whyDown: Readonly<Record<string, string>> = {
  ECONNREFUSED: '端口没有服务',
  UND_ERR_CONNECT_TIMEOUT: '连接超时',
  UND_ERR_HEADERS_TIMEOUT: '没有按时回答',
}
