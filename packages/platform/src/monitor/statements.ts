import type { Pool, PoolClient } from 'pg'

/** Different statements that are counted by themselves; what comes later is counted together. */
const MOST = 1_000
/** So many that came last keep their places: a new one has had no time to show what it costs. */
const NEWEST = 100
const MOST_CHARACTERS = 4_000
const OTHERS = '（其余语句）'

export interface StatementCount {
  readonly statement: string
  calls: number
  totalMs: number
  maxMs: number
  rows: number
  errors: number
}

const counts = new Map<string, StatementCount>()
/** Texts as they were sent, so that each is put together once. */
const byText = new Map<string, StatementCount>()

/** What the pools of this process have sent since it started, by text; values are never kept. */
export const statementCounts = (): readonly StatementCount[] => [...counts.values()]

/** Counts every statement of a pool's connections: how often, how long, how many rows. */
export function watchStatements(pool: Pool): void {
  pool.on('connect', (client: PoolClient) => {
    const query = queryOf(client)
    const watched = (...all: readonly unknown[]): unknown => {
      const text = textOf(all[0])
      if (text === null) return query(...all)
      const begun = performance.now()
      const callback = all.at(-1)
      if (typeof callback === 'function') {
        const told = (error: unknown, result: unknown): void => {
          note(text, begun, error !== null && error !== undefined, result)
          ;(callback as (error: unknown, result: unknown) => void)(error, result)
        }
        return query(...all.slice(0, -1), told)
      }
      const asked = query(...all)
      if (asked instanceof Promise)
        asked.then(
          (result: unknown) => note(text, begun, false, result),
          () => note(text, begun, true, null),
        )
      return asked
    }
    Reflect.set(client, 'query', watched)
  })
}

/** What the driver's class has at the time of the call: measurements listen there (`testing/count-statements.ts`). */
function queryOf(client: PoolClient): (...all: readonly unknown[]) => unknown {
  const own = Object.getOwnPropertyDescriptor(client, 'query')?.value as PoolClient['query'] | undefined
  const driver = Object.getPrototypeOf(client) as PoolClient
  return (...all) => Reflect.apply(own ?? driver.query, client, all)
}

/** Null for what is no text: a cursor or a stream, which is read over a time of its reader's. */
function textOf(first: unknown): string | null {
  if (typeof first === 'string') return first
  if (typeof first !== 'object' || first === null || 'submit' in first) return null
  return 'text' in first && typeof first.text === 'string' ? first.text : null
}

function note(text: string, begun: number, isError: boolean, result: unknown): void {
  const hasCount = typeof result === 'object' && result !== null && 'rowCount' in result
  const rows = hasCount ? Number(result.rowCount ?? 0) : 0
  noteStatement(text, performance.now() - begun, isError ? null : rows)
}

/** Counts a statement that took `ms` and answered with `rows`; null = it failed. For what no `query` of a pool sees. */
export function noteStatement(text: string, ms: number, rows: number | null): void {
  const count = countOf(text)
  count.calls += 1
  count.totalMs += ms
  if (ms > count.maxMs) count.maxMs = ms
  if (rows === null) count.errors += 1
  else count.rows += rows
}

function countOf(text: string): StatementCount {
  const known = byText.get(text)
  if (known) return known
  const statement = plainStatement(text)
  const count = counts.get(statement) ?? newCount(statement)
  if (byText.size < 4 * MOST) byText.set(text, count)
  return count
}

/**
 * A statement that comes late may be the slow one: when all places are taken, the cheapest of those that are no longer
 * new gives up its own.
 */
function newCount(statement: string): StatementCount {
  if (counts.size >= MOST) joinOthers(cheapest())
  const count = noCount(statement)
  counts.set(statement, count)
  return count
}

const noCount = (statement: string): StatementCount => ({
  statement,
  calls: 0,
  totalMs: 0,
  maxMs: 0,
  rows: 0,
  errors: 0,
})

function cheapest(): StatementCount {
  let found: StatementCount | undefined
  // A map keeps the order in which its entries came.
  let left = counts.size - NEWEST
  for (const each of counts.values()) {
    left -= 1
    if (left < 0) break
    if (each.statement !== OTHERS && (found === undefined || each.totalMs < found.totalMs)) found = each
  }
  if (found === undefined) throw new Error('there is no statement to give up')
  return found
}

function joinOthers(count: StatementCount): void {
  counts.delete(count.statement)
  for (const [text, each] of byText) if (each === count) byText.delete(text)
  const others = counts.get(OTHERS) ?? noCount(OTHERS)
  counts.set(OTHERS, others)
  others.calls += count.calls
  others.totalMs += count.totalMs
  others.maxMs = Math.max(others.maxMs, count.maxMs)
  others.rows += count.rows
  others.errors += count.errors
}

/**
 * A statement without what differs between two calls of it: lists of places as one, white space, and texts and long
 * numbers that stand in it (of statements that were put together), so that no value of anybody is shown.
 */
export function plainStatement(text: string): string {
  return (
    text
      .slice(0, MOST_CHARACTERS)
      // Remarks first: an apostrophe in one would turn texts inside out. A text that was cut has no end.
      .replaceAll(/'(?:[^']|'')*(?:'|$)|--[^\n]*/g, (part) => (part.startsWith('-') ? '' : "'…'"))
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\b\d{6,}\b/g, '…')
      .replaceAll(/\$\d+(?:::\w+(?:\[\])?)?(?:, ?\$\d+(?:::\w+(?:\[\])?)?)+/g, '$…')
      .replaceAll(/(?:\(\$…\), ?)+\(\$…\)/g, '($…)')
      .trim()
  )
}
