import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** The energy map (3-domain.md §3.2 LoEnergyNode/LoEnergyEdge, §3.7, §8.1 M2). */
const base = '/loenergy/loEnergy'
const id = z.string().min(1).max(32)
const text = (max: number) => z.string().trim().max(max).nullish()

const nodeSchema = z.object({
  id,
  code: z
    .string()
    .trim()
    .min(1, '节点编号不能为空')
    .max(32)
    .regex(/^[A-Z0-9_-]+$/, '节点编号只能用大写字母、数字和 _ -'),
  name: text(100),
  type: z.enum(['SOURCE', 'EQUIP', 'ZONE', 'JUNC']),
  energyType: text(16),
  magnitude: text(50),
  hazard: text(50),
  equipId: text(32),
  x: z.number().int().min(-100_000).max(100_000).nullish(),
  y: z.number().int().min(-100_000).max(100_000).nullish(),
})
const edgeSchema = z.object({
  id,
  fromId: id,
  toId: id,
  directed: z.boolean(),
  pointId: text(32),
  normalOpen: z.boolean(),
  weight: z.number().int().min(1, '隔离代价须为 1 至 1000 的整数').max(1000),
})

export type MapNode = z.output<typeof nodeSchema>
export type MapEdge = z.output<typeof edgeSchema>

export interface EnergyMap {
  nodes: MapNode[]
  /** With the point's tag number and name, to be shown. */
  edges: (MapEdge & { pointCode: string | null; pointName: string | null })[]
  /** Names this state of the map; a save names the one it started from. */
  version: string
}

/** Which sources reach the zone with the points closed, and by which ways. */
export interface ReachAnswer {
  isolated: boolean
  sources: { sourceId: string; sourceCode: string; path: string; edgeIds: string[] }[]
  /** Lines on the ways of more than one source. */
  sharedEdgeIds: string[]
}

export interface PointName {
  pointId: string
  pointCode: string
  pointName: string
}

export interface MinCutAnswer {
  /** False when some way holds no point: nothing can isolate the zone. */
  possible: boolean
  /** Cheapest set from nothing. */
  cheapest: PointName[]
  weight: number
  /** What is still to be closed beside `closedPointIds`; empty when they isolate already. */
  missing: PointName[]
}

const question = z.object({
  zoneId: id,
  closedPointIds: z.array(id).max(5_000, '隔离点过多').default([]),
})

export const energyEndpoints = {
  map: defineEndpoint<EnergyMap>()({
    methods: ['GET'],
    access: { permission: 'lo:energyNode:list' },
    path: `${base}/map`,
    title: '能量图',
    input: z.object({}),
  }),
  saveMap: defineEndpoint<{ version: string }>()({
    methods: ['POST'],
    access: { permission: 'lo:energyNode:edit' },
    path: `${base}/saveMap`,
    title: '保存能量图',
    input: z.object({
      version: z.string().max(64),
      nodes: z.array(nodeSchema).max(5_000, '节点不能超过 5000 个'),
      edges: z.array(edgeSchema).max(10_000, '连接不能超过 10000 条'),
    }),
  }),
  reach: defineEndpoint<ReachAnswer>()({
    methods: ['POST'],
    access: { permission: 'lo:energy:reach' },
    path: `${base}/reach`,
    title: '能量可达分析',
    input: question,
  }),
  minCut: defineEndpoint<MinCutAnswer>()({
    methods: ['POST'],
    access: { permission: 'lo:energy:minCut' },
    path: `${base}/minCut`,
    title: '最小隔离方案',
    input: question,
  }),
} as const
