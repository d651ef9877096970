import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { DictItem } from '../envelope.ts'
import type { ReportItem, ReportParam } from '../online-report.ts'

/** Calls of online reports (4-api.md §9): how one is described, what it answers. */

export interface ReportColumnRow {
  title: string
  /** Lower-case alias of the column. */
  dataIndex: string
  align: 'center'
  sorter: true
  /** Key of `dictOptions`. */
  customRender?: string
  /** Its figures are added up. */
  isTotal?: '1'
}

type DictOptions = Record<string, DictItem[]>
type Rows = Record<string, unknown>[]

export interface ReportRows {
  total: number
  records: Rows
  /**
   * The sums of the columns with 合计 over all rows of the query, not of the page: by column, as texts so that no digit is
   * lost. Null where the source could not add them up; absent where no column has 合计.
   */
  totals?: Record<string, string> | null
}

export interface ReportLooks {
  cgRpConfigId: string
  cgRpConfigName: string
  columns: ReportColumnRow[]
  dictOptions: DictOptions
}

export interface ReportQueryRow {
  label: string
  field: string
  view: 'text' | 'number' | 'date' | 'datetime' | 'list'
  mode: 'single' | 'group'
  hidden: '0' | '1'
  dictCode?: string
  options?: DictItem[]
}

const write = { permission: 'system:report:edit' } as const
const list = { permission: 'system:report:list' } as const
const view = { permission: 'system:report:view' } as const
const id = z.string().min(1).max(64)

const page = z.looseObject({
  id,
  pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).catch(10).default(10),
  column: z.string().max(128).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).catch('asc').default('asc'),
})

export const onlineReportEndpoints = {
  /** The whole of a report as the family's client keeps it; a report that is flat is saved by the verb `edit`. */
  editAll: defineEndpoint<null>()({
    title: '修改在线报表',
    methods: ['PUT', 'POST'],
    path: '/online/cgreport/head/editAll',
    access: write,
    platformOnly: true,
    input: z.looseObject({ head: z.looseObject({ id }, '请把报表放在 head 中') }),
  }),
  /** What a statement names; refuses in words what it cannot name. */
  parseSql: defineEndpoint<{ fields: ReportItem[]; params: ReportParam[] }>()({
    title: '解析报表语句',
    methods: ['GET', 'POST'],
    path: '/online/cgreport/head/parseSql',
    access: list,
    platformOnly: true,
    input: z.object({ sql: z.string().max(12_000) }),
  }),
  items: defineEndpoint<(ReportItem & { id: string; cgrheadId: string; orderNum: number })[]>()({
    title: '报表字段',
    methods: ['GET'],
    path: '/online/cgreport/item/listByHeadId',
    access: list,
    platformOnly: true,
    input: z.object({ headId: id }),
  }),
  params: defineEndpoint<(ReportParam & { id: string; cgrheadId: string; orderNum: number })[]>()({
    title: '报表参数',
    methods: ['GET'],
    path: '/online/cgreport/param/listByHeadId',
    access: list,
    platformOnly: true,
    input: z.object({ headId: id }),
  }),
  looks: defineEndpoint<ReportLooks>()({
    title: '报表的列',
    methods: ['GET'],
    path: '/online/cgreport/api/getRpColumns/:code',
    access: view,
    platformOnly: true,
    input: z.object({ code: z.string().min(1).max(100) }),
  }),
  /** The same by id, without asking the data source: a page opens while the source is away. */
  columns: defineEndpoint<ReportLooks>()({
    title: '报表的列',
    methods: ['GET'],
    path: '/online/cgreport/api/getColumns/:id',
    access: view,
    platformOnly: true,
    input: z.object({ id }),
  }),
  queryInfo: defineEndpoint<ReportQueryRow[]>()({
    title: '报表的查询条件',
    methods: ['GET'],
    path: '/online/cgreport/api/getQueryInfo/:id',
    access: view,
    platformOnly: true,
    input: z.object({ id }),
  }),
  paramsInfo: defineEndpoint<ReportParam[]>()({
    title: '报表的参数',
    methods: ['GET'],
    path: '/online/cgreport/api/getParamsInfo/:id',
    access: view,
    platformOnly: true,
    input: z.object({ id }),
  }),
  /** Besides the page: `{field}`, `{field}_begin`, `{field}_end` of the query, `self_{param}` of the statement. */
  data: defineEndpoint<ReportRows>()({
    title: '报表的数据',
    methods: ['GET'],
    path: '/online/cgreport/api/getData/:id',
    access: view,
    platformOnly: true,
    input: page,
  }),
  columnsAndData: defineEndpoint<{
    columns: ReportColumnRow[]
    data: ReportRows
    cgreportHeadName: string
    dictOptions: DictOptions
    fieldHrefSlots: never[]
  }>()({
    title: '查看报表',
    methods: ['GET'],
    path: '/online/cgreport/api/getColumnsAndData/:id',
    access: view,
    platformOnly: true,
    input: page,
  }),
  /**
   * What the query finds as a sheet: the shown columns with the texts of their dictionaries, in the order of the page, 合计
   * below them. Takes the parameters of `data`; those of its paging say nothing.
   */
  exportXls: defineEndpoint<null>()({
    title: '在线报表·导出数据',
    methods: ['GET', 'POST'],
    path: '/online/cgreport/api/exportXls/:id',
    access: { permission: 'system:report:export' },
    platformOnly: true,
    sendsFile: true,
    input: page,
  }),
} as const

/** Rows of the longest sheet of a report: the source is held for as long as it is written. */
export const mostReportRows = 200_000
