import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Page } from '../envelope.ts'
import type { DictItem } from '../envelope.ts'

/** Dictionary calls beside the verbs (4-api.md §5.2–§5.5), the duplicate check (§7.23), logs (§7.19), tenants (§7.11). */

const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\0'), '含有不能使用的字符')
const word = line(200)
const size = z.coerce.number().int().min(1).max(10_000)
const flagText = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => String(value) === 'true')
const byCode = z.object({ dictCode: word, keyword: word.optional(), pageSize: size.optional() })
const byId = z.object({ id: line(32) })

export interface TreeItem {
  key: string
  value: string
  title: string
  leaf: boolean
  icon: string | null
  parentId: string | null
  code: string | null
  children: TreeItem[] | null
}

export const dictionaryEndpoints = {
  getDictItems: defineEndpoint<DictItem[]>()({
    title: '查询字典项',
    methods: ['GET'],
    path: '/sys/dict/getDictItems/:dictCode',
    access: 'signedIn',
    input: byCode,
  }),
  loadDict: defineEndpoint<DictItem[]>()({
    title: '搜索字典',
    methods: ['GET'],
    path: '/sys/dict/loadDict/:dictCode',
    access: 'signedIn',
    input: byCode,
  }),
  loadDictOrderByValue: defineEndpoint<DictItem[]>()({
    title: '搜索字典（按值排序）',
    methods: ['GET'],
    path: '/sys/dict/loadDictOrderByValue/:dictCode',
    access: 'signedIn',
    input: byCode,
  }),
  loadDictItem: defineEndpoint<string[]>()({
    title: '字典值翻译',
    methods: ['GET'],
    path: '/sys/dict/loadDictItem/:dictCode',
    access: 'signedIn',
    input: z.object({ dictCode: word, key: line(20_000), delNotExist: flagText.default(true) }),
  }),
  getDictText: defineEndpoint<string>()({
    title: '字典文本',
    methods: ['GET'],
    path: '/sys/dict/getDictText/:dictCode/:key',
    access: 'signedIn',
    input: z.object({ dictCode: word, key: word }),
  }),
  queryTableData: defineEndpoint<DictItem[]>()({
    title: '表字典查询',
    methods: ['GET'],
    path: '/sys/dict/queryTableData',
    access: 'signedIn',
    input: z.object({
      table: word,
      text: word,
      code: word,
      keyword: word.optional(),
      pageSize: size.default(10),
    }),
  }),
  queryAllDictItems: defineEndpoint<Record<string, DictItem[]>>()({
    title: '全部字典',
    methods: ['GET'],
    path: '/sys/dict/queryAllDictItems',
    access: 'signedIn',
    input: z.object({}),
  }),
  // @NOTE Wire keeps the specification's spelling.
  refreshCache: defineEndpoint<null>()({
    title: '刷新字典缓存',
    methods: ['GET', 'POST'],
    path: '/sys/dict/refleshCache',
    access: 'signedIn',
    input: z.object({}),
  }),
  loadTreeData: defineEndpoint<TreeItem[]>()({
    title: '树形字典',
    methods: ['GET'],
    path: '/sys/dict/loadTreeData',
    access: 'signedIn',
    input: z.object({
      pid: word.default(''),
      pidField: word,
      tableName: word,
      text: word,
      code: word,
      hasChildField: word.default(''),
      condition: line(2000).default(''),
    }),
  }),
  treeList: defineEndpoint<unknown[]>()({
    title: '字典树',
    methods: ['GET'],
    path: '/sys/dict/treeList',
    access: { permission: 'system:dict:list' },
    input: z.object({ dictName: word.optional() }),
  }),
  deleteList: defineEndpoint<unknown[]>()({
    title: '字典回收站',
    methods: ['GET'],
    path: '/sys/dict/deleteList',
    access: { permission: 'system:dict:recycle' },
    platformOnly: true,
    input: z.object({}),
  }),
  restore: defineEndpoint<null>()({
    title: '恢复字典',
    methods: ['PUT', 'POST'],
    path: '/sys/dict/back/:id',
    access: { permission: 'system:dict:recycle' },
    platformOnly: true,
    input: byId,
  }),
  purge: defineEndpoint<null>()({
    title: '彻底删除字典',
    methods: ['DELETE'],
    path: '/sys/dict/deletePhysic/:id',
    access: { permission: 'system:dict:recycle' },
    platformOnly: true,
    input: byId,
  }),
  checkItem: defineEndpoint<null>()({
    title: '字典项查重',
    methods: ['GET'],
    path: '/sys/dictItem/dictItemCheck',
    access: { permission: 'system:dict:item:list' },
    input: z.object({ dictId: word, itemValue: word.default(''), id: word.optional() }),
  }),
} as const

