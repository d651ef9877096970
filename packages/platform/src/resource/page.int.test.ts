import { position, type Page } from '@suoan/contract'
import { contains, everything } from '@suoan/kit/filter'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemScope } from './scope.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-world.ts'
import type { RowRecord } from '../db/compile.ts'
import { forgetLists } from './list-memory.ts'
import { resourceStore } from './store.ts'

let database: TestDatabase
const store = resourceStore(position)
const ROWS = 12_500

beforeAll(async () => {
  database = await createTestDatabase()
  // Ten rows share each moment, so that the id decides within it.
  await database.pool.query(
    `insert into sys_position (id, tenant_id, code, name, post_rank, create_time)
     select lpad(n::text, 19, '0'), 5, 'P' || n, '职务' || n, '1', timestamptz '2026-01-01' + (n / 10) * interval '1 second'
     from generate_series(1, $1::int) n`,
    [ROWS],
  )
})
afterAll(() => database[Symbol.asyncDispose]())

async function page(pageNo: number, direction: 'asc' | 'desc' = 'desc'): Promise<Page<RowRecord>> {
  return await store.page(
    database,
    systemScope(5),
    {
      filter: everything,
      sort: [
        { field: 'createTime', direction },
        { field: 'id', direction },
      ],
      pageNo,
      pageSize: 10,
      offset: (pageNo - 1) * 10,
    },
    undefined,
  )
}
const codes = (answer: Page<RowRecord>): unknown[] => answer.records.map((row) => row['code'])
const expected = (pageNo: number, direction: 'asc' | 'desc'): string[] =>
  Array.from({ length: 10 }, (_, index) => {
    const place = (pageNo - 1) * 10 + index
    return `P${direction === 'desc' ? ROWS - place : place + 1}`
  })

describe('deep pages', () => {
  it.each(['desc', 'asc'] as const)(
    'are the same with and without remembered anchors (%s)',
    async (direction) => {
      for (const pageNo of [150, 151, 400, 399, 900, 152, 1250, 1249]) {
        expect([pageNo, codes(await page(pageNo, direction))]).toEqual([pageNo, expected(pageNo, direction)])
      }
      forgetLists(database.pool, position.name)
      expect(codes(await page(1250, direction))).toEqual(expected(1250, direction))
    },
  )

  it('streams every row once, in order', async () => {
    let count = 0
    let last = ''
    const sort = [{ field: 'id', direction: 'asc' as const }]
    for await (const rows of store.stream(database.pool, systemScope(5), { filter: everything, sort })) {
      for (const row of rows) {
        const id = String(row['id'])
        expect(id > last).toBe(true)
        last = id
        count += 1
      }
    }
    expect(count).toBe(ROWS)
  })
})

describe('searches', () => {
  const search = async (value: string, pageNo = 1, column = 'code') =>
    await store.page(
      database,
      systemScope(5),
      {
        filter: contains('code', value),
        sort: [
          { field: column, direction: 'desc' },
          { field: 'id', direction: 'desc' },
        ],
        pageNo,
        pageSize: 10,
        offset: (pageNo - 1) * 10,
      },
      undefined,
    )

  it('of few and of many rows give the page that was asked for and the number of all', async () => {
    // 12, 120 to 129, 1200 to 1299 and 12000 to 12500.
    expect(await search('P12', 1, 'createTime')).toMatchObject({ total: 612, pages: 62, current: 1 })
    expect(codes(await search('P12', 2, 'createTime'))).toEqual(
      Array.from({ length: 10 }, (_, n) => `P${12_490 - n}`),
    )
    expect(codes(await search('P12', 62, 'createTime'))).toEqual(['P120', 'P12'])
    expect(codes(await search('P12'))[0]).toBe('P1299')
    const many = await search('P1', 3, 'createTime')
    expect([many.total, codes(many)[0]]).toEqual([3_612, `P${12_480}`])
    expect(Object.keys(many.records[0] ?? {}).toSorted()).toEqual(
      Object.keys((await search('P12')).records[0] ?? {}).toSorted(),
    )
  })

  it('that find nothing, or nothing on a page behind their end, say how many there are', async () => {
    expect(await search('P99999')).toMatchObject({ total: 0, records: [] })
    expect(await search('P12', 63)).toMatchObject({ total: 612, records: [] })
  })
})
