import { z } from 'zod'
import { checkOf } from './json-check.ts'

/** What a column of a report is (5-screens.md §12.6): values of the wire, with their words. */
export const reportFieldTypes = {
  String: '字符类型',
  Integer: '数值类型',
  Long: '长整型',
  Date: '日期类型',
  Datetime: '时间类型',
} as const

const flag = z.coerce.number().pipe(z.union([z.literal(0), z.literal(1)]))
const line = (max: number) => z.string().trim().max(max)

/** A column of a report: what it is called, whether it is shown, and how it is asked for (4-api.md §13). */
const item = z.object({
  fieldName: line(128).min(1),
  fieldTxt: z
    .union([z.null(), line(300)])
    .optional()
    .transform((text) => text ?? ''),
  fieldType: z.enum(Object.keys(reportFieldTypes) as [keyof typeof reportFieldTypes]).catch('String'),
  isShow: flag.catch(1),
  isSearch: flag.catch(0),
  searchMode: z.enum(['single', 'group']).catch('single'),
  dictCode: z
    .union([z.null(), line(100)])
    .optional()
    .transform((text) => text ?? ''),
  /** 合计, a text on the wire; clients send a number too. */
  isTotal: z.union([z.literal(['1', 1, true]).transform(() => '1' as const), z.literal('0')]).catch('0'),
})
export type ReportItem = z.output<typeof item>

/** A parameter of the statement: what it is called, and its value where none is given. */
const param = z.object({
  paramName: z.string().regex(/^\w{1,32}$/, '只能用字母、数字和下划线，最多 32 个字符'),
  paramTxt: z
    .union([z.null(), line(32)])
    .optional()
    .transform((text) => text ?? ''),
  paramValue: z
    .union([z.null(), line(32)])
    .optional()
    .transform((text) => text ?? ''),
})
export type ReportParam = z.output<typeof param>

const lists = { items: z.array(item).max(100), params: z.array(param).max(30) } as const
const titles = {
  fieldName: '字段名',
  fieldTxt: '字段文本',
  dictCode: '字典code',
  paramName: '参数',
  paramTxt: '参数文本',
  paramValue: '默认值',
} as const

/** What is wrong with the columns of a report; null where nothing is. */
export const reportItemsProblem = checkOf(lists.items, titles)
export const reportParamsProblem = checkOf(lists.params, titles)

/** Whether the figures of a column are added up: those of a dictionary and texts have no sum. */
export const isTotalled = ({ isTotal, fieldType, dictCode }: ReportItem): boolean =>
  isTotal === '1' && isFigure({ fieldType, dictCode })

/** Whether a column holds figures; the values of a dictionary are none. */
export const isFigure = ({ fieldType, dictCode }: Pick<ReportItem, 'fieldType' | 'dictCode'>): boolean =>
  (fieldType === 'Integer' || fieldType === 'Long') && dictCode === ''

/** What is wrong with 合计 of the columns; null where nothing is. Asked of what `reportItemsProblem` found right. */
export function reportTotalsProblem(items: readonly ReportItem[]): string | null {
  const wrong = items.find((each) => each.isTotal === '1' && !isTotalled(each))
  return wrong
    ? `字段“${wrong.fieldTxt || wrong.fieldName}”不能合计：只有类型为数值类型或长整型、且没有字典的字段可以合计`
    : null
}

/** Names that a query of a report uses itself, for the report, its order and the session (`onlineReportEndpoints.data`). */
const reservedNames: ReadonlySet<string> = new Set(['id', 'column', 'order', 'token', '_t'])
export const isReservedName = (fieldName: string): boolean =>
  reservedNames.has(fieldName) || fieldName.startsWith('self_')

/** What is wrong with the columns that are asked for; null where nothing is. Asked of what `reportItemsProblem` found right. */
export function reportSearchProblem(items: readonly ReportItem[]): string | null {
  const wrong = items.find(
    ({ fieldName, isSearch }) => isSearch === 1 && isReservedName(fieldName.toLowerCase()),
  )
  return wrong
    ? `字段“${wrong.fieldName}”不能作为查询条件：这个名字由查询本身使用，请在报表语句中用 as 另起别名，或取消“查询”`
    : null
}

/** Reads what `reportItemsProblem` found right; what is not known of a line is left out. */
export const readReportItems = (value: unknown): readonly ReportItem[] => lists.items.parse(value ?? [])
export const readReportParams = (value: unknown): readonly ReportParam[] => lists.params.parse(value ?? [])
