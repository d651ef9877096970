/**
 * The statement of an online report: a language of our own that looks like a small part of SQL. It names columns of one
 * table or view, compares them with values and orders the rows; nothing else can be said in it. The statement that a
 * database runs is built from what was read here, never from the text (security.md V1, V7; decision 1005).
 *
 *     select lock_code, open_time as opened from erp.lock_log
 *     where area = ${area} and amount >= 10 and open_time is not null order by open_time desc
 */
export interface ReportStatement {
  readonly columns: readonly ReportStatementColumn[]
  /** The table or view, perhaps with its schema before it. */
  readonly table: readonly ReportName[]
  readonly conditions: readonly ReportCondition[]
  readonly order: readonly { readonly column: ReportName; readonly descending: boolean }[]
}

/** A name as it was written: in quotes it keeps its capitals. */
export interface ReportName {
  readonly text: string
  readonly isQuoted: boolean
}

export interface ReportStatementColumn {
  readonly name: ReportName
  /** What it is called on the wire: lower case, unique. */
  readonly alias: string
}

export type ReportComparison = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'like'

export type ReportCondition =
  | { readonly column: ReportName; readonly isNull: boolean }
  | { readonly column: ReportName; readonly comparison: ReportComparison; readonly with: ReportOperand }

/** A parameter by its name, or a value that stands in the statement. */
export type ReportOperand = { readonly param: string } | { readonly value: string | number }

export type ReadReportStatement =
  | { readonly ok: true; readonly value: ReportStatement }
  | { readonly ok: false; readonly reason: string }

/** Longest text of a statement and most columns of a report. */
export const REPORT_STATEMENT_MAX = 4_000
const MOST_COLUMNS = 100
/** Longest name of a column in an answer: PostgreSQL cuts what is longer, and two that are cut alike are one. */
const ALIAS_BYTES = 63

const token =
  /\s*(?:(?<param>'\$\{\s*\w{1,32}\s*\}'|\$\{\s*\w{1,32}\s*\})|(?<text>'(?:[^']|'')*')|(?<quoted>"[^"`\0]{1,128}"|`[^"`\0]{1,128}`)|(?<number>-?\d+(?:\.\d+)?(?![\w\u4E00-\u9FFF]))|(?<word>[A-Za-z_\u4E00-\u9FFF][\w\u4E00-\u9FFF]{0,127})|(?<sign><=|>=|<>|!=|[=<>,.]))/uy

type Kind = 'param' | 'text' | 'quoted' | 'number' | 'word' | 'sign'
interface Token {
  readonly kind: Kind
  readonly text: string
}

/** What ends the reading of a statement: the words for the person. */
class Refusal extends Error {}

const reserved = new Set(['select', 'from', 'where', 'and', 'or', 'order', 'by', 'as', 'is', 'not', 'null'])

const allowed =
  '只能写：select 列 [as 别名], … from 表或视图 [where 列 = ${参数} and …] [order by 列 [desc]]；需要连接、汇总或计算时，请在数据源中建视图'

/** Reads the text of a statement; the reason is in words for the person who wrote it. */
export function readReportStatement(text: string): ReadReportStatement {
  try {
    if (text.length > REPORT_STATEMENT_MAX) throw new Refusal(`最多 ${REPORT_STATEMENT_MAX} 个字符`)
    return { ok: true, value: statementOf(tokensOf(text)) }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message }
    throw error
  }
}

/** The parameters of a statement in the order they appear, each once. */
export const reportParams = ({ conditions }: ReportStatement): readonly string[] => [
  ...new Set(conditions.flatMap((each) => ('with' in each && 'param' in each.with ? [each.with.param] : []))),
]

function tokensOf(text: string): readonly Token[] {
  const found: Token[] = []
  const end = text.trimEnd().length
  token.lastIndex = 0
  while (token.lastIndex < end) {
    const at = token.lastIndex
    const groups = token.exec(text)?.groups
    if (!groups)
      throw new Refusal(`从“${text.slice(at).trim().slice(0, 20)}”开始不能识别。报表语句${allowed}`)
    const [kind, value] = Object.entries(groups).find(([, part]) => part !== undefined) ?? []
    if (kind !== undefined && value !== undefined) found.push({ kind: kind as Kind, text: value })
  }
  return found
}

