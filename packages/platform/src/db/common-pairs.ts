import type { Pool } from 'pg'
import { pairsOf } from './filter-to-sql.ts'

/** Tables below it are searched at once whatever is looked for. */
const FROM_ROWS = 20_000
const SAMPLED_ROWS = 1_000
/**
 * A pair that more of the texts hold narrows nothing down, and reading where it stands takes longer than all the others.
 * Below it, leaving one out costs more: of 1,000,000 names that end in a number, "61" alone left 12,500 rows to be looked at
 * (87 ms), with "16" and "19", which a twelfth holds, 500 (7 ms).
 */
const COMMON_SHARE = 0.25
const REMEMBERED_MS = 10 * 60_000

interface Learned {
  readonly until: number
  readonly done: Promise<void>
}

const learned = new WeakMap<Pool, Map<string, Learned>>()
/** By table and column: which pairs are common says only how a search looks, never what it finds. */
const common = new Map<string, ReadonlySet<string>>()

/** The two signs are in a large part of the texts of a column, as far as was learned. */
export const isCommonPair = (table: string, column: string, pair: string): boolean =>
  common.get(`${table}.${column}`)?.has(pair) ?? false

/** Looks through some rows of a large table for the pairs that most texts of its columns hold; kept for ten minutes. */
export function learnCommonPairs(pool: Pool, table: string, columns: readonly string[]): Promise<void> {
  const tables = learned.get(pool) ?? new Map<string, Learned>()
  learned.set(pool, tables)
  const known = tables.get(table)
  const now = performance.now()
  if (known && now < known.until) return known.done
  const done = columns.length === 0 ? Promise.resolve() : sample(pool, table, columns)
  tables.set(table, { until: now + REMEMBERED_MS, done })
  done.catch(() => tables.delete(table))
  return done
}

async function sample(pool: Pool, table: string, columns: readonly string[]): Promise<void> {
  const { rows: sizes } = await pool.query<{ rows: number }>(
    `select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as rows from pg_class
     where oid = $1::regclass or oid in (select inhrelid from pg_inherits where inhparent = $1::regclass)`,
    [table],
  )
  const size = sizes[0]?.rows ?? 0
  if (size < FROM_ROWS) return
  const { rows } = await pool.query<Record<string, string | null>>(
    `select ${columns.join(', ')} from ${table} tablesample system (${(100 * SAMPLED_ROWS) / size})`,
  )
  for (const column of columns) {
    const counts = new Map<string, number>()
    for (const row of rows)
      for (const pair of new Set(pairsOf(row[column] ?? ''))) counts.set(pair, (counts.get(pair) ?? 0) + 1)
    const limit = Math.max(1, rows.length * COMMON_SHARE)
    common.set(
      `${table}.${column}`,
      new Set([...counts].flatMap(([pair, count]) => (count > limit ? [pair] : []))),
    )
  }
}
