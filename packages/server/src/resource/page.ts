import type { Page } from '@suoan/contract'
import type { Filter, SortKey } from '@suoan/kit/filter'
import { runSql, type Queryable } from '../db/run-sql.ts'
import type { Scope } from '../db/scope.ts'
import type { CompiledResource, RowRecord } from './compile.ts'
import { bounded, listMemory, MEMORY_MS, type PageAnchor, type Total } from './list-memory.ts'
import { readRows } from './read-rows.ts'
import { statementName } from './statement-name.ts'
import { whereOf, type Where } from './where.ts'

/** What a list page asks for, read from its parameters (4-api.md §4). */
export interface ListQuery {
  readonly filter: Filter
  readonly sort: readonly SortKey[]
  readonly pageNo: number
  readonly pageSize: number
  readonly offset: number
}

/** Totals above it are not counted to the end: `totalCapped`, the console shows "10000+". */
export const TOTAL_CAP = 10_000
/** Small totals are cheap to count and are never remembered. */
const REMEMBER_FROM = 500
/** From this offset on a page is found by key or by ids first, not by walking whole rows. */
const DEEP_OFFSET = 1_000
const MOST_ANCHORS = 400

/** One page and its total, asked for in parallel. */
export async function readPage(
  db: Queryable,
  compiled: CompiledResource,
  scope: Scope,
  query: ListQuery,
): Promise<Page<RowRecord>> {
  const where = whereOf(compiled, scope, query.filter)
  const key = `${where.text}\n${JSON.stringify(where.values)}`
  const [listed, { total, totalCapped }] = await Promise.all([
    readListed(db, compiled, where, key, query),
    totalOf(db, compiled, where, key),
  ])
  const rows = readRows(compiled, listed)
  // Never less than what stands on the page: the two statements may see different moments.
  const seen = Math.max(total, rows.length === 0 ? 0 : query.offset + rows.length)
  return {
    records: rows,
    total: seen,
    size: query.pageSize,
    current: query.pageNo,
    pages: Math.ceil(seen / query.pageSize),
    ...(totalCapped ? { totalCapped } : {}),
  }
}

async function totalOf(
  db: Queryable,
  { resource, from }: CompiledResource,
  where: Where,
  key: string,
): Promise<Total> {
  const { totals } = listMemory(db, resource.name)
  const known = totals.get(key)
  const now = performance.now()
  if (known && known.until > now) return await known.total
  const text = `select count(*)::int as total from (select 1 from ${from} where ${where.text} limit ${TOTAL_CAP + 1}) c`
  const counting = runSql<{ total: number }>(db, text, where.values, statementName(text, where)).then(
    ([row]) => {
      const total = row?.total ?? 0
      return total > TOTAL_CAP ? { total: TOTAL_CAP, totalCapped: true } : { total, totalCapped: false }
    },
  )
  // Remembered at once, so that ten callers count once; small and failed counts are dropped again.
  const entry = { until: now + MEMORY_MS, total: counting }
  totals.set(key, entry)
  bounded(totals)
  const drop = (): void => void (totals.get(key) === entry && totals.delete(key))
  counting.then(({ total }) => {
    if (total < REMEMBER_FROM) drop()
  }, drop)
  return await counting
}

async function readListed(
  db: Queryable,
  compiled: CompiledResource,
  where: Where,
  key: string,
  query: ListQuery,
): Promise<RowRecord[]> {
  const order = orderBy(compiled, query.sort)
  if (query.offset < DEEP_OFFSET)
    return await readRowsFrom(db, compiled, where, order, query.pageSize, query.offset)
  return await readDeep(db, compiled, where, `${key}\n${order}`, query, order)
}

/** Rows from an offset that is near enough to walk to. */
async function readRowsFrom(
  db: Queryable,
  { from, select }: CompiledResource,
  where: Where,
  order: string,
  size: number,
  offset: number,
): Promise<RowRecord[]> {
  const { text: limits, values } = limitsOf(where, size, offset)
  const text = `select ${select} from ${from} where ${where.text} order by ${order} ${limits}`
  return await runSql(db, text, values, statementName(text, where))
}

