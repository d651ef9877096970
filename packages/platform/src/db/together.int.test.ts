import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '../context.ts'
import { statementsOf } from '../testing/count-statements.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-world.ts'
import { onOneConnection, together } from './together.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const texts = [
  `select 1 as whole, 2::bigint as large, 1.50::numeric as exact, 0.1::float8 as near, 'a"b'::text as words,
    true as flag, null::text as nothing, timestamptz '2026-12-01 09:00:00.123+08' as moment, date '2026-12-01' as day,
    '{"inner_key": [1, null]}'::jsonb as inner_json, array['x', null] as list, bytea '\\x0102' as bytes`,
  // The driver keeps the last of two columns of one name.
  `select g.*, g.value::float8 as value, 'z' as last from (values (1, 1.5::numeric, now()), (2, null, null))
    as g(id, value, at)`,
  `with one as (select 7 as n) select n as only_one from one where n > 7`,
]

const readAll = (tx: Tx) => Promise.all(texts.map(async (text) => (await sql.raw(text).execute(tx)).rows))
const asked = (db: typeof database.db) => db.transaction().execute((tx) => together(tx, readAll))

it('rows that were asked for together have the values and types they have alone', async () => {
  const alone = await database.db.transaction().execute((tx) => readAll(tx))
  const first = await asked(database.db)
  const then = await asked(database.db)
  const plain = (rows: unknown) => JSON.stringify(rows).replaceAll(/"at":"[^"]+"/g, '"at":"now"')
  expect(plain(first)).toBe(plain(alone))
  expect(plain(then)).toBe(plain(alone))
  const [[row]] = then as [[Record<string, unknown>]]
  expect(row['moment']).toBeInstanceOf(Date)
  expect(row['bytes']).toBeInstanceOf(Buffer)
  expect(row['large']).toBe('2')
})

it('reads that need no transaction send none', async () => {
  await asked(database.db)
  const sent = await statementsOf(database.pool, () =>
    onOneConnection(database.db, (tx) => together(tx, readAll)),
  )
  expect(sent).toHaveLength(1)
})
