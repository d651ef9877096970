import type { Page } from '@suoan/contract'
import type { Filter, SortKey } from '@suoan/kit/filter'
import { runListed, runSearch, type Lanes } from '../db/run-cancellable.ts'
import { runSql } from '../db/run-sql.ts'
import type { Scope } from './scope.ts'
import { fail } from '../fail.ts'
import { learnCommonPairs } from '../db/common-pairs.ts'
import type { CompiledResource, RowRecord } from '../db/compile.ts'
import { listMemory, type ListMemory, type PageAnchor, type Total } from './list-memory.ts'
import { readRows } from './read-rows.ts'
import { sharedWork } from './shared-work.ts'
import { indexedColumns } from './sort-indexes.ts'
import { statementName } from './statement-name.ts'
import { whereOf, type Where } from './where.ts'

/** What a list page asks for, read from its parameters (4-api.md §4). */
export interface ListQuery {
  readonly filter: Filter
  readonly sort: readonly SortKey[]
  readonly pageNo: number
  readonly pageSize: number
  readonly offset: number
  /** No rows, but their number counted to the end. */
  readonly isCount?: boolean
}

/** Totals above it are estimated by the planner (decision 0440). */
export const TOTAL_CAP = 10_000
/** Lists above it are sorted only by what an index sorts: 1,000,000 rows took 400 to 660 ms. */
export const SORT_CAP = 100_000
/** Small totals are cheap to count and are never remembered. */
const REMEMBER_FROM = 500
/** From this offset on a page is found by key or by ids first, not by walking whole rows. */
const DEEP_OFFSET = 1_000
const MOST_ANCHORS = 400

/** Searches that find no more rows than these are answered by one statement. */
const FOUND_CAP = 1_000
/** No field is named like it. */
const FOUND = '_found'

/** One list as asked for, with what its statements have in common. */
interface AskedList {
  readonly lanes: Lanes
  readonly compiled: CompiledResource
  readonly where: Where
  /** Scope and filter. */
  readonly key: string
  readonly memory: ListMemory
  /** It looks inside texts: its cost grows with the table. */
  readonly isSearch: boolean
  readonly signal: AbortSignal | undefined
}

/** One page and its total. Its statements end when `signal` aborts; a total, when nobody else waits for it either. */
export async function readPage(
  lanes: Lanes,
  compiled: CompiledResource,
  scope: Scope,
  query: ListQuery,
  signal: AbortSignal | undefined,
): Promise<Page<RowRecord>> {
  const isSearch = looksInside(query.filter)
  if (isSearch) await learnCommonPairs(lanes.pool, compiled.resource.table, pairedColumns(compiled))
  const where = whereOf(compiled, scope, query.filter)
  const indexed = await indexedColumns(lanes.pool, compiled.resource.table)
  const isSorted = indexed.has(columnOf(compiled, query.sort[0]))
  const list: AskedList = {
    lanes,
    compiled,
    where,
    key: `${where.text}\n${JSON.stringify(where.values)}`,
    memory: listMemory(lanes.pool, compiled.resource.name),
    isSearch,
    signal,
  }
  if (query.isCount) return pageOf(query, [], { total: await countAll(list), isEstimate: false })
  const sortable = [...compiled.columns.values()].flatMap(({ name, column }) =>
    name in compiled.filterFields && indexed.has(column) ? [name] : [],
  )
  const found = isSearch && query.offset < DEEP_OFFSET ? await readFound(list, query) : undefined
  if (found) return pageOf(query, readRows(compiled, found.rows), { total: found.total, isEstimate: false })
  // A long list is sorted and reached from its other end by its total; any other needs no waiting for it.
  const first = isSorted && query.offset < DEEP_OFFSET ? undefined : await totalOf(list, query)
  if (!isSorted && first !== undefined && first.total > SORT_CAP)
    throw refuseSort(compiled, query, first.total, sortable)
  // More than a few pages in an order of no index are sorted among the searches.
  const reader =
    !isSorted && first !== undefined && first.total > TOTAL_CAP ? { ...list, isSearch: true } : list
  const [listed, total] = await Promise.all([
    readListed(reader, query, first?.isEstimate === false ? first.total : undefined),
    first ?? totalOf(list, query),
  ])
  const page = pageOf(query, readRows(compiled, listed), total)
  return page.total > SORT_CAP ? { ...page, sortable } : page
}

function pageOf(query: ListQuery, records: RowRecord[], { total, isEstimate }: Total): Page<RowRecord> {
  // Never less than what stands on the page: the two statements may see different moments.
  const seen = Math.max(total, records.length === 0 ? 0 : query.offset + records.length)
  return {
    records,
    total: seen,
    size: query.pageSize,
    current: query.pageNo,
    pages: Math.ceil(seen / query.pageSize),
    ...(isEstimate ? { totalEstimated: true } : {}),
  }
}

/**
 * A page and the exact number of rows of a search that finds few: they are looked for once, and not for the page and for
 * the total. Undefined where they are many, or nothing stands on the page.
 */
