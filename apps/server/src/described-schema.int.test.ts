import { resources } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@suoan/platform/testing/test-world'
import { compile } from '@suoan/platform/db/compile'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** Database types that hold each filter type without loss. */
const holds: Readonly<Record<string, readonly string[]>> = {
  text: ['character varying', 'text'],
  integer: ['integer', 'smallint', 'bigint'],
  flag: ['integer', 'smallint'],
  decimal: ['numeric', 'double precision'],
  boolean: ['boolean'],
  date: ['date'],
  dateTime: ['timestamp with time zone'],
  json: ['jsonb', 'json'],
}

interface Column {
  column_name: string
  data_type: string
  character_maximum_length: number | null
}

describe.each(resources.map((resource) => [resource.table, resource] as const))(
  'table %s',
  (table, resource) => {
    const described = [...compile(resource).columns.values()]
    const columns = async (): Promise<Column[]> =>
      (
        await database.pool.query<Column>(
          `select column_name, data_type, character_maximum_length
         from information_schema.columns where table_name = $1 and table_schema = 'public'`,
          [table],
        )
      ).rows

    it('has a column for every described field, of a type that holds it', async () => {
      const stored = new Map((await columns()).map((column) => [column.column_name, column]))
      for (const { column, kind, field } of described) {
        const found = stored.get(column)
        expect(found, `${table}.${column} is described but not stored`).toBeDefined()
        expect([column, holds[kind.filter]?.includes(found?.data_type ?? '')]).toEqual([column, true])
        const length = found?.character_maximum_length
        if (field && length && kind.filter === 'text' && field.kind !== 'ref' && field.kind !== 'dict') {
          expect([column, (field.max ?? 255) <= length]).toEqual([column, true])
        }
      }
    })

    it('has a pair index of every text that is searched', async () => {
      const { rows } = await database.pool.query<{ definition: string }>(
        `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::regclass`,
        [table],
      )
      const indexed = rows.map(({ definition }) => definition).filter((text) => text.includes('USING gin'))
      for (const { column, field } of described.filter((one) => one.field?.searched))
        expect([
          column,
          field?.kind,
          indexed.some((text) => text.includes(`text_pairs((${column})`)),
        ]).toEqual([column, 'text', true])
    })

    it('has no column that nobody described', async () => {
      const names = new Set(described.map(({ column }) => column))
      const strangers = (await columns())
        .map((column) => column.column_name)
        .filter((name) => !names.has(name))
      expect(strangers).toEqual([])
    })
  },
)
