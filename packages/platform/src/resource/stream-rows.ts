import type { Pool } from 'pg'
import { cancelOnAbort } from '../db/run-cancellable.ts'
import type { CompiledResource, RowRecord } from '../db/compile.ts'
import { readRows } from './read-rows.ts'

const BLOCK = 500

/**
 * Rows of a statement in blocks, through a cursor: memory stays small whatever the table holds, two blocks at
 * most. Each block is a statement of its own, so that the limit of a statement's time is for a block and not for the whole. The connection
 * goes back to its pool when the reader ends, also when it ends early; a statement under way when `reader.signal`
 * aborts is cancelled through `reader.pool`. Throws what the database says.
 */
export async function* streamRows(
  pool: Pool,
  compiled: CompiledResource,
  text: string,
  values: readonly unknown[],
  reader?: { readonly pool: Pool; readonly signal: AbortSignal },
): AsyncGenerator<RowRecord[]> {
  const client = await pool.connect()
  const watch = reader && cancelOnAbort(reader.pool, client, reader.signal)
  let isBroken = true
  try {
    await client.query('begin read only')
    // A plan that gives the first rows at once; sorting everything first would keep the reader waiting.
    await client.query('set local cursor_tuple_fraction = 0.01')
    await client.query(`declare rows no scroll cursor for ${text}`, [...values])
    const fetchBlock = () => client.query<RowRecord>(`fetch ${BLOCK} from rows`)
    let next = fetchBlock()
    for (;;) {
      const { rows } = await next
      if (rows.length === 0) break
      // The database reads on while these are written.
      next = fetchBlock()
      // Said where it is awaited; a reader that ends early wants neither rows nor errors.
      next.catch(() => {})
      yield readRows(compiled, rows)
    }
    isBroken = false
  } finally {
    await watch?.end()
    await client.query('rollback').then(
      () => (isBroken = false),
      () => {},
    )
    client.release(isBroken)
  }
}
