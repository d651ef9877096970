import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Page } from '../envelope.ts'
import type { TreeItem } from './dictionary.ts'

/** Calls of the category tree beyond the verbs (4-api.md §7.8). */
const base = '/sys/category'
const look = { methods: ['GET'] as const, access: { permission: 'system:category:list' } }
/** Names and trees for choosing are for everybody, as those of dictionaries are. */
const choose = { methods: ['GET'] as const, access: 'signedIn' as const }
const word = z.string().trim().max(100)
const id = z.string().trim().max(32)

/** A category as the lists answer it. */
export interface CategoryRow {
  id: string
  pid: string
  name: string
  code: string
  hasChild: string
}

export const categoryEndpoints = {
  rootList: defineEndpoint<Page<Record<string, unknown>>>()({
    ...look,
    path: `${base}/rootList`,
    title: '分类根节点',
    input: z.object({
      name: word.optional(),
      code: word.optional(),
      pid: id.optional(),
      pageNo: z.coerce.number().int().min(1).max(100_000).catch(1),
      pageSize: z.coerce.number().int().min(1).max(1000).catch(10),
    }),
  }),
  childList: defineEndpoint<Record<string, unknown>[]>()({
    ...look,
    path: `${base}/childList`,
    title: '下级分类',
    input: z.object({ pid: id.default('0') }),
  }),
  childListBatch: defineEndpoint<{ records: Record<string, unknown>[] }>()({
    ...look,
    path: `${base}/getChildListBatch`,
    title: '多个分类的下级',
    input: z.object({ parentIds: z.string().max(8000).default('') }),
  }),
  checkCode: defineEndpoint<null>()({
    ...look,
    path: `${base}/checkCode`,
    title: '校验分类编码',
    input: z.object({ pid: id.default('0'), code: word.default('') }),
  }),
  loadTreeRoot: defineEndpoint<TreeItem[]>()({
    ...choose,
    path: `${base}/loadTreeRoot`,
    title: '分类树根节点',
    input: z.object({
      /** false = with everything below. */
      async: z.enum(['true', 'false']).catch('true'),
      pcode: word.default('0'),
    }),
  }),
  loadTreeChildren: defineEndpoint<TreeItem[]>()({
    ...choose,
    path: `${base}/loadTreeChildren`,
    title: '分类树下级节点',
    input: z.object({ pid: id.default('') }),
  }),
  loadTreeData: defineEndpoint<TreeItem[]>()({
    ...choose,
    path: `${base}/loadTreeData`,
    title: '分类树节点',
    input: z.object({
      pid: id.default(''),
      pcode: word.default(''),
      /** JSON object text: field → what it contains. */
      condition: z.string().max(1000).default(''),
    }),
  }),
  loadOne: defineEndpoint<CategoryRow>()({
    ...choose,
    path: `${base}/loadOne`,
    title: '查询一个分类',
    input: z.object({ field: word.default(''), val: word.default('') }),
  }),
  loadDictItem: defineEndpoint<string[]>()({
    ...choose,
    path: `${base}/loadDictItem`,
    title: '分类名称',
    input: z.object({
      ids: z.string().max(8000).default(''),
      delNotExist: z.enum(['true', 'false']).catch('true'),
    }),
  }),
  // @NOTE The specification's client puts the ids into the path, the standard one only a slash (4-api.md §0.4).
  loadDictItemOf: defineEndpoint<string[]>()({
    ...choose,
    path: `${base}/loadDictItem/:inPath`,
    title: '分类名称',
    input: z.object({
      inPath: z.string().max(8000).default(''),
      ids: z.string().max(8000).default(''),
      delNotExist: z.enum(['true', 'false']).catch('true'),
    }),
  }),
  loadAllData: defineEndpoint<{ value: string; text: string; title: string; label: string }[]>()({
    ...choose,
    path: `${base}/loadAllData`,
    title: '某编码下的全部分类',
    input: z.object({ code: word.default('0') }),
  }),
} as const
