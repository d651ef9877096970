import type { DataSourceKind, ReportName, ReportOperand, ReportStatement } from '@suoan/contract'
import type { Value } from '../data-sources/index.ts'

/** What a page of a report is narrowed by, beside the conditions of its statement. */
export interface ReportFilter {
  /** Alias of a column. */
  readonly alias: string
  /** `figure`: the same number, however either is written (`5`, `5.00`). */
  readonly kind: 'is' | 'figure' | 'contains' | 'from' | 'to'
  readonly value: string
}

export interface ReportQuestion {
  /** Values of the parameters by name; one that is empty or not given leaves its condition out. */
  readonly params: Readonly<Record<string, string>>
  readonly filters: readonly ReportFilter[]
  /** Alias of a column; the order of the statement where it is null. */
  readonly sort: { readonly alias: string; readonly descending: boolean } | null
  /** Aliases of columns that are added up. */
  readonly totals: readonly string[]
  /** All rows where it is null. */
  readonly page: { readonly limit: number; readonly offset: number } | null
}

/** Names the count in the answer; no alias of a statement can be in capitals. */
export const COUNT = 'TOTAL'

export interface BoundSql {
  readonly text: string
  readonly values: readonly Value[]
}

/** A character that neither database treats as an escape by itself. */
const ESCAPE = '!'
const escaped = (word: string): string => word.replaceAll(/[!%_]/g, (each) => `${ESCAPE}${each}`)

/** What is a figure as text, to both databases. */
const FIGURE = '^[+-]?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$'
/** A figure, a day or a time: what MySQL may compare with a column of them without guessing. */
const comparesExactly =
  /^(?:[+-]?\d+(?:\.\d+)?|\d{4}-\d{1,2}-\d{1,2}(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?|-?\d{1,3}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/

/**
 * The statements of a page, of its count, and of its count with the sums, as a database of this kind writes them: names in
 * quotes, values bound.
 */
export function reportSql(
  engine: DataSourceKind['engine'],
  statement: ReportStatement,
  { params, filters, sort, totals, page }: ReportQuestion,
): { readonly rows: BoundSql; readonly count: BoundSql; readonly sums: BoundSql } {
  const isPostgres = engine === 'postgresql'
  const quoted = ({ text, isQuoted }: ReportName): string =>
    // Names that are not in quotes are lower case to PostgreSQL; neither kind of quote can be part of a name.
    isPostgres ? `"${isQuoted ? text : text.toLowerCase()}"` : `\`${text}\``
  const asText = (column: string): string => `cast(${column} as ${isPostgres ? 'text' : 'char'})`
  // A text that is none is never turned into a figure: one would be refused by PostgreSQL and be 0 to MySQL.
  const sameFigure = (text: string, value: string): string =>
    isPostgres
      ? `case when ${text} ~ '${FIGURE}' then cast(${text} as numeric) = cast(${value} as numeric) else false end`
      : `(${text} regexp '${FIGURE}' and cast(${text} as decimal(60,30)) = cast(${value} as decimal(60,30)))`
  const values: Value[] = []
  const bind = (value: Value): string => {
    values.push(value)
    return isPostgres ? `$${values.length}` : '?'
  }
  const given = (operand: ReportOperand): string | number | null =>
    'value' in operand ? operand.value : params[operand.param] || null

  const conditions: string[] = []
  for (const each of statement.conditions) {
    const column = quoted(each.column)
    if ('isNull' in each) {
      conditions.push(`${column} is ${each.isNull ? '' : 'not '}null`)
      continue
    }
    const value = given(each.with)
    if (value === null) continue
    const side = each.comparison === 'like' ? asText(column) : column
    conditions.push(`${side} ${each.comparison} ${bind(value)}`)
    // MySQL takes `1 or 1=1` for the figure 1 and a word for 0: rows that nobody asked for. PostgreSQL refuses them.
    if (!isPostgres && each.comparison !== 'like' && !comparesExactly.test(String(value)))
      conditions.push(
        each.comparison === '='
          ? `${asText(column)} = ${bind(value)}`
          : // Figures, days and times have no words to compare: their collation is that of bytes.
            `collation(${column}) <> 'binary'`,
      )
  }
  const byAlias = new Map(statement.columns.map(({ alias, name }) => [alias, quoted(name)]))
  for (const { alias, kind, value } of filters) {
    const column = byAlias.get(alias)
    if (column === undefined) continue
    if (kind === 'figure') conditions.push(sameFigure(asText(column), bind(value)))
    else if (kind === 'is') conditions.push(`${asText(column)} = ${bind(value)}`)
    else if (kind === 'contains')
      conditions.push(
        `lower(${asText(column)}) like ${bind(`%${escaped(value.toLowerCase())}%`)} escape '${ESCAPE}'`,
      )
    else conditions.push(`${column} ${kind === 'from' ? '>=' : '<='} ${bind(value)}`)
  }

  const from = `from ${statement.table.map(quoted).join('.')}`
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  const columns = statement.columns.map(
    ({ name, alias }) => `${quoted(name)} as ${quoted({ text: alias, isQuoted: true })}`,
  )
  const sorted = sort === null ? undefined : byAlias.get(sort.alias)
  const order =
    sort !== null && sorted !== undefined
      ? [
          `${sorted}${sort.descending ? ' desc' : ''}`,
          // Rows that are alike there would change places between two pages.
          ...[...byAlias.values()].filter((column) => column !== sorted).map(asText),
        ]
      : statement.order.map(({ column, descending }) => `${quoted(column)}${descending ? ' desc' : ''}`)
  const orderBy = order.length === 0 ? '' : ` order by ${order.join(', ')}`
  const limit = page === null ? '' : ` limit ${Math.trunc(page.limit)} offset ${Math.trunc(page.offset)}`
  const asName = (text: string): string => quoted({ text, isQuoted: true })
  const count = `count(*) as ${asName(COUNT)}`
  const sums = totals.flatMap((alias) => {
    const column = byAlias.get(alias)
    return column === undefined ? [] : [`sum(${column}) as ${asName(alias)}`]
  })
  return {
    rows: { text: `select ${columns.join(', ')} ${from}${where}${orderBy}${limit}`, values },
    count: { text: `select ${count} ${from}${where}`, values },
    sums: { text: `select ${[count, ...sums].join(', ')} ${from}${where}`, values },
  }
}
