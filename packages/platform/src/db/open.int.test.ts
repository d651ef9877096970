import { sql } from 'kysely'
import { existsSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-world.ts'
import { standBack } from './stand-back.ts'

const database = await createTestDatabase()
afterAll(() => database[Symbol.asyncDispose]())

describe('a database connection', () => {
  test('speaks Asia/Shanghai', async () => {
    const { rows } = await sql<{
      at: string
    }>`select '2026-01-01T00:00:00Z'::timestamptz::text as at`.execute(database.db)
    expect(rows).toEqual([{ at: '2026-01-01 08:00:00+08' }])
  })

  test('keeps 19-digit ids exact', async () => {
    const { rows } = await sql<{ id: string }>`select 1234567890123456789::bigint as id`.execute(database.db)
    expect(rows[0]?.id).toBe('1234567890123456789')
  })

  test('gives columns camelCase names', async () => {
    const { rows } = await sql`select 1 as create_time`.execute(database.db)
    expect(rows).toEqual([{ createTime: 1 }])
  })

  test('streams by cursor', async () => {
    const numbers: number[] = []
    const query = database.db.selectNoFrom(sql<number>`generate_series(1, 5)`.as('n'))
    for await (const row of query.stream(2)) numbers.push(row.n)
    expect(numbers).toEqual([1, 2, 3, 4, 5])
  })

  // Another user's process keeps its place: only the server that runs beside us may be told.
  test.runIf(existsSync('/proc/self') && process.getuid?.() === 0)(
    'of the searches stands back behind the others, in the database as well',
    async () => {
      const client = await database.searchPool.connect()
      try {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        const pid = rows[0]?.pid ?? 0
        await standBack(client)
        expect(getPriority(pid)).toBe(10)
      } finally {
        client.release()
      }
    },
  )
})
