import { and, contains, eq, everything, ge, isIn, listHas, not, nothing, or } from '@suoan/kit/filter'
import { describe, expect, test } from 'vitest'
import { FilterError, filterToSql } from './filter-to-sql.ts'

const columns = {
  name: { sql: 't.name', type: 'text' },
  age: { sql: 't.age', type: 'integer' },
  at: { sql: 't.create_time', type: 'dateTime' },
  extra: { sql: 't.extra', type: 'json' },
} as const

describe('filter to SQL', () => {
  test('binds every value, counting from the index it is given', () => {
    const filter = and(or(eq('name', "x' or 1=1 --"), contains('name', '50%_\\')), isIn('age', [1, 2]))
    expect(filterToSql(filter, columns, 3)).toEqual({
      text: "(((t.name = $3::text) or (t.name like $4::text escape '\\')) and (t.age = any($5::bigint[])))",
      values: ["x' or 1=1 --", '%50\\%\\_\\\\%', [1, 2]],
    })
  })

  test('is a complement also for absent values', () => {
    expect(filterToSql(not(eq('age', 1)), columns, 1).text).toBe('((t.age = $1::bigint) is not true)')
  })

  test('covers the whole second of a moment', () => {
    expect(filterToSql(ge('at', '2026-01-01 00:00:00'), columns, 1)).toEqual({
      text: '(t.create_time >= $1::timestamptz)',
      values: ['2026-01-01 00:00:00+08'],
    })
  })

  test('everything and nothing need no values', () => {
    expect(filterToSql(everything, columns, 1)).toEqual({ text: '(true)', values: [] })
    expect(filterToSql(nothing, columns, 1)).toEqual({ text: '(false)', values: [] })
  })

  test.each([eq('password', 'x'), eq('constructor', 'x'), contains('age', '1'), eq('extra', 'x')])(
    'throws for %j instead of guessing',
    (filter) => expect(() => filterToSql(filter, columns, 1)).toThrow(FilterError),
  )

  test('asks a JSON list for its parts', () => {
    expect(filterToSql(listHas('extra', 'a'), columns, 1).text).toBe('(jsonb_exists(t.extra, $1::text))')
  })
})
