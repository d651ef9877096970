import {
  isFigure,
  isReservedName,
  isTotalled,
  mostReportRows,
  onlineReport,
  onlineReportEndpoints as endpoints,
  permissionOf,
  dataSource,
  readReportItems,
  readReportParams,
  readReportStatement,
  reportParams,
  reportSearchProblem,
  reportTotalsProblem,
  type DictItem,
  type InputOf,
  type ReportItem,
  type ReportParam,
  type ReportQueryRow,
  type ReportRows,
  type ReportStatement,
} from '@suoan/contract'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { closedSignal } from '@suoan/platform/http/closed-signal'
import { answered, type Call, type Feature } from '@suoan/platform/http/route'
import {
  compile,
  defineHooks,
  editRow,
  engineOf,
  mountResource,
  originOf,
  recordAudit,
  resourceStore,
  type FindHolders,
  type HookCall,
  type MountedResource,
  type RowRecord,
} from '@suoan/platform/resource'
import { takePlace } from '@suoan/platform/resource/export-places'
import { MOST_XLS_ROWS, sendSheet } from '@suoan/platform/resource/send-sheet'
import { DecimalSum } from '@suoan/kit/decimal-sum'
import { numberText } from '@suoan/kit/number-text'
import { kindOfSource, readFrom, streamFrom } from '../data-sources/index.ts'
import { sheetOf } from './report-sheet.ts'
import { COUNT, reportSql, type BoundSql, type ReportFilter } from './statement-sql.ts'

/** Longest text of a cell that is answered. */
const MOST_CELL = 4_000
/** From this query field on they are behind 展开 (4-api.md §9.4). */
const SHOWN_FIELDS = 2

/** 在线报表 (4-api.md §9): what a data source answers to a statement of our own language, as a page and as a popup. */
export const onlineReports: Feature = (mount) => {
  const { app, ctx, bind } = mount
  const addPath = `${ctx.config.apiBase}${onlineReport.path}/add`
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.url === addPath) request.body = flat(request.body)
  })
  mountResource(mount, onlineReport, hooks)
  engineOf(ctx).holders.add(dataSource.name, reportsOf)
  const mounted: MountedResource = {
    ctx,
    resource: onlineReport,
    compiled: compile(onlineReport),
    store: resourceStore(onlineReport),
    hooks,
  }

  bind(endpoints.editAll, async ({ input, request }) => {
    await editRow(mounted, request, asRecord(flat(input)))
    return answered(null, '全部修改成功')
  })
  bind(endpoints.parseSql, async ({ input }) => {
    const statement = known(input.sql)
    return { fields: fieldsOf(statement, []), params: paramsOf(statement, []) }
  })
  bind(endpoints.items, async ({ input: { headId } }) =>
    (await storedReport(ctx, 'id', headId)).items.map((item, index) => ({
      ...item,
      id: `${headId}-${item.fieldName}`,
      cgrheadId: headId,
      orderNum: index,
    })),
  )
  bind(endpoints.params, async ({ input: { headId } }) =>
    (await storedReport(ctx, 'id', headId)).params.map((param, index) => ({
      ...param,
      id: `${headId}-${param.paramName}`,
      cgrheadId: headId,
      orderNum: index,
    })),
  )
  bind(endpoints.looks, async ({ input: { code } }) => {
    const report = await storedReport(ctx, 'code', code)
    return { cgRpConfigId: report.id, cgRpConfigName: report.name, ...(await looksOf(ctx, report)) }
  })
  bind(endpoints.columns, async ({ input: { id } }) => {
    const report = await storedReport(ctx, 'id', id)
    return { cgRpConfigId: report.id, cgRpConfigName: report.name, ...(await looksOf(ctx, report)) }
  })
  bind(endpoints.queryInfo, async ({ input: { id } }) => queryOf(ctx, await storedReport(ctx, 'id', id)))
  bind(endpoints.paramsInfo, async ({ input: { id } }) => [...(await storedReport(ctx, 'id', id)).params])
  bind(endpoints.data, async ({ input }) => pageOf(ctx, await storedReport(ctx, 'id', input.id), input))
  bind(endpoints.columnsAndData, async ({ input }) => {
    const report = await storedReport(ctx, 'id', input.id)
    return {
      ...(await looksOf(ctx, report)),
      data: await pageOf(ctx, report, input),
      cgreportHeadName: report.name,
      fieldHrefSlots: [],
    }
  })
  bind(endpoints.exportXls, async (call) => {
    const leave = takePlace(ctx.config.databaseExportPoolSize, [
      `person ${call.actor.userId}`,
      `address ${call.request.ip}`,
    ])
    try {
      await sendReport(ctx, call, leave)
      return null
    } catch (error) {
      leave()
      throw error
    }
  })
}

