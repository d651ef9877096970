import type { Pool, PoolClient, QueryConfig } from 'pg'
import { fail } from '../fail.ts'
import { runSql } from './run-sql.ts'

/** The two pools of a server: `pool` answers at once, `searchPool` what costs more the larger the table is. */
export interface Lanes {
  readonly pool: Pool
  readonly searchPool: Pool
}

/**
 * Runs a statement on the search pool for as long as somebody waits for it: when `signal` aborts, the database gives it
 * up instead of working on for nobody. Never prepared: it is planned with its values (performance.md, trap of the generic
 * plan). Throws `SEARCH_BUSY` when no connection comes free in time, `SEARCH_GONE` when nobody waits any more.
 */
export async function runSearch<T extends Record<string, unknown>>(
  { pool, searchPool }: Lanes,
  text: string,
  values: readonly unknown[],
  signal: AbortSignal | undefined,
): Promise<T[]> {
  const client = await searchPool.connect().catch((error: unknown) => {
    throw error instanceof Error && error.message.startsWith('timeout exceeded') ? fail('SEARCH_BUSY') : error
  })
  return await runOn<T>(client, pool, { text, values: [...values] }, signal)
}

/**
 * Runs a statement of an ordinary list on the pool of all for as long as somebody waits for it, prepared under `name`.
 * It is cancelled through the other lane, which a flood of abandoned lists does not fill. Throws `SEARCH_GONE` when
 * nobody waits any more.
 */
export async function runListed<T extends Record<string, unknown>>(
  { pool, searchPool }: Lanes,
  text: string,
  values: readonly unknown[],
  name: string | undefined,
  signal: AbortSignal | undefined,
): Promise<T[]> {
  if (signal === undefined) return await runSql<T>(pool, text, values, name)
  const client = await pool.connect()
  const asked = { text, values: [...values], ...(name === undefined ? {} : { name }) }
  return await runOn<T>(client, searchPool, asked, signal)
}

async function runOn<T extends Record<string, unknown>>(
  client: PoolClient,
  cancelPool: Pool,
  asked: QueryConfig,
  signal: AbortSignal | undefined,
): Promise<T[]> {
  const watch = signal && cancelOnAbort(cancelPool, client, signal)
  try {
    // Whoever went away while this waited for a connection wants nothing any more.
    if (signal?.aborted) throw fail('SEARCH_GONE')
    return (await client.query<T>(asked)).rows
  } finally {
    await watch?.end()
    client.release()
  }
}

/**
 * Cancels whatever `client` runs when `signal` aborts, through a connection of `pool`. `end` must be awaited before the
 * client goes back to its own pool: a cancellation under way could otherwise hit the next user's statement.
 */
export function cancelOnAbort(
  pool: Pool,
  client: PoolClient,
  signal: AbortSignal,
): { readonly end: () => Promise<void> } {
  // The driver knows it and its types do not: the number of the server process behind a connection.
  const { processID } = client as PoolClient & { readonly processID: number }
  let cancelling: Promise<unknown> = Promise.resolve()
  const cancel = (): void => {
    cancelling = pool.query('select pg_cancel_backend($1)', [processID]).catch(() => {
      // Without a connection to cancel it by, the statement ends at its own time limit.
    })
  }
  signal.addEventListener('abort', cancel, { once: true })
  return {
    async end() {
      signal.removeEventListener('abort', cancel)
      await cancelling
    },
  }
}
