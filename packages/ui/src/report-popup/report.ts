import { cellText, choiceText } from '@suoan/kit/cell-text'

/** A column of a report as `getRpColumns` answers it (4-api.md §9.2). */
export interface ReportColumn {
  readonly title: string
  /** Lower-case alias of the column. */
  readonly dataIndex: string
  readonly sorter?: boolean | 'true' | 'false'
  /** Key of `dictOptions` whose texts stand for the values. */
  readonly customRender?: string
  readonly isShow?: boolean | string
  /** '1': its figures are added up. */
  readonly isTotal?: string
}

export interface ReportOption {
  readonly value: string
  readonly text: string
}

/** `getRpColumns`: how the popup of a report looks. */
export interface ReportHead {
  readonly cgRpConfigId: string
  readonly cgRpConfigName: string
  readonly columns: readonly ReportColumn[]
  readonly dictOptions: Readonly<Record<string, readonly ReportOption[]>>
}

/** A field of the query (4-api.md §9.4). */
export interface ReportQueryField {
  readonly label: string
  readonly field: string
  readonly view: string
  /** `group` asks from … to. */
  readonly mode: 'single' | 'group'
  /** "1": behind 展开. */
  readonly hidden: '0' | '1'
  readonly options?: readonly ReportOption[]
}

export type ReportRow = Readonly<Record<string, unknown>>

/** What a page of a report is asked by: `pageNo`, `pageSize`, `column`, `order`, the fields, `self_…` (4-api.md §9.5). */
export type ReportQuery = Readonly<Record<string, string | number>>

/** A page of a report. */
export interface ReportData {
  readonly records: readonly ReportRow[]
  readonly total: number
  /** Sums by column, of all rows of the query; null where they could not be added up. */
  readonly totals?: Readonly<Record<string, string>> | null
}

/** Where a report comes from; each rejects with what there is to say. */
export interface ReportSource {
  head(code: string, signal: AbortSignal): Promise<ReportHead>
  queryInfo(reportId: string, signal: AbortSignal): Promise<readonly ReportQueryField[]>
  data(reportId: string, query: ReportQuery, signal: AbortSignal): Promise<ReportData>
  /** What is said of a failure, e.g. the message of the server. */
  failureText(error: unknown): string
}

/** What goes where: columns of the report (`orgFields`) into fields of the form (`destFields`), both with commas. */
export interface ReportTarget {
  readonly code: string
  readonly orgFields: string
  readonly destFields: string
}

const partsOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** What is wrong with the configuration of a popup, in the words of 2-data-entry.md §5; null where nothing is. */
export function targetProblem({ code, orgFields, destFields }: ReportTarget): string | null {
  const [from, to] = [partsOf(orgFields), partsOf(destFields)]
  if (code.trim() === '' || from.length === 0 || to.length === 0) return 'popup参数未正确配置!'
  return from.length === to.length ? null : 'popup参数未正确配置,原始值和目标值数量不一致!'
}

/** The values of the form after rows were chosen: each field gets what the rows have in its column, joined by commas. */
export function targetValues(
  { orgFields, destFields }: ReportTarget,
  rows: readonly ReportRow[],
): Readonly<Record<string, string>> {
  const from = partsOf(orgFields)
  return Object.fromEntries(
    partsOf(destFields).map((field, index) => [
      field,
      rows.map((row) => cellText(row[from[index] ?? ''])).join(','),
    ]),
  )
}

/** Whether a column is one that people see. */
export const isShown = ({ isShow }: ReportColumn): boolean => isShow !== false && isShow !== 'false'

/** What tells rows apart: all that the columns hold; rows that are alike are one (4-api.md §9.2). */
export const reportRowKey = (columns: readonly ReportColumn[], row: ReportRow): string =>
  JSON.stringify(columns.map(({ dataIndex }) => cellText(row[dataIndex])))

/** The text of a cell: that of the dictionary the column names, part by part, else the value. */
export function reportCell({ dictOptions }: ReportHead, column: ReportColumn, row: ReportRow): string {
  const options = column.customRender === undefined ? undefined : dictOptions[column.customRender]
  const value = row[column.dataIndex]
  return options ? choiceText(options, value) : cellText(value)
}

/** What the query form holds: texts by field, of a range by `field_begin` and `field_end`. */
export type ReportFilters = Readonly<Record<string, string>>

/** The names a query field sends its values by. */
export const filterNames = ({ field, mode }: ReportQueryField): readonly string[] =>
  mode === 'group' ? [`${field}_begin`, `${field}_end`] : [field]

export interface ReportPage {
  readonly pageNo: number
  readonly pageSize: number
  readonly sort: { readonly column: string; readonly order: 'asc' | 'desc' } | null
}

/**
 * The query of a page. Filters that are empty are not sent; a parameter is, as `self_…`: empty means no value. What is typed
 * goes before what a parameter came with.
 */
export function reportQuery(
  { pageNo, pageSize, sort }: ReportPage,
  filters: ReportFilters,
  param: Readonly<Record<string, string>>,
): ReportQuery {
  const given = Object.entries(filters).filter(([, value]) => value.trim() !== '')
  const self = Object.entries(param).map(([name, value]) => [`self_${name}`, value])
  return { pageNo, pageSize, ...sort, ...Object.fromEntries(self), ...Object.fromEntries(given) }
}