/** Sends what the query finds, read from the source while it is sent; `leave` is called when that is over. */
async function sendReport(
  ctx: Context,
  { input, actor, request, reply }: Call<InputOf<typeof endpoints.exportXls>>,
  leave: () => void,
): Promise<void> {
  const report = await storedReport(ctx, 'id', input.id)
  const { dictOptions } = await looksOf(ctx, report)
  const { count, rows } = await questionOf(ctx, report, input, null)
  const total = await counted(ctx, report, count)
  if (total > mostReportRows)
    throw fail('REFUSED', {
      detail: `报表共 ${numberText(total)} 条，一次最多导出 ${numberText(mostReportRows)} 条，请用查询条件缩小范围后分次导出`,
    })
  await recordAudit(ctx.pool, {
    actor,
    content: `${onlineReport.title}：导出“${report.name}”的数据`,
    operateType: 6,
    origin: originOf(request),
    now: ctx.clock.now(),
  })
  const gone = closedSignal(reply)
  const { sheet, cells } = sheetOf(report, dictOptions, actor.realname)
  await sendSheet(reply, {
    format: total > MOST_XLS_ROWS ? 'xlsx' : 'xls',
    name: report.name,
    sheet,
    cells: cells(streamFrom(ctx, report.dbSource, rows.text, rows.values), gone),
    onEnd: leave,
  })
}

/** The reports that name one of these sources, by their codes. */
const reportsOf: FindHolders = async (tx, _tenantId, codes) => {
  const { rows } = await sql<{ name: string }>`
    select name from onl_cgreport_head where db_source = any(${codes}) and del_flag = 0 order by name limit 5`.execute(
    tx,
  )
  return rows.length === 0 ? [] : [`在线报表 ${rows.map(({ name }) => name).join('、')}`]
}

const asRecord = (value: unknown): RowRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** `{ head, items, params }` of the family's client as one row; what is flat already stays as it is. */
function flat(body: unknown): unknown {
  const { head, items, params } = asRecord(body)
  if (head === undefined) return body
  // The client keeps ids of its own for new reports.
  return {
    ...asRecord(head),
    ...(items === undefined ? {} : { items }),
    ...(params === undefined ? {} : { params }),
  }
}

function known(text: string): ReportStatement {
  const read = readReportStatement(text)
  if (!read.ok) throw fail('REFUSED', { detail: `报表语句：${read.reason}` })
  return read.value
}

/** A line for every column of the statement: as it was described, else by its name. */
function fieldsOf({ columns }: ReportStatement, described: readonly ReportItem[]): ReportItem[] {
  const items = new Map(described.map((item) => [item.fieldName.toLowerCase(), item]))
  const order = [...items.keys()]
  const place = (alias: string): number => (items.has(alias) ? order.indexOf(alias) : order.length)
  return columns
    .map(({ alias }) => alias)
    .toSorted((one, other) => place(one) - place(other))
    .map((alias) => ({
      fieldTxt: alias,
      fieldType: 'String' as const,
      isShow: 1 as const,
      isSearch: 0 as const,
      searchMode: 'single' as const,
      dictCode: '',
      isTotal: '0' as const,
      ...items.get(alias),
      fieldName: alias,
    }))
}

function paramsOf(statement: ReportStatement, described: readonly ReportParam[]): ReportParam[] {
  const byName = new Map(described.map((param) => [param.paramName, param]))
  return reportParams(statement).map(
    (paramName) => byName.get(paramName) ?? { paramName, paramTxt: '', paramValue: '' },
  )
}

