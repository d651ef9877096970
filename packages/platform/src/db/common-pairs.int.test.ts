import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-world.ts'
import { isCommonPair, learnCommonPairs } from './common-pairs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const fill = async (table: string, rows: number): Promise<void> => {
  await database.pool.query(`create table ${table} (name text);
    insert into ${table} select case when n % 1000 = 0 then '罕见' when n % 7 = 0 then '七分隔离挂锁' else '隔离挂锁' end || n from generate_series(1, ${rows}) n;
    analyze ${table}`)
}

it('of a large table, pairs that most texts hold are learned from some of its rows', async () => {
  await fill('worded', 25_000)
  expect(isCommonPair('worded', 'name', '挂锁')).toBe(false)
  await learnCommonPairs(database.pool, 'worded', ['name'])
  expect(['隔离', '离挂', '挂锁', '罕见'].map((pair) => isCommonPair('worded', 'name', pair))).toEqual([
    true,
    true,
    true,
    false,
  ])
  // A number's pairs stand in a seventh of the texts or so: each read from the index leaves fewer rows to look at.
  expect(isCommonPair('worded', 'name', '七分')).toBe(false)
})

it('a small table has none', async () => {
  await fill('few', 500)
  await learnCommonPairs(database.pool, 'few', ['name'])
  expect(isCommonPair('few', 'name', '挂锁')).toBe(false)
})