async function readFound(
  list: AskedList,
  query: ListQuery,
): Promise<{ readonly rows: RowRecord[]; readonly total: number } | undefined> {
  const { compiled, where, memory, key } = list
  // What was counted before was too much.
  if (memory.totals.get(key) !== undefined || memory.counts.get(key) !== undefined) return undefined
  const { text: limits, values } = limitsOf(where, query.pageSize, query.offset)
  const text = `with found as materialized (select t.* from ${compiled.from} where ${where.text} limit ${FOUND_CAP + 1})
    select (select count(*)::int from found) as "${FOUND}", ${compiled.select} from found t order by ${orderBy(compiled, query.sort)} ${limits}`
  const rows = await run<RowRecord>(list, where, text, values, true)
  const total = Number(rows[0]?.[FOUND] ?? 0)
  if (total > FOUND_CAP || (rows.length === 0 && query.offset > 0)) return undefined
  for (const row of rows) delete row[FOUND]
  return { rows, total }
}

/**
 * The total as far as this page needs it: counted while it is small; above, the planner's estimate, until somebody had it
 * counted or stands at its estimated end.
 */
async function totalOf(list: AskedList, query: ListQuery): Promise<Total> {
  const counted = list.memory.counts.get(list.key)
  if (counted !== undefined && query.offset < counted) return { total: counted, isEstimate: false }
  const total = await firstTotal(list)
  if (!total.isEstimate) return total
  if (query.offset + query.pageSize >= total.total) return { total: await countAll(list), isEstimate: false }
  // Whoever reads a second page this deep asks for more: the next ones are reached from the nearer end.
  if (query.offset >= TOTAL_CAP && list.memory.anchors.get(anchorKey(list, query)) !== undefined)
    countAside(list)
  return total
}

async function firstTotal(list: AskedList): Promise<Total> {
  const { totals } = list.memory
  const known = totals.get(list.key)
  if (known) return await known.join(list.signal)
  // Remembered at once, so that ten callers count once; small, failed and abandoned counts are dropped again.
  const counting = sharedWork(
    (signal) => countOrEstimate({ ...list, signal }),
    () => totals.drop(list.key, counting),
  )
  totals.set(list.key, counting)
  const total = await counting.join(list.signal)
  if (total.total < REMEMBER_FROM) totals.drop(list.key, counting)
  return total
}

async function countOrEstimate(list: AskedList): Promise<Total> {
  const { compiled, where, lanes } = list
  const text = `select count(*)::int as total from (select 1 from ${compiled.from} where ${where.text} limit ${TOTAL_CAP + 1}) c`
  const [row] = await run<{ total: number }>(list, where, text, where.values, list.isSearch)
  const total = row?.total ?? 0
  if (total <= TOTAL_CAP) return { total, isEstimate: false }
  const [plan] = await runSql<{ 'QUERY PLAN': readonly { Plan: { 'Plan Rows': number } }[] }>(
    lanes.pool,
    `explain (format json) select 1 from ${compiled.from} where ${where.text}`,
    where.values,
  )
  const rows = plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
  return { total: Math.max(Math.round(rows), total), isEstimate: true }
}

/** The number of rows, counted to the end. */
async function countAll(list: AskedList): Promise<number> {
  const { compiled, where, memory, key } = list
  const text = `select count(*)::int as total from ${compiled.from} where ${where.text}`
  const [row] = await run<{ total: number }>(list, where, text, where.values, true)
  const total = row?.total ?? 0
  if (total > TOTAL_CAP) memory.counts.set(key, total)
  return total
}

const countingAside = new WeakMap<ListMemory, Set<string>>()

/** Counts to the end while nobody waits; once at a time for each list. */
function countAside(list: AskedList): void {
  const running = countingAside.get(list.memory) ?? new Set()
  countingAside.set(list.memory, running)
  if (running.has(list.key)) return
  running.add(list.key)
  const done = (): void => void running.delete(list.key)
  // What fails here is counted anew, and reported, when somebody asks for it.
  countAll({ ...list, signal: undefined }).then(done, done)
}

/** Runs a statement of a list: a costly one among the searches, any other prepared on the pool of all. */
async function run<T extends RowRecord>(
  { lanes, signal }: AskedList,
  where: Where,
  text: string,
  values: readonly unknown[],
  isCostly: boolean,
): Promise<T[]> {
  return isCostly
    ? await runSearch<T>(lanes, text, values, signal)
    : await runListed<T>(lanes, text, values, statementName(text, where), signal)
}

/** A way to a page: from a place whose position is known, over `skip` rows, forward or against the order. */
interface Way {
  readonly from: PageAnchor | 'start' | 'end'
  readonly skip: number
  readonly limit: number
  readonly isReversed: boolean
}

