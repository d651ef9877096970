import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copyFields, copyOut, literal } from './copy-out.ts'

let pool: pg.Pool
let client: pg.PoolClient
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject('testDatabase').url })
  client = await pool.connect()
})
afterAll(async () => {
  client.release()
  await pool.end()
})

async function fieldsOf(select: string) {
  const rows = []
  for await (const lines of copyOut(client, select)) rows.push(...lines.map(copyFields))
  return rows
}

test('every text comes back as it is, and null stays apart from an empty one', async () => {
  const odd = fc.string({
    unit: fc.constantFrom(
      '\\',
      '\\N',
      '\t',
      '\n',
      '\r',
      '\b',
      '\f',
      '\v',
      'n',
      't',
      '.',
      "'",
      '锁',
      '🔒',
      '',
    ),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.option(odd), fc.option(odd)), { minLength: 1, maxLength: 20 }),
      async (rows) => {
        const values = rows.map(
          (row) => `(${row.map((text) => (text === null ? 'null' : literal(text))).join()})`,
        )
        const select = `select a::text, b::text from (values ${values.join()}) as v(a, b)`
        expect(await fieldsOf(select)).toEqual(rows)
      },
    ),
    { numRuns: 60 },
  )
})

test('lines that two chunks share come whole', async () => {
  const rows = await fieldsOf(`select n, repeat('锁', 1 + n % 1000) from generate_series(1, 3000) n`)
  expect(rows).toHaveLength(3000)
  expect(rows.every(([n, text]) => text === '锁'.repeat(1 + (Number(n) % 1000)))).toBe(true)
})

test('who stops early leaves a connection that answers the next question', async () => {
  for await (const lines of copyOut(client, `select n, repeat('x', 500) from generate_series(1, 20000) n`)) {
    expect(copyFields(lines[0] ?? '')[0]).toBe('1')
    break
  }
  expect((await client.query('select 7 as answer')).rows).toEqual([{ answer: 7 }])
})

test('what the database refuses is thrown, and the connection answers afterwards', async () => {
  await expect(fieldsOf('select 1 / (n - 500) from generate_series(1, 1000) n')).rejects.toThrow(
    'division by zero',
  )
  expect((await client.query('select 7 as answer')).rows).toEqual([{ answer: 7 }])
})
