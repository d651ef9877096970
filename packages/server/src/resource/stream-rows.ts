import type { PostgresCursor } from 'kysely'
import type { Pool, Submittable } from 'pg'
import Cursor from 'pg-cursor'
import type { CompiledResource, RowRecord } from './compile.ts'
import { readRows } from './read-rows.ts'

const BLOCK = 500

/**
 * Rows of a statement in blocks, through a cursor: memory stays small whatever the table holds. The connection goes
 * back to its pool when the reader ends, also when it ends early.
 */
export async function* streamRows(
  pool: Pool,
  compiled: CompiledResource,
  text: string,
  values: readonly unknown[],
): AsyncGenerator<RowRecord[]> {
  const client = await pool.connect()
  let isBroken = true
  try {
    const cursor: PostgresCursor<RowRecord> = new Cursor<RowRecord>(text, [...values])
    // The cursor package has no types of its own; what it makes is what the driver submits.
    client.query(cursor as unknown as Submittable)
    try {
      for (;;) {
        const rows = await cursor.read(BLOCK)
        if (rows.length === 0) break
        yield readRows(compiled, rows)
      }
      isBroken = false
    } finally {
      await cursor.close().then(
        () => (isBroken = false),
        () => {},
      )
    }
  } finally {
    client.release(isBroken)
  }
}