/** The rows of a page. `count` is the exact number of rows, if it is known. */
async function readListed(
  list: AskedList,
  query: ListQuery,
  count: number | undefined,
): Promise<RowRecord[]> {
  const { compiled, memory } = list
  const { offset, pageSize, sort } = query
  if (count !== undefined && offset >= count) return []
  if (offset < DEEP_OFFSET)
    return await readWay(list, query, { from: 'start', skip: offset, limit: pageSize, isReversed: false })
  const canContinue =
    sort.every(({ field }) => compiled.solid.has(field)) &&
    sort.every(({ direction }) => direction === sort[0]?.direction)
  const key = anchorKey(list, query)
  const anchors = memory.anchors.get(key) ?? []
  const rows = await readWay(list, query, shortestWay(canContinue ? anchors : [], query, count))
  if (canContinue && rows.length > 0) {
    if (memory.anchors.get(key) !== anchors) memory.anchors.set(key, anchors)
    addAnchor(anchors, offset + 1, rows[0], sort)
    addAnchor(anchors, offset + rows.length, rows.at(-1), sort)
  }
  return rows
}

const anchorKey = ({ key, compiled }: AskedList, { sort }: ListQuery): string =>
  `${key}\n${orderBy(compiled, sort)}`

function shortestWay(anchors: readonly PageAnchor[], query: ListQuery, count: number | undefined): Way {
  const { offset, pageSize } = query
  const end = Math.min(offset + pageSize, count ?? Infinity)
  const ways: Way[] = [{ from: 'start', skip: offset, limit: pageSize, isReversed: false }]
  if (count !== undefined)
    ways.push({ from: 'end', skip: count - end, limit: end - offset, isReversed: true })
  for (const anchor of anchors) {
    if (anchor.offset <= offset)
      ways.push({ from: anchor, skip: offset - anchor.offset, limit: pageSize, isReversed: false })
    else if (anchor.offset >= end)
      ways.push({ from: anchor, skip: anchor.offset - end, limit: end - offset, isReversed: true })
  }
  return ways.reduce((best, way) => (way.skip < best.skip ? way : best))
}

async function readWay(list: AskedList, query: ListQuery, way: Way): Promise<RowRecord[]> {
  const { compiled } = list
  const { from, select } = compiled
  const sort = way.isReversed ? query.sort.map(reversed) : query.sort
  const order = orderBy(compiled, sort)
  const where = typeof way.from === 'string' ? list.where : beyond(compiled, list.where, way.from, sort, way)
  const { text: limits, values } = limitsOf(where, way.limit, way.skip)
  const isFar = way.skip >= DEEP_OFFSET
  // A long walk reads the index only; whole rows are read for the page alone.
  const inner = `select t.id from ${from} where ${where.text} order by ${order} ${limits}`
  const text = isFar
    ? `select ${select} from (${inner}) p join ${from} on t.id = p.id order by ${order}`
    : `select ${select} from ${from} where ${where.text} order by ${order} ${limits}`
  const rows = await run<RowRecord>(list, where, text, values, isFar || list.isSearch)
  return way.isReversed ? rows.reverse() : rows
}

const reversed = ({ field, direction }: SortKey): SortKey => ({
  field,
  direction: direction === 'asc' ? 'desc' : 'asc',
})

/** The condition and, beyond it, everything after the anchor's row; against the order, that row and all before it. */
function beyond(
  compiled: CompiledResource,
  where: Where,
  anchor: PageAnchor,
  sort: readonly SortKey[],
  { isReversed }: Way,
): Where {
  const values = [...where.values]
  const keys = sort.map((one) => `t.${columnOf(compiled, one)}`)
  const marks = sort.map((one, index) => `$${values.push(anchor.keys[index])}${castOf(compiled, one)}`)
  const sign = `${sort[0]?.direction === 'desc' ? '<' : '>'}${isReversed ? '=' : ''}`
  return { ...where, text: `${where.text} and (${keys.join(', ')}) ${sign} (${marks.join(', ')})`, values }
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

function columnOf(compiled: CompiledResource, key: SortKey | undefined): string {
  return compiled.columns.get(key?.field ?? 'id')?.column ?? 'id'
}

function refuseSort(
  compiled: CompiledResource,
  { sort }: ListQuery,
  total: number,
  sortable: readonly string[],
): Error {
  const label = (name: string): string => compiled.columns.get(name)?.label ?? name
  return fail('SORT_TOO_LONG', {
    total,
    limit: SORT_CAP,
    label: label(sort[0]?.field ?? 'id'),
    others: sortable.map((name) => `“${label(name)}”`).join('、'),
  })
}

/** Whether the question itself (not the caller's scope) looks inside texts. */
function looksInside(filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.of.some(looksInside)
    case 'not':
      return looksInside(filter.of)
    case 'contains':
    case 'startsWith':
    case 'endsWith':
    case 'listHas':
      return true
    default:
      return false
  }
}

/** Columns with an index of their pairs. */
const pairedColumns = ({ columns }: CompiledResource): string[] =>
  [...columns.values()].flatMap(({ column, field }) => (field?.searched ? [column] : []))

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
