import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-world.ts'

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
})
