import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copyIn, copyLine } from './copy-in.ts'
import { createPool, kyselyOver } from './open.ts'
import { rowsAsArrays } from './rows-as-arrays.ts'
import { storable } from './storable-text.ts'

const pool = createPool(inject('testDatabase').url, 1, 30, pino({ level: 'silent' }))
const db = kyselyOver(pool)
beforeAll(() => pool.query('create temporary table rows_in (n integer, word text, at timestamptz)'))
afterAll(() => db.destroy())

const odd = fc.string({
  unit: fc.constantFrom(
    '\\',
    '"',
    '\t',
    '\n',
    '\r',
    '\0',
    '\ud800',
    '\udc00',
    '{',
    '}',
    ',',
    'NULL',
    '\\N',
    '锁',
    '🔒',
    '',
  ),
})
const rows = fc.array(fc.record({ n: fc.integer(), word: fc.option(odd) }), { minLength: 1, maxLength: 20 })
const at = '2026-12-01T01:02:03.456Z'
const asStored = (given: readonly { n: number; word: string | null }[]) =>
  given.map(({ n, word }) => ({ n, word: word === null ? null : storable(word), at: new Date(at) }))

test('rows that are copied in hold every text as it can be stored, and null apart from an empty one', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      await sql`truncate rows_in`.execute(db)
      await copyIn(
        db,
        'rows_in',
        ['n', 'word', 'at'],
        given.map(({ n, word }) => copyLine([n, word, at])),
      )
      const { rows: stored } = await sql`select * from rows_in`.execute(db)
      expect(stored).toEqual(asStored(given))
    }),
    { numRuns: 40 },
  )
})

test('rows that go along as arrays are the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const types = { n: 'integer', word: 'text', at: 'timestamptz' }
      const { rows: read } = await sql`select g.* from ${rowsAsArrays(
        types,
        given.map((row) => ({ ...row, at })),
      )}`.execute(db)
      expect(read).toEqual(asStored(given))
    }),
    { numRuns: 40 },
  )
})

test('what the database refuses of a copy is thrown with its code, and the connection serves the next statement', async () => {
  await expect(copyIn(db, 'rows_in', ['n'], [copyLine(['no number'])])).rejects.toMatchObject({
    code: '22P02',
  })
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})
