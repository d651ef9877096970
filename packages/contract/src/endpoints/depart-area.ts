import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** 部门区域, from the side of a department (3-domain.md §3.7, §6.2). */
const base = '/lodepartarea/loDepartArea'
const departId = z.string().min(1, '请选择部门').max(32)
const relType = z.coerce.number().int().min(1, '请选择关系类型').max(4, '请选择关系类型')
/** Every area that the department is to have in this relation; the areas it has now and are not here end. */
const wanted = z.object({
  departId,
  relType,
  areaIds: z.array(z.string().min(1).max(32)).max(5_000, '一次最多 5000 个区域，请分批保存'),
})

/** What a department has by one relation. `version` tells whether somebody has changed it since. */
export interface DepartAreasOfType {
  relType: number
  version: string
  relations: { id: string; areaId: string; includeChild: boolean }[]
}

export interface DepartAreas {
  departId: string
  byType: DepartAreasOfType[]
  /** Who owns which area now (属地), as far as the caller may see it. */
  owners: { areaId: string; departId: string; departName: string }[]
}

/** One area that begins or ceases to belong to the department. */
export interface AreaChange {
  areaId: string
  areaCode: string
  /** The names from the top down, `乙烯装置 / 压缩机房`. */
  place: string
  /** Locks and tickets under way there and below. */
  locks: number
  tickets: number
  /** Who answers for what from then on. */
  effect: string
  /** Why it cannot be; null where it can. */
  refusal: string | null
}

export interface DepartAreaDifference {
  /** Of what is stored now: to be sent with the save. */
  version: string
  adds: AreaChange[]
  ends: AreaChange[]
  kept: number
}

export const departAreaEndpoints = {
  queryByDepart: defineEndpoint<DepartAreas>()({
    methods: ['GET'],
    access: { permission: 'lo:departArea:list' },
    path: `${base}/queryByDepart`,
    title: '部门的区域',
    input: z.object({ departId }),
  }),
  /** What a save would change, and what stands against it; changes nothing. */
  preview: defineEndpoint<DepartAreaDifference>()({
    methods: ['POST'],
    access: { permission: 'lo:departArea:list' },
    path: `${base}/preview`,
    title: '部门区域变更预览',
    input: wanted,
  }),
  saveBatch: defineEndpoint<DepartAreaDifference>()({
    methods: ['POST'],
    access: { permission: 'lo:departArea:edit' },
    path: `${base}/saveBatch`,
    title: '保存部门区域',
    input: wanted.extend({
      /** The `version` that the caller has seen; refused when it is another by now. */
      version: z.string().max(64).optional(),
    }),
  }),
} as const
