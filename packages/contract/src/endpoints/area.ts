import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** Calls of the area tree beyond the verbs (3-domain.md §3.7). */
const base = '/loarea/loArea'
const look = { methods: ['GET'] as const, access: { permission: 'lo:area:list' } }

export interface AreaNode {
  key: string
  value: string
  title: string
  areaCode: string
  riskLevel: number | null
  lockTotal: number
  openTotal: number
  warnTotal: number
  isLeaf: boolean
  children?: AreaNode[]
}

export const areaEndpoints = {
  queryTreeList: defineEndpoint<AreaNode[]>()({
    ...look,
    path: `${base}/queryTreeList`,
    title: '区域树',
    input: z.object({
      departId: z.string().max(32).optional(),
      keyword: z.string().trim().max(100).optional(),
      /** `1` adds the numbers of locks, open locks and open warnings below each area. */
      withCount: z.enum(['0', '1']).default('0'),
    }),
  }),
  queryChildren: defineEndpoint<(Record<string, unknown> & { hasChildren: boolean })[]>()({
    ...look,
    path: `${base}/queryChildren`,
    title: '下级区域',
    input: z.object({ pid: z.string().max(32).default('0') }),
  }),
  move: defineEndpoint<null>()({
    methods: ['POST'],
    access: { permission: 'lo:area:edit' },
    path: `${base}/move`,
    title: '移动区域',
    input: z.object({
      id: z.string().min(1, '请选择区域').max(32),
      newPid: z.string().max(32).default('0'),
      /** Place among the new siblings, from 0; at the end unless given. */
      position: z.coerce.number().int().min(0).optional(),
    }),
  }),
} as const
