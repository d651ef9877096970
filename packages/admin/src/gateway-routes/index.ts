import {
  gatewayRoute,
  gatewayRouteEndpoints as endpoints,
  isListed,
  readConditions,
  readFilters,
  routeStatus,
  shadowedBy,
  type GatewayRouteRow,
} from '@suoan/contract'
import { everything } from '@suoan/kit/filter'
import type { FastifyRequest } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import type { Actor, Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { actorOf } from '@suoan/platform/http/access'
import { answered, type Feature } from '@suoan/platform/http/route'
import { issueTicket } from '@suoan/platform/http/ticket'
import {
  addRow,
  checkedDraft,
  compile,
  defineHooks,
  editRow,
  mountResource,
  originOf,
  recordAudit,
  resourceStore,
  type MountedResource,
  type RowRecord,
} from '@suoan/platform/resource'
import { scopeFor } from '@suoan/platform/resource/scope'
import { ENTER } from './entry.ts'
import { liveRoutesOf, readRoute } from './live-routes.ts'
import { refusalOf } from './upstream.ts'

export { startRouteServer, type RouteServer } from './route-server.ts'

/** More than anybody has: the list is no page. */
const MOST_ROUTES = 1_000

/** 路由网关 (4-api.md §7.18): the routes as they are stored; `route-server.ts` serves them. */
export const gatewayRoutes: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, gatewayRoute, hooks)
  const mounted: MountedResource = {
    ctx,
    resource: gatewayRoute,
    compiled: compile(gatewayRoute),
    store: resourceStore(gatewayRoute),
    hooks,
  }
  bind(endpoints.list, async ({ actor }) => {
    const scope = await scopeFor(ctx, actor, gatewayRoute)
    const rows = await mounted.store.list(ctx.pool, scope, everything, { limit: MOST_ROUTES })
    const live = liveRoutesOf(ctx)
    // Rows of the store are wire rows of their description.
    return rows.map(
      (row) => ({ ...row, health: live.healthOf(String(row['id'])) }) as unknown as GatewayRouteRow,
    )
  })
  bind(endpoints.updateAll, async ({ input: { router }, request }) => {
    if (router.id) await editRow(mounted, request, router)
    else await addRoute(mounted, router, request)
    return answered(null, '操作成功！')
  })
  bind(endpoints.clearRedis, async ({ actor, request }) => {
    await inTransaction(ctx, async (tx, emit) => {
      await recordAudit(tx, {
        actor,
        content: '网关路由：刷新，各节点重新读取路由并清空限流、熔断与健康检查的记录',
        operateType: 3,
        origin: originOf(request),
        now: ctx.clock.now(),
      })
      emit('resource.changed', { resource: gatewayRoute.name, tenantId: 0, ids: [] })
    })
    return answered(null, '清除成功！')
  })
  bind(endpoints.state, async () => ({
    url: liveRoutesOf(ctx).url,
    hosts: ctx.config.gatewayRouteHosts.map(({ host, port }) =>
      port === undefined ? host : `${host}:${port}`,
    ),
  }))
  bind(endpoints.neighbours, async ({ actor }) => {
    const live = liveRoutesOf(ctx)
    return { url: live.url, systems: live.url === null ? [] : live.systemsFor(actor) }
  })
  bind(endpoints.enter, async ({ input: { path }, actor, request }) => ({
    url: await addressToEnter(ctx, path, actor, request),
  }))
}

async function addressToEnter(
  ctx: Context,
  path: string,
  actor: Actor,
  request: FastifyRequest,
): Promise<string> {
  const { url } = liveRoutesOf(ctx)
  if (url === null)
    throw fail('REFUSED', {
      detail: '路由网关没有启用，请运维人员在配置 GATEWAY_ROUTE_PORT 中填写端口后重新启动',
    })
  const { ticket } = await issueTicket(ctx, actor, request, ENTER)
  return `${url}${ENTER}?${new URLSearchParams({ ticket, to: path }).toString()}`
}

/** As the verb `add`, which has a right of its own. */
async function addRoute(mounted: MountedResource, router: RowRecord, request: FastifyRequest): Promise<void> {
  const { ctx, resource } = mounted
  const actor = actorOf(request)
  const scope = await scopeFor(ctx, actor, resource, 'add')
  // Clients of the family send the id of a new row empty.
  const { id: _, ...input } = router
  const { values } = checkedDraft(resource, input, 'add')
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const row = await addRow(mounted, values, { tx, ctx, actor, scope, now, input, emit })
    await recordAudit(
      tx,
      {
        actor,
        content: `${resource.title}：添加 ${String(row['name'])}`,
        operateType: 2,
        origin: originOf(request),
        now,
      },
      [{ resource, before: null, after: row }],
    )
  })
}

/** What is stored is what was understood; a route in service leads where it may, and stands in nobody's way. */
function completed(ctx: Context, route: RowRecord): RowRecord {
  const conditions = readConditions(route['predicates'])
  if (!conditions.ok) throw fail('REFUSED', { detail: conditions.reason })
  const filters = readFilters(route['filters'])
  if (!filters.ok) throw fail('REFUSED', { detail: filters.reason })
  const read = readRoute({
    uri: String(route['uri'] ?? ''),
    predicates: conditions.value,
    filters: filters.value,
    stripPrefix: Number(route['stripPrefix'] ?? 0),
    retryable: Number(route['retryable'] ?? 0),
  })
  if (!read.ok) throw fail('REFUSED', { detail: read.reason })
  const paths = conditions.value.filter(isListed).filter(({ name }) => name === 'Path')
  for (const path of paths.flatMap(({ args }) => args)) {
    const shadowed = shadowedBy(path, ctx.config.apiBase)
    if (shadowed !== null) throw fail('REFUSED', { detail: shadowed })
  }
  if (route['status'] !== routeStatus.off) {
    const refusal = refusalOf(ctx.config, read.place, liveRoutesOf(ctx).ownPorts)
    if (refusal !== null) throw fail('REFUSED', { detail: `${refusal}；也可以先把路由状态设为禁用再保存` })
  }
  return { uri: read.place.origin, predicates: conditions.value, filters: filters.value }
}

const hooks = defineHooks(gatewayRoute, {
  beforeAdd(draft, { ctx }) {
    Object.assign(draft, completed(ctx, draft))
  },
  beforeEdit(draft, before, { ctx }) {
    const stored = completed(ctx, { ...before, ...draft })
    for (const [name, value] of Object.entries(stored)) {
      // The database keeps the parts of a JSON value in an order of its own.
      if (isDeepStrictEqual(before[name], value)) Reflect.deleteProperty(draft, name)
      else Object.assign(draft, { [name]: value })
    }
  },
})
