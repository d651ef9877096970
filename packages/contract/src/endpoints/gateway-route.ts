import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { RouteCondition, RouteFilter } from '../gateway-route.ts'

/** Calls of gateway routes beside the verbs (4-api.md §7.18), and those of the people who use what they lead to. */

/** What this node last heard of an upstream. */
export interface UpstreamHealth {
  state: 'up' | 'down' | 'unknown'
  /** Chinese; what was heard. */
  text: string
  /** Wire time; null before the first look. */
  checkedAt: string | null
}

export interface GatewayRouteRow {
  id: string
  routerId: string
  name: string
  uri: string
  predicates: RouteCondition[]
  filters: RouteFilter[]
  retryable: number
  stripPrefix: number
  persistable: number
  showApi: number
  status: number
  revision: number
  createBy: string | null
  createTime: string | null
  updateBy: string | null
  updateTime: string | null
  health: UpstreamHealth
}

/** A neighbouring system that the caller may open. */
export interface NeighbourSystem {
  routerId: string
  name: string
  /** Where it begins, e.g. `/video/`. */
  path: string
  health: UpstreamHealth['state']
}

const list = { permission: 'system:gatewayRoute:list' } as const
const use = { permission: 'system:neighbour:use' } as const

export const gatewayRouteEndpoints = {
  /** A bare array, not a page (4-api.md §A.10 line 14). */
  list: defineEndpoint<GatewayRouteRow[]>()({
    title: '网关路由列表',
    methods: ['GET'],
    path: '/sys/gatewayRoute/list',
    access: list,
    platformOnly: true,
    input: z.object({}),
  }),
  /** Adds the route, or changes the one of its id. Conditions and filters may come as JSON text. */
  updateAll: defineEndpoint<null>()({
    title: '保存网关路由',
    methods: ['POST'],
    path: '/sys/gatewayRoute/updateAll',
    access: { permission: 'system:gatewayRoute:edit' },
    platformOnly: true,
    input: z.object({
      router: z.looseObject(
        { id: z.string().max(64).nullish() },
        '请把路由放在 router 中，例如 {"router":{"routerId":"video"}}',
      ),
    }),
  }),
  /** Every node reads the routes anew and forgets what it has counted. */
  clearRedis: defineEndpoint<null>()({
    title: '刷新网关路由',
    methods: ['GET'],
    path: '/sys/gatewayRoute/clearRedis',
    access: { permission: 'system:gatewayRoute:clear' },
    platformOnly: true,
    input: z.object({}),
  }),
  /** Whether routes are served here, from which address, and where they may lead. */
  state: defineEndpoint<{ url: string | null; hosts: string[] }>()({
    title: '路由网关的运行情况',
    methods: ['GET'],
    path: '/sys/gatewayRoute/state',
    access: list,
    platformOnly: true,
    input: z.object({}),
  }),
  neighbours: defineEndpoint<{ url: string | null; systems: NeighbourSystem[] }>()({
    title: '使用邻近系统',
    methods: ['GET'],
    path: '/sys/gatewayRoute/neighbours',
    access: use,
    input: z.object({}),
  }),
  /** An address that opens `path` of a neighbouring system within a minute, in the session of the caller. */
  enter: defineEndpoint<{ url: string }>()({
    title: '进入邻近系统',
    methods: ['POST'],
    path: '/sys/gatewayRoute/enter',
    access: use,
    input: z.object({
      path: z
        .string()
        .max(1000)
        .regex(/^\/[A-Za-z0-9][^\\\s]*$/, '地址要以 / 开头，例如 /video/'),
    }),
  }),
} as const
