import { CompiledQuery, type Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Tx } from '../context.ts'
import type { Database } from './schema.ts'

/** Where a statement may run: the pool (reads outside a transaction), or the transaction one is in. */
export type Queryable = Pool | PoolClient | Tx | Kysely<Database>

/**
 * Runs a statement written as text, with bound values, past Kysely's plugins (the aliases are camelCase already).
 * `name` prepares it once per connection; it is used on pools only, and never for `like` (performance.md, trap).
 */
export async function runSql<T extends Record<string, unknown>>(
  db: Queryable,
  text: string,
  values: readonly unknown[],
  name?: string,
): Promise<T[]> {
  if ('executeQuery' in db) {
    const { rows } = await db.withoutPlugins().executeQuery<T>(CompiledQuery.raw(text, [...values]))
    return rows
  }
  const { rows } = await db.query<T>(
    name === undefined ? { text, values: [...values] } : { name, text, values: [...values] },
  )
  return rows
}
