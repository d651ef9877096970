import type { Comparison, Filter, FilterFieldType, FilterValue } from '@suoan/kit/filter'

/** Where a field lives: `sql` is trusted text of our own (`u.create_time`), never anything from a request. */
export type FilterColumn = {
  readonly sql: string
  readonly type: FilterFieldType
  /**
   * The database has an index of `text_pairs(sql)`, which finds the rows that hold a part of a text; says of a pair whether so
   * many texts hold it that looking for it is no help.
   */
  readonly isCommonPair?: (pair: string) => boolean
}

/** Asked with `eq` only: a condition about the value behind `placeholder`, which it casts itself. */
export type FilterTest = { readonly test: (placeholder: string) => string }

export type FilterColumns = Readonly<Record<string, FilterColumn | FilterTest>>

export type FilterSql = { readonly text: string; readonly values: readonly unknown[] }

/** A filter names a field that the statement does not have, or asks of a field what its type cannot answer. */
export class FilterError extends Error {
  override readonly name = 'FilterError'
}

/**
 * The one translation of a filter to SQL. Values are always bound, beginning at `$startIndex`; identifiers come
 * only from `columns`. The text is a boolean expression in parentheses that can stand after `where` or `and`.
 * @example filterToSql(eq('status', 1), { status: { sql: 't.status', type: 'integer' } }, 1)
 *   // { text: '(t.status = $1::bigint)', values: [1] }
 * @throws FilterError for an unknown field or an operator its type does not have
 */
export function filterToSql(filter: Filter, columns: FilterColumns, startIndex: number): FilterSql {
  const values: unknown[] = []
  const bind: Bind = (value) => `$${startIndex + values.push(value) - 1}`
  return { text: `(${write(filter, columns, bind)})`, values }
}

type Bind = (value: unknown) => string

function write(filter: Filter, columns: FilterColumns, bind: Bind): string {
  switch (filter.op) {
    case 'true':
    case 'false':
      return filter.op
    case 'and':
    case 'or': {
      if (filter.of.length === 0) return filter.op === 'and' ? 'true' : 'false'
      return filter.of.map((part) => `(${write(part, columns, bind)})`).join(` ${filter.op} `)
    }
    case 'not':
      // Not `not (…)`: an absent value makes a condition unknown, and its complement must then hold.
      return `(${write(filter.of, columns, bind)}) is not true`
    case 'isNull':
      return `${columnOf(filter.field, columns).sql} is null`
    case 'in':
      return writeIn(columnOf(filter.field, columns), filter.values, bind)
    case 'contains':
    case 'startsWith':
    case 'endsWith':
    case 'listHas':
      return writeMatch(filter.op, filter.field, columnOf(filter.field, columns), filter.value, bind)
    case 'eq': {
      const test = testOf(filter.field, columns)
      if (test !== undefined) return test(bind(filter.value))
      return writeComparison(filter.op, filter.field, columnOf(filter.field, columns), filter.value, bind)
    }
    case 'ne':
    case 'gt':
    case 'ge':
    case 'lt':
    case 'le':
      return writeComparison(filter.op, filter.field, columnOf(filter.field, columns), filter.value, bind)
    default:
      return filter satisfies never
  }
}

function columnOf(field: string, columns: FilterColumns): FilterColumn {
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined
  if (!column || 'test' in column)
    throw new FilterError(`no column for field ${JSON.stringify(field.slice(0, 80))}`)
  return column
}

function testOf(field: string, columns: FilterColumns): FilterTest['test'] | undefined {
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined
  return column && 'test' in column ? column.test : undefined
}

const signs: Record<Comparison, string> = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' }

/** The parameter type of each field type. Wide types on purpose: 9999999999 against an int4 is false, not an error. */
const castOf: Record<FilterFieldType, string> = {
  text: 'text',
  integer: 'bigint',
  decimal: 'numeric',
  date: 'date',
  dateTime: 'timestamptz',
  flag: 'bigint',
  boolean: 'boolean',
  json: 'jsonb',
}

function writeComparison(
  op: Comparison,
  field: string,
  column: FilterColumn,
  value: FilterValue,
  bind: Bind,
): string {
  switch (column.type) {
    case 'json':
      throw new FilterError(`field ${field} is JSON and cannot be compared`)
    case 'text':
      return writeTextComparison(op, column.sql, String(value), bind)
    case 'dateTime':
      return writeMomentComparison(op, column.sql, bind(moment(value)))
    default:
      return `${column.sql} ${signs[op]} ${bind(value)}::${castOf[column.type]}`
  }
}

