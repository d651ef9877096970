import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { shellRoutes } from './shell-routes.ts'

/** Saved views of lists (5-screens.md §4): what is asked, which columns in which order, under a name. */

/** Names of a person for one list, at most. */
export const mostListViews = 100
/** A view as JSON, bytes at most. */
export const mostListViewBytes = 20_480

const clean = (max: number) =>
  z
    .string()
    .max(max, `内容过长，最多 ${max} 个字符`)
    .refine((value) => !value.includes('\0'), '内容含有不能使用的字符')
const id = clean(32).min(1, '缺少视图编号')
const page = clean(200).regex(/^\/[^\s?#]*$/, '页面地址不正确')
const resource = clean(64).regex(/^[A-Za-z]\w*$/, '列表名称不正确')
const field = clean(80).regex(/^[A-Za-z]\w*$/, '字段名称不正确')
const name = clean(200)
  .transform((value) => value.trim())
  .refine((value) => value !== '', '视图名称不能为空')
  .refine((value) => [...value].length <= 50, '视图名称最多 50 个字')
  .refine((value) => !/\p{Cc}/u.test(value), '视图名称不能含有换行和控制字符')

/** What a view keeps. Fields may have gone since: whoever opens it is told which conditions and columns are not used. */
const body = z
  .strictObject({
    /** Of the query form, as typed; `x_begin` and `x_end` for a range. */
    filters: z.record(field, clean(2_000)),
    rules: z.array(z.strictObject({ field, rule: clean(20), val: clean(10_000) })).max(100),
    match: z.enum(['and', 'or']),
    column: field.nullable(),
    order: z.enum(['asc', 'desc']).nullable(),
    /** Columns in their order, and those that stay at an edge; null = those of the reader. */
    columns: z
      .strictObject({
        shown: z.array(field).min(1).max(200),
        pins: z.record(field, z.enum(['left', 'right'])),
      })
      .nullable(),
    /** How high the rows are; null = as the reader likes. */
    density: z.enum(['wide', 'middle', 'small']).nullable(),
  })
  .refine(
    (value) => new TextEncoder().encode(JSON.stringify(value)).length <= mostListViewBytes,
    '视图内容超过 20 kB，请减少条件后再保存',
  )

export type ListViewBody = z.output<typeof body>

/** A role or department that a view is shared with. */
export interface ListViewAudience {
  readonly kind: 'role' | 'depart'
  readonly id: string
  readonly name: string
}

export interface ListViewEntry {
  readonly id: string
  readonly name: string
  /** His to overwrite, rename and share; one that others share is his to read alone. */
  readonly isOwn: boolean
  /** Whoever made it, by name. */
  readonly owner: string
  readonly isDefault: boolean
  readonly audiences: readonly ListViewAudience[]
}

export interface ListViewContent {
  readonly id: string
  readonly name: string
  readonly page: string
  readonly body: ListViewBody
  /** Fields that the reader is not given: taken out of `body`. */
  readonly withheld: readonly string[]
}

/** The view that a list of a person opens with. */
export interface DefaultListView {
  readonly page: string
  readonly resource: string
  readonly id: string
}

const share = { permission: 'system:listView:share' } as const

export const listViewEndpoints = {
  list: defineEndpoint<ListViewEntry[]>()({
    title: '列表的视图',
    methods: ['GET'],
    path: '/sys/listView/list',
    access: 'signedIn',
    input: z.object({ page, resource }),
  }),
  find: defineEndpoint<ListViewContent>()({
    ...shellRoutes.openListView,
    input: z.object({ id }),
  }),
  /** The default view of every list that has one. */
  defaults: defineEndpoint<DefaultListView[]>()({
    ...shellRoutes.defaultListViews,
    input: z.object({}),
  }),
  /** Under a name that is taken only with `overwrite`; the answer is the view's id. */
  save: defineEndpoint<string>()({
    title: '保存视图',
    methods: ['POST'],
    path: '/sys/listView/add',
    access: 'signedIn',
    input: z.object({ page, resource, name, body, overwrite: z.boolean().default(false) }),
  }),
  rename: defineEndpoint<null>()({
    title: '重命名视图',
    methods: ['PUT'],
    path: '/sys/listView/rename',
    access: 'signedIn',
    input: z.object({ id, name }),
  }),
  remove: defineEndpoint<null>()({
    title: '删除视图',
    methods: ['DELETE'],
    path: '/sys/listView/delete',
    access: 'signedIn',
    input: z.object({ id }),
  }),
  /** `id: ''` = none. */
  chooseDefault: defineEndpoint<null>()({
    title: '设置默认视图',
    methods: ['PUT'],
    path: '/sys/listView/default',
    access: 'signedIn',
    input: z.object({ page, resource, id: clean(32) }),
  }),
  /** With exactly these from now on; nobody when there are none. */
  share: defineEndpoint<null>()({
    title: '共享列表视图',
    methods: ['PUT'],
    path: '/sys/listView/share',
    access: share,
    input: z.object({ id, roles: z.array(clean(32)).max(50), departs: z.array(clean(32)).max(50) }),
  }),
  /** Roles and departments of the tenant whose name contains the words, fifty of each at most. */
  audiences: defineEndpoint<ListViewAudience[]>()({
    title: '可共享的角色和部门',
    methods: ['GET'],
    path: '/sys/listView/audiences',
    access: share,
    input: z.object({ words: clean(50).default('') }),
  }),
} as const
