import { CompiledQuery, sql } from 'kysely'
import { types } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../context.ts'
import { statementCounts } from '../monitor/statements.ts'
import { statementsOf } from '../testing/count-statements.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-world.ts'
import { databaseRefusal } from './database-refusal.ts'
import { nameStatement } from './named-statements.ts'
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
  // The driver keeps the last of two columns of one name; such a text is asked alone.
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

const gathered = <T>(ask: (tx: Tx) => Promise<T>): Promise<T> =>
  onOneConnection(database.db, (tx) => together(tx, ask))

it('reads that do not wait for each other take one round trip, whether they were met before or not', async () => {
  for (const _ of [1, 2]) {
    const sent = await statementsOf(database.pool, () => gathered(readAll))
    expect(sent).toHaveLength(1)
  }
})

it('a text is prepared once a connection, whatever it is asked beside, and twice in one round', async () => {
  const one = sql`select 'prepared once' as word`
  const other = sql`select 'beside it' as word`
  const words = (asked: (typeof one)[]) =>
    gathered((tx) => Promise.all(asked.map((each) => each.execute(tx).then(({ rows }) => rows[0]))))
  expect(await words([one, one])).toEqual([{ word: 'prepared once' }, { word: 'prepared once' }])
  expect(await words([other, one])).toEqual([{ word: 'beside it' }, { word: 'prepared once' }])
  const { rows } = await database.pool.query(
    `select count(*)::int as n from pg_prepared_statements where statement = 'select ''prepared once'' as word'`,
  )
  expect(rows).toEqual([{ n: 1 }])
})

it('reads outside a transaction see one moment', async () => {
  const times = await gathered((tx) =>
    Promise.all(
      [1, 2].map((n) =>
        sql<{ at: string; isolation: string }>`select ${n}::int as n, pg_current_snapshot()::text as at,
          current_setting('transaction_isolation') as isolation`.execute(tx),
      ),
    ),
  )
  const [first, second] = times.map(({ rows }) => rows[0])
  expect(second?.at).toBe(first?.at)
  expect(first?.isolation).toBe('repeatable read')
})

it('a read that fails says why to all of its round, and the connection serves the next', async () => {
  const fails = gathered((tx) =>
    Promise.all([sql`select 1 as one`.execute(tx), sql`select 1 / (${0}::int) as none`.execute(tx)]),
  )
  await expect(fails).rejects.toThrow('division by zero')
  for (const _ of [1, 2]) expect(await gathered(readAll)).toHaveLength(texts.length)
  const inTransaction = database.db
    .transaction()
    .execute((tx) => together(tx, (one) => Promise.all([sql`select 1 / 0`.execute(one), readAll(one)])))
  await expect(inTransaction).rejects.toThrow('division by zero')
  expect(await asked(database.db)).toHaveLength(texts.length)
})

it('a value that cannot be read fails the round, not the server', async () => {
  const read = types.getTypeParser(types.builtins.UUID)
  types.setTypeParser(types.builtins.UUID, () => {
    throw new Error('no such value')
  })
  try {
    const fails = gathered((tx) =>
      Promise.all([sql`select gen_random_uuid() as id`.execute(tx), sql`select 1 as one`.execute(tx)]),
    )
    await expect(fails).rejects.toThrow('no such value')
  } finally {
    types.setTypeParser(types.builtins.UUID, read)
  }
  expect(await gathered(readAll)).toHaveLength(texts.length)
})

it('each read of a round is counted by itself', async () => {
  await gathered((tx) =>
    Promise.all([sql`select 'counted'`.execute(tx), sql`select 2 as counted`.execute(tx)]),
  )
  expect(statementCounts().find(({ statement }) => statement === 'select 2 as counted')).toMatchObject({
    calls: 1,
    rows: 1,
    errors: 0,
  })
})

describe('a table that changes beside a running server', () => {
  const text = 'select * from changing where id = $1'
  const ask = (tx: Tx | typeof database.db) =>
    tx.executeQuery(CompiledQuery.raw(text, [1])).then(({ rows }) => rows)
  const change = (ddl: string) => database.pool.query(ddl)
  beforeAll(() =>
    change('create table changing (id int, at timestamptz, word text); insert into changing values (1)'),
  )

  it('a statement under a name is asked again without it', async () => {
    nameStatement(text)
    for (const _ of [1, 2]) await ask(database.db)
    await change('alter table changing add column more int default 5')
    expect(await ask(database.db)).toEqual([{ id: 1, at: null, word: null, more: 5 }])
  })

  it('a transaction is refused once, with a reason, and passes then', async () => {
    const inTransaction = () => database.db.transaction().execute((tx) => ask(tx))
    for (const _ of [1, 2]) await inTransaction()
    await change('alter table changing drop column more')
    const error = await inTransaction().catch((thrown: unknown) => thrown)
    expect(databaseRefusal(error)?.message).toContain('数据结构刚刚更新，本次操作未执行，请重试')
    expect(await inTransaction()).toEqual([{ id: 1, at: null, word: null }])
  })

  it('columns that were exchanged never answer under the names of others', async () => {
    const both = () => gathered((one) => Promise.all([ask(one), readAll(one)]))
    for (const _ of [1, 2]) await both()
    await change(`alter table changing drop column word; alter table changing add column tail text default 'end';
      alter table changing add column word text default 'new'`)
    const [rows] = await both()
    expect(rows).toEqual([expect.objectContaining({ id: 1, at: null, word: 'new' })])
  })
})