function writeTextComparison(op: Comparison, sql: string, value: string, bind: Bind): string {
  const nul = value.indexOf('\0')
  if (nul < 0) {
    // Order by code point everywhere, whatever collation the database was created with.
    const order = op === 'eq' || op === 'ne' ? '' : ' collate "C"'
    return `${sql} ${signs[op]} ${bind(value)}::text${order}`
  }
  // The database holds no text with a NUL and refuses one as a parameter; the answer is known without asking.
  if (op === 'eq') return 'false'
  if (op === 'ne') return `${sql} is not null`
  const sign = op === 'gt' || op === 'ge' ? '>' : '<='
  return `${sql} ${sign} ${bind(value.slice(0, nul))}::text collate "C"`
}

// A shown moment is a whole second while the column holds milliseconds: "up to 23:59:59" includes 23:59:59.999.
function writeMomentComparison(op: Comparison, sql: string, placeholder: string): string {
  const start = `${placeholder}::timestamptz`
  const end = `(${placeholder}::timestamptz + interval '1 second')`
  switch (op) {
    case 'eq':
      return `${sql} >= ${start} and ${sql} < ${end}`
    case 'ne':
      return `(${sql} < ${start} or ${sql} >= ${end})`
    case 'gt':
      return `${sql} >= ${end}`
    case 'ge':
      return `${sql} >= ${start}`
    case 'lt':
      return `${sql} < ${start}`
    case 'le':
      return `${sql} < ${end}`
    default:
      return op satisfies never
  }
}

// The plant's clock is UTC+8; said in the value, so the answer does not hang on a connection setting.
function moment(value: FilterValue): string {
  return `${String(value)}+08`
}

function writeIn(column: FilterColumn, given: readonly FilterValue[], bind: Bind): string {
  if (column.type === 'json') throw new FilterError('a JSON field cannot be compared with a list')
  if (column.type === 'dateTime') {
    if (given.length === 0) return 'false'
    return `date_trunc('second', ${column.sql}) = any(${bind(given.map(moment))}::timestamptz[])`
  }
  const values = given.filter((value) => typeof value !== 'string' || !value.includes('\0'))
  if (values.length === 0) return 'false'
  return `${column.sql} = any(${bind(values)}::${castOf[column.type]}[])`
}

type MatchOp = 'contains' | 'startsWith' | 'endsWith' | 'listHas'

function writeMatch(op: MatchOp, field: string, column: FilterColumn, value: string, bind: Bind): string {
  if (column.type === 'json' && op === 'listHas') {
    if (value.includes('\0')) return 'false'
    return `jsonb_exists(${column.sql}, ${bind(value)}::text)`
  }
  if (column.type !== 'text')
    throw new FilterError(`field ${field} is not a text and cannot be searched inside`)
  if (value.includes('\0')) return 'false'
  const inside = op === 'listHas' ? `(',' || ${column.sql} || ',')` : column.sql
  const like = `${inside} like ${bind(patternOf[op](escapeLike(value)))}::text escape '\\'`
  const { isCommonPair } = column
  const pairs = pairsOf(value)
  // One sign alone has no pair, and nearly every row holds it.
  if (!isCommonPair || op === 'listHas' || pairs.length === 0) return like
  const rare = pairs.filter((pair) => !isCommonPair(pair))
  return `(text_pairs(${column.sql}) @> ${bind(rare.length === 0 ? pairs : rare)}::text[] and ${like})`
}

/** The signs of a text two by two, as `text_pairs` of the database has them. */
export function pairsOf(text: string): string[] {
  const signs = Array.from(text)
  return signs.slice(1).map((sign, n) => `${signs[n]}${sign}`)
}

const patternOf: Record<MatchOp, (escaped: string) => string> = {
  contains: (escaped) => `%${escaped}%`,
  startsWith: (escaped) => `${escaped}%`,
  endsWith: (escaped) => `%${escaped}`,
  listHas: (escaped) => `%,${escaped},%`,
}

function escapeLike(value: string): string {
  return value.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}