const duplicateInput = z.object({
  tableName: word,
  fieldName: word,
  fieldVal: line(1000).default(''),
  dataId: word.optional(),
})
export const duplicateEndpoints = {
  check: defineEndpoint<null>()({
    title: '重复校验',
    methods: ['GET'],
    path: '/sys/duplicate/check',
    access: 'signedIn',
    input: duplicateInput,
  }),
  checkDelFlag: defineEndpoint<null>()({
    title: '重复校验（含已删除）',
    methods: ['GET'],
    path: '/sys/duplicate/checkDelFlag',
    access: 'signedIn',
    input: duplicateInput,
  }),
} as const

export const logEndpoints = {
  versions: defineEndpoint<unknown[]>()({
    title: '数据版本',
    methods: ['GET'],
    path: '/sys/dataLog/queryDataVerList',
    access: { permission: 'system:dataLog:list' },
    input: z.object({ dataTable: word, dataId: word }),
  }),
  compare: defineEndpoint<unknown[]>()({
    title: '数据版本比较',
    methods: ['GET'],
    path: '/sys/dataLog/queryCompareList',
    access: { permission: 'system:dataLog:list' },
    input: z.object({ dataId1: word, dataId2: word }),
  }),
} as const

/** Somebody who belongs to a tenant. `isHome`: the account was made there and stays there. */
export interface TenantMember {
  readonly id: string
  readonly username: string
  readonly realname: string
  readonly phone: string | null
  readonly isFrozen: boolean
  readonly isHome: boolean
  readonly isAdmin: boolean
}

/** What the administrator of a tenant signs in with; the password is told in this answer only. */
export interface TenantAdmin {
  readonly tenantId: number
  readonly adminUsername: string
  readonly password: string
}

const members = {
  methods: ['POST'],
  access: { permission: 'system:tenant:edit' },
  platformOnly: true,
} as const
const tenantId = z.coerce.number().int().min(1, '请选择租户').max(2_000_000_000)
const manyIds = z.union([line(70_000), z.array(line(64)).max(200, '一次最多处理 200 人，请分批操作')])

export const tenantEndpoints = {
  /** The engine's `add`, with the administrator of the tenant: his name may be given, his password is made here. */
  add: defineEndpoint<TenantAdmin>()({
    // The title of the resource, as the other verbs have it.
    title: '租户',
    methods: ['POST'],
    path: '/sys/tenant/add',
    access: { permission: 'system:tenant:add' },
    platformOnly: true,
    input: z.looseObject({
      adminUsername: line(100).nullish(),
      adminRealname: line(100).nullish(),
      departName: line(100).nullish(),
    }),
  }),
  /** For whoever lost what he signed in with for the first time: nobody inside the tenant may be able to help him. */
  resetAdmin: defineEndpoint<TenantAdmin>()({
    title: '重置租户管理员密码',
    path: '/sys/tenant/resetAdminPassword',
    input: z.object({ id: tenantId }),
    ...members,
  }),
  members: defineEndpoint<Page<TenantMember>>()({
    title: '租户的用户',
    methods: ['GET'],
    path: '/sys/tenant/getTenantUserList',
    access: { permission: 'system:tenant:list' },
    platformOnly: true,
    input: z.object({
      tenantId,
      username: line(100).optional(),
      pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).catch(10).default(10),
    }),
  }),
  addMembers: defineEndpoint<null>()({
    title: '将用户加入租户',
    path: '/sys/tenant/addTenantUsers',
    input: z.object({ tenantId, userIdList: manyIds }),
    ...members,
  }),
  removeMembers: defineEndpoint<null>()({
    title: '将用户移出租户',
    path: '/sys/tenant/removeTenantUsers',
    input: z.object({ tenantId, userIds: manyIds }),
    ...members,
  }),
  queryList: defineEndpoint<{ id: number; name: string }[]>()({
    title: '可选租户',
    methods: ['GET'],
    path: '/sys/tenant/queryList',
    access: { permission: 'system:tenant:list' },
    input: z.object({ ids: line(2000).optional() }),
  }),
} as const