/** A report as it is answered. */
interface StoredReport {
  readonly id: string
  readonly name: string
  readonly dbSource: string
  readonly statement: ReportStatement
  readonly items: readonly ReportItem[]
  readonly params: readonly ReportParam[]
}

async function storedReport(
  { db }: Pick<Context, 'db'>,
  by: 'code' | 'id',
  value: string,
): Promise<StoredReport> {
  const { rows } = await sql<{
    id: string
    name: string
    dbSource: string
    cgrSql: string
    items: unknown
    params: unknown
  }>`
    select id, name, db_source, cgr_sql, items, params from onl_cgreport_head
    where ${sql.ref(by)} = ${value} and del_flag = 0`.execute(db)
  const [row] = rows
  if (!row) throw fail('REFUSED', { detail: `报表“${value}”不存在，请在“在线报表”中检查它的编码` })
  const statement = known(row.cgrSql)
  return {
    ...row,
    statement,
    items: fieldsOf(statement, readReportItems(row.items)),
    params: paramsOf(statement, readReportParams(row.params)),
  }
}

async function looksOf(ctx: Context, { items }: StoredReport) {
  const dictOptions: Record<string, DictItem[]> = {}
  for (const { dictCode } of items)
    if (dictCode !== '') dictOptions[dictCode] = await optionsOf(ctx, dictCode)
  return {
    columns: items
      .filter(({ isShow }) => isShow === 1)
      .map((item) => ({
        title: item.fieldTxt || item.fieldName,
        dataIndex: item.fieldName,
        align: 'center' as const,
        sorter: true as const,
        ...(item.dictCode === '' ? {} : { customRender: item.dictCode }),
        ...(isTotalled(item) ? { isTotal: '1' as const } : {}),
      })),
    dictOptions,
  }
}

async function optionsOf(ctx: Context, dictCode: string): Promise<DictItem[]> {
  const items = (await engineOf(ctx).dictionaries.items(dictCode)) ?? []
  return items.map(({ value, text, title, label }) => ({ value, text, title, label }))
}

const views = {
  String: 'text',
  Integer: 'number',
  Long: 'number',
  Date: 'date',
  Datetime: 'datetime',
} as const

async function queryOf(ctx: Context, { items }: StoredReport): Promise<ReportQueryRow[]> {
  const asked = items.filter(({ isSearch }) => isSearch === 1)
  return await Promise.all(
    asked.map(async ({ fieldName, fieldTxt, fieldType, searchMode, dictCode }, index) => ({
      label: fieldTxt || fieldName,
      field: fieldName,
      view: dictCode === '' ? views[fieldType] : ('list' as const),
      mode: dictCode === '' ? searchMode : ('single' as const),
      hidden: index < SHOWN_FIELDS ? ('0' as const) : ('1' as const),
      ...(dictCode === '' ? {} : { dictCode, options: await optionsOf(ctx, dictCode) }),
    })),
  )
}

interface AskedPage extends Readonly<Record<string, unknown>> {
  readonly pageNo: number
  readonly pageSize: number
  readonly column?: string | undefined
  readonly order: 'asc' | 'desc'
}

/** The statements that answer a query: of its rows, its count and its sums. */
async function questionOf(
  ctx: Context,
  report: StoredReport,
  asked: AskedPage,
  page: { readonly limit: number; readonly offset: number } | null,
) {
  const { dbSource, statement, items } = report
  const kind = await kindOfSource(ctx, dbSource)
  const params = Object.fromEntries(
    report.params.map(({ paramName, paramValue }) => [
      paramName,
      textOf(asked[`self_${paramName}`]) || paramValue,
    ]),
  )
  checkParams(report, params)
  return reportSql(kind.engine, statement, {
    params,
    filters: items.filter(({ isSearch }) => isSearch === 1).flatMap((item) => filtersOf(item, asked)),
    sort:
      asked.column === undefined
        ? null
        : { alias: asked.column.toLowerCase(), descending: asked.order === 'desc' },
    totals: items.filter((item) => item.isShow === 1 && isTotalled(item)).map(({ fieldName }) => fieldName),
    page,
  })
}