function statementOf(tokens: readonly Token[]): ReportStatement {
  let at = 0
  const next = (): Token | undefined => tokens[at]
  const isWord = (word: string): boolean => next()?.kind === 'word' && next()?.text.toLowerCase() === word
  const takeWord = (word: string): boolean => {
    const is = isWord(word)
    if (is) at++
    return is
  }
  const takeSign = (sign: string): boolean => {
    const is = next()?.kind === 'sign' && next()?.text === sign
    if (is) at++
    return is
  }
  const refuse = (wanted: string): Refusal => {
    const found = next()
    return new Refusal(
      `${found === undefined ? '语句在末尾' : `“${found.text.slice(0, 20)}”处`}应为${wanted}。报表语句${allowed}`,
    )
  }
  const needWord = (word: string): void => {
    if (!takeWord(word)) throw refuse(` ${word}`)
  }
  const name = (what: string): ReportName => {
    const found = next()
    if (found?.kind === 'quoted') {
      at++
      return { text: found.text.slice(1, -1), isQuoted: true }
    }
    if (found?.kind !== 'word' || reserved.has(found.text.toLowerCase())) throw refuse(what)
    at++
    return { text: found.text, isQuoted: false }
  }
  const operand = (): ReportOperand => {
    const found = next()
    if (found === undefined || !['param', 'text', 'number'].includes(found.kind))
      throw refuse(' ${参数}、数字或用单引号括起的文字')
    at++
    if (found.kind === 'number') return { value: Number(found.text) }
    if (found.kind === 'param') return { param: found.text.replaceAll(/[^\w]/g, '') }
    return { value: found.text.slice(1, -1).replaceAll("''", "'") }
  }
  const comparison = (): ReportComparison => {
    if (takeWord('like')) return 'like'
    const sign = next()
    if (sign?.kind !== 'sign' || !/^(?:=|<>|!=|<=|>=|<|>)$/.test(sign.text))
      throw refuse('比较符（= <> < <= > >= like）')
    at++
    return sign.text === '!=' ? '<>' : (sign.text as ReportComparison)
  }
  const condition = (): ReportCondition => {
    const column = name('列名')
    if (!takeWord('is')) return { column, comparison: comparison(), with: operand() }
    const isNull = !takeWord('not')
    needWord('null')
    return { column, isNull }
  }

  needWord('select')
  const columns: ReportStatementColumn[] = []
  do {
    const column = name('列名（不能用 * 和函数）')
    columns.push({
      name: column,
      alias: (takeWord('as') ? name('别名') : column).text.toLowerCase(),
    })
  } while (takeSign(','))
  needWord('from')
  const table = [name('表名')]
  if (takeSign('.')) table.push(name('表名'))
  const conditions: ReportCondition[] = []
  if (takeWord('where'))
    do conditions.push(condition())
    while (takeWord('and'))
  const order: { column: ReportName; descending: boolean }[] = []
  if (takeWord('order')) {
    needWord('by')
    do {
      const column = name('列名')
      const descending = takeWord('desc')
      if (!descending) takeWord('asc')
      order.push({ column, descending })
    } while (takeSign(','))
  }
  if (next() !== undefined) throw refuse('语句的末尾')
  const twice = columns.find(
    ({ alias }, index) => columns.findIndex((each) => each.alias === alias) !== index,
  )
  if (twice) throw new Refusal(`列“${twice.alias}”出现了两次，请用 as 另起别名`)
  const long = columns.find(({ alias }) => new TextEncoder().encode(alias).length > ALIAS_BYTES)
  if (long)
    throw new Refusal(
      `列“${long.alias}”的名字太长，请用 as 另起别名（最多 ${ALIAS_BYTES} 个字母或 21 个汉字）`,
    )
  if (columns.length > MOST_COLUMNS) throw new Refusal(`最多 ${MOST_COLUMNS} 列`)
  return { columns, table, conditions, order }
}