async function readDeep(
  db: Queryable,
  compiled: CompiledResource,
  where: Where,
  key: string,
  query: ListQuery,
  order: string,
): Promise<RowRecord[]> {
  const { anchors } = listMemory(db, compiled.resource.name)
  const now = performance.now()
  const known = anchors.get(key)
  const remembered = known && known.until > now ? known : { until: now + MEMORY_MS, list: [] }
  const canContinue = query.sort.every(({ field }) => compiled.solid.has(field)) && sameDirection(query.sort)
  const anchor = canContinue ? nearest(remembered.list, query.offset) : undefined
  const near = anchor === undefined ? where : afterAnchor(compiled, where, anchor, query.sort)
  const left = query.offset - (anchor?.offset ?? 0)
  const rows =
    left < DEEP_OFFSET
      ? await readRowsFrom(db, compiled, near, order, query.pageSize, left)
      : await readIdsFirst(db, compiled, near, order, query.pageSize, left)
  if (canContinue && rows.length > 0) {
    anchors.delete(key)
    anchors.set(key, remembered)
    bounded(anchors)
    addAnchor(remembered.list, query.offset + 1, rows[0], query.sort)
    addAnchor(remembered.list, query.offset + rows.length, rows.at(-1), query.sort)
  }
  return rows
}

/** The condition and, beyond it, everything that stands after the anchor's row. */
function afterAnchor(
  compiled: CompiledResource,
  where: Where,
  anchor: PageAnchor,
  sort: readonly SortKey[],
): Where {
  const values = [...where.values]
  const keys = sort.map(({ field }) => `t.${compiled.columns.get(field)?.column ?? 'id'}`)
  const marks = sort.map((one, index) => `$${values.push(anchor.keys[index])}${castOf(compiled, one)}`)
  const sign = sort[0]?.direction === 'desc' ? '<' : '>'
  return { ...where, text: `${where.text} and (${keys.join(', ')}) ${sign} (${marks.join(', ')})`, values }
}

/** The walk to the page reads the index only, and whole rows are read for the page alone. */
async function readIdsFirst(
  db: Queryable,
  { from, select }: CompiledResource,
  where: Where,
  order: string,
  size: number,
  offset: number,
): Promise<RowRecord[]> {
  const { text: limits, values } = limitsOf(where, size, offset)
  const inner = `select t.id from ${from} where ${where.text} order by ${order} ${limits}`
  const text = `select ${select} from (${inner}) p join ${from} on t.id = p.id order by ${order}`
  return await runSql(db, text, values, statementName(text, where))
}

function nearest(list: readonly PageAnchor[], offset: number): PageAnchor | undefined {
  let best: PageAnchor | undefined
  for (const anchor of list) {
    if (anchor.offset <= offset && anchor.offset > (best?.offset ?? 0)) best = anchor
  }
  return best
}

/** Keys are kept as the driver gave them, with all their digits; a row with an empty key is no anchor. */
function addAnchor(
  list: PageAnchor[],
  offset: number,
  row: RowRecord | undefined,
  sort: readonly SortKey[],
): void {
  const keys = sort.map(({ field }) => row?.[field])
  if (keys.some((value) => value === null || value === undefined)) return
  if (list.some((anchor) => anchor.offset === offset)) return
  list.push({ offset, keys })
  if (list.length > MOST_ANCHORS) list.shift()
}

function castOf(compiled: CompiledResource, { field }: SortKey): string {
  const type = compiled.columns.get(field)?.kind.filter
  return type === 'dateTime' ? '::timestamptz' : type === 'date' ? '::date' : ''
}

function sameDirection(sort: readonly SortKey[]): boolean {
  return sort.every(({ direction }) => direction === sort[0]?.direction)
}

/** Pages whose offset is written into the statement; later ones bind it. */
const WRITTEN_PAGES = 20

/**
 * Limit and offset as text where they are few: of bound ones the planner knows nothing, takes a tenth of the table for
 * the page, and plans each call anew (1 to 5 ms over the log's partitions). Both are whole numbers of `parsePage`.
 */
function limitsOf(where: Where, size: number, offset: number): { text: string; values: unknown[] } {
  const isWritten = offset < WRITTEN_PAGES * size && offset % size === 0
  const limit = `limit ${Math.trunc(size)}`
  if (isWritten) return { text: `${limit} offset ${Math.trunc(offset)}`, values: where.values }
  return { text: `${limit} offset $${where.values.length + 1}`, values: [...where.values, offset] }
}

/** Columns come from the description; what is not there was refused by `parseSort` before. */
export function orderBy({ columns }: CompiledResource, sort: readonly SortKey[]): string {
  const keys = sort.flatMap(({ field, direction }) => {
    const column = columns.get(field)
    return column ? [`t.${column.column} ${direction}`] : []
  })
  return keys.length === 0 ? 't.id desc' : keys.join(', ')
}