async function pageOf(ctx: Context, report: StoredReport, asked: AskedPage): Promise<ReportRows> {
  const { rows, count, sums } = await questionOf(ctx, report, asked, {
    limit: asked.pageSize,
    offset: (asked.pageNo - 1) * asked.pageSize,
  })
  const found = await readFrom(ctx, report.dbSource, rows.text, rows.values, asked.pageSize)
  return {
    ...(await totalsOf(ctx, report, count, sums)),
    records: found.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)])),
    ),
  }
}

const counted = async (ctx: Context, { dbSource }: StoredReport, count: BoundSql): Promise<number> => {
  const { rows } = await readFrom(ctx, dbSource, count.text, count.values, 1)
  return Number(rows[0]?.[COUNT] ?? 0)
}

/** The count of the rows, with their sums in the same look where columns are added up. */
async function totalsOf(
  ctx: Context,
  report: StoredReport,
  count: BoundSql,
  sums: BoundSql,
): Promise<Pick<ReportRows, 'total' | 'totals'>> {
  const columns = report.items.filter((item) => item.isShow === 1 && isTotalled(item))
  if (columns.length === 0) return { total: await counted(ctx, report, count) }
  // A column that was described as figures may hold texts there: the rows are shown all the same. A source that is away
  // says so at the count.
  const summed = await readFrom(ctx, report.dbSource, sums.text, sums.values, 1).catch(() => null)
  if (summed === null) return { total: await counted(ctx, report, count), totals: null }
  const [row] = summed.rows
  return {
    total: Number(row?.[COUNT] ?? 0),
    totals: Object.fromEntries(columns.map(({ fieldName }) => [fieldName, sumText(row?.[fieldName])])),
  }
}

/** A sum as a text without zeros at its end; that of no rows is 0, and floating figures lose the noise of their last digits. */
function sumText(value: unknown): string {
  const sum = new DecimalSum()
  sum.add(typeof value === 'number' ? value.toPrecision(15) : value)
  return sum.text ?? textOf(value)
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** The last microsecond of a day, a minute or a second, as it was named. */
function endOf(value: string): string {
  if (value.length === '2026-03-01'.length) return `${value} 23:59:59.999999`
  return value.length === '2026-03-01 08:00'.length ? `${value}:59.999999` : `${value}.999999`
}

const figure = /^[+-]?\d{1,30}(?:\.\d{1,30})?$/
const moment = /^(\d{4}-\d{2}-\d{2})(?: ([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?$/
const isMoment = (text: string): boolean => {
  const day = moment.exec(text)?.[1]
  // A day that no month has is read as one of the next.
  return day !== undefined && new Date(Date.parse(`${day}T00:00:00Z`) || 0).toISOString().startsWith(day)
}
const isDay = ({ fieldType, dictCode }: Pick<ReportItem, 'fieldType' | 'dictCode'>): boolean =>
  (fieldType === 'Date' || fieldType === 'Datetime') && dictCode === ''

/**
 * Refuses in words what cannot be compared with a column: a source would only say that it does not understand it, or take
 * it for something else.
 */
function comparable(
  item: ReportItem,
  value: string,
  asked = `查询条件“${item.fieldTxt || item.fieldName}”`,
): string {
  if (isFigure(item) && !figure.test(value)) throw fail('REFUSED', { detail: `${asked}要填写数字` })
  if (isDay(item) && !isMoment(value))
    throw fail('REFUSED', { detail: `${asked}要填写日期，例如 2026-03-01` })
  return value
}

/** Refuses a value of a parameter that the described column beside it cannot hold. */
function checkParams(
  { statement, items, params }: StoredReport,
  given: Readonly<Record<string, string>>,
): void {
  for (const condition of statement.conditions) {
    if (!('with' in condition) || !('param' in condition.with) || condition.comparison === 'like') continue
    const { param: name } = condition.with
    const { text } = condition.column
    const column = statement.columns.find((each) => each.name.text === text)
    const item = items.find(({ fieldName }) => fieldName === column?.alias)
    const value = given[name] ?? ''
    const title = params.find(({ paramName }) => paramName === name)?.paramTxt
    if (item !== undefined && value !== '') comparable(item, value, `参数“${title || name}”`)
  }
}

/** What the query says of a column. A day means all of it, whether the column has times or not. */
function filtersOf(item: ReportItem, asked: AskedPage): ReportFilter[] {
  const { fieldName: alias, fieldType, searchMode, dictCode } = item
  // The query says something else under this name.
  if (isReservedName(alias)) return []
  const from = (value: string): ReportFilter => ({ alias, kind: 'from', value: comparable(item, value) })
  const to = (value: string): ReportFilter => {
    const known = comparable(item, value)
    return { alias, kind: 'to', value: isDay(item) ? endOf(known) : known }
  }
  if (searchMode === 'group' && dictCode === '') {
    const [begin, end] = [textOf(asked[`${alias}_begin`]), textOf(asked[`${alias}_end`])]
    return [...(begin === '' ? [] : [from(begin)]), ...(end === '' ? [] : [to(end)])]
  }
  const value = textOf(asked[alias])
  if (value === '') return []
  if (isDay(item)) return [from(value), to(value)]
  if (isFigure(item)) return [{ alias, kind: 'figure', value: comparable(item, value) }]
  return [{ alias, kind: dictCode === '' && fieldType === 'String' ? 'contains' : 'is', value }]
}

function cellOf(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `（二进制数据，${value.length} 字节）`
  return typeof value === 'string' && value.length > MOST_CELL ? `${value.slice(0, MOST_CELL)}…` : value
}

/**
 * What is stored is what was understood. Who writes a report chooses what is read from a source, so he needs the page of
 * data sources too.
 */
async function completed({ ctx, actor, tx }: HookCall, report: RowRecord): Promise<RowRecord> {
  if (!actor.permissions.has(permissionOf(dataSource, 'list')))
    throw fail('REFUSED', { detail: '编写报表还需要“多数据源管理”的查看权限，请联系管理员' })
  const statement = known(String(report['cgrSql'] ?? ''))
  await kindOfSource({ db: tx }, String(report['dbSource'] ?? ''))
  const items = fieldsOf(statement, readReportItems(report['items']))
  for (const { fieldName, dictCode } of items)
    if (dictCode !== '' && (await engineOf(ctx).dictionaries.texts(dictCode, tx)) === undefined)
      throw fail('REFUSED', {
        detail: `字段“${fieldName}”的字典code“${dictCode}”不存在，请填写“数据字典”中的字典编码`,
      })
  if (items.every(({ isShow }) => isShow === 0)) throw fail('REFUSED', { detail: '至少要有一个显示的字段' })
  // Asked of what the statement and its lines make together: who changes one of them may have made the other wrong.
  const wrong = reportTotalsProblem(items) ?? reportSearchProblem(items)
  if (wrong !== null) throw fail('REFUSED', { detail: wrong })
  return { items, params: paramsOf(statement, readReportParams(report['params'])) }
}

/** People say and type a code without looking at its capitals, and menus are made of it: two such would be taken for one another. */
async function refuseSameLetters({ tx }: HookCall, code: string): Promise<void> {
  const { rows } = await sql<{ code: string }>`select code from onl_cgreport_head
    where lower(code) = ${code.toLowerCase()} and code <> ${code} and del_flag = 0 limit 1`.execute(tx)
  const [other] = rows
  if (other)
    throw fail('REFUSED', {
      detail: `报表编码“${code}”与已有的“${other.code}”只有大小写不同，容易混淆，请换一个编码`,
    })
}

const hooks = defineHooks(onlineReport, {
  async beforeAdd(draft, call) {
    await refuseSameLetters(call, draft.code ?? '')
    Object.assign(draft, await completed(call, draft))
  },
  async beforeEdit(draft, before, call) {
    const stored = await completed(call, { ...before, ...draft })
    for (const [name, value] of Object.entries(stored)) {
      // The database keeps the parts of a JSON value in an order of its own.
      if (isDeepStrictEqual(before[name], value)) Reflect.deleteProperty(draft, name)
      else Object.assign(draft, { [name]: value })
    }
  },
})
