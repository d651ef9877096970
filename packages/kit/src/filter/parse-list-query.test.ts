import { describe, expect, test } from 'vitest'
import {
  and,
  contains,
  endsWith,
  eq,
  everything,
  ge,
  gt,
  isIn,
  le,
  lt,
  ne,
  nothing,
  or,
  parseListQuery,
  startsWith,
} from './index.ts'
import type { Filter } from './index.ts'

const fields = {
  name: { type: 'text', label: '名称' },
  order: { type: 'integer' },
  age: { type: 'integer', label: '年龄' },
  price: { type: 'decimal' },
  day: { type: 'date' },
  createTime: { type: 'dateTime', label: '创建时间' },
  locked: { type: 'flag' },
  open: { type: 'boolean' },
  extra: { type: 'json' },
} as const

const filterOf = (params: Record<string, unknown>) => parseListQuery(params, fields)

describe('every value form of the list query', () => {
  const rows: [params: Record<string, unknown>, Filter][] = [
    [{ age: '>= 10' }, ge('age', 10)],
    [{ age: '<= 10' }, le('age', 10)],
    [{ age: '!= 10' }, ne('age', 10)],
    [{ age: 'gt 10' }, gt('age', 10)],
    [{ age: 'ge 10' }, ge('age', 10)],
    [{ age: 'lt 10' }, lt('age', 10)],
    [{ age: 'le 10' }, le('age', 10)],
    [{ age: 'eq 10' }, eq('age', 10)],
    [{ age: 'ne 10' }, ne('age', 10)],
    [{ age: 'in 10,11' }, isIn('age', [10, 11])],
    [{ age: '> 10' }, gt('age', 10)],
    [{ age: '< 10' }, lt('age', 10)],
    [{ age: '= 10' }, eq('age', 10)],
    [{ name: '>= b' }, ge('name', 'b')],
    [{ name: 'eq *x*' }, eq('name', '*x*')],
    [{ name: '*' }, eq('name', '*')],
    [{ name: '**' }, everything],
    [{ name: '*阀*' }, contains('name', '阀')],
    [{ name: '*a,b*' }, contains('name', 'a,b')],
    [{ name: '*01' }, endsWith('name', '01')],
    [{ name: 'LK*' }, startsWith('name', 'LK')],
    [{ name: '1,2' }, isIn('name', ['1', '2'])],
    [{ name: 'only,' }, isIn('name', ['only'])],
    [{ name: ',' }, nothing],
    [{ age: '1,2' }, isIn('age', [1, 2])],
    [{ name: '!1' }, ne('name', '1')],
    [{ name: '!a,b' }, isIn('name', ['!a', 'b'])],
    [{ age: '!1' }, ne('age', 1)],
    [{ name: 'a++b' }, eq('name', 'a,b')],
    [{ name: '++b' }, eq('name', '++b')],
    [{ name: 'plain' }, eq('name', 'plain')],
    [{ name: ',a,b,' }, or(contains('name', 'a'), contains('name', 'b'))],
    [{ age: ',1,2,' }, isIn('age', [1, 2])],
    [{ name: '>=x' }, eq('name', '>=x')],
    [{ age: '>=5' }, ge('age', 5)],
    [{ age: '<=5' }, le('age', 5)],
    [{ age: '>5' }, gt('age', 5)],
    [{ age: '<5' }, lt('age', 5)],
    [{ day: '>=2026-01-31' }, ge('day', '2026-01-31')],
    [{ price: '007.50' }, eq('price', '7.5')],
    [{ locked: 'true' }, eq('locked', 1)],
    [{ open: '0' }, eq('open', false)],
    [{ createTime_begin: '2026-01-01' }, ge('createTime', '2026-01-01 00:00:00')],
    [{ createTime_end: '2026-01-31' }, le('createTime', '2026-01-31 23:59:59')],
    [{ createTime_end: '2026-01-31 08:30:00' }, le('createTime', '2026-01-31 08:30:00')],
    [
      { createTime: '2026-01-31' },
      and(ge('createTime', '2026-01-31 00:00:00'), le('createTime', '2026-01-31 23:59:59')),
    ],
    [{ age_begin: '1', age_end: '9' }, and(ge('age', 1), le('age', 9))],
    [{ day_begin: '2026-01-01 12:00:00' }, ge('day', '2026-01-01')],
    [{ name_MultiString: 'a,b' }, isIn('name', ['a', 'b'])],
    [{ name: ['a', 'b'] }, isIn('name', ['a', 'b'])],
    [{ age: 7 }, eq('age', 7)],
  ]
  test.each(rows)('reads %j', (params, filter) => {
    expect(filterOf(params)).toEqual({ filter, problems: [] })
  })
})

test('ignores unknown, empty, inherited and never-filter names', () => {
  const params = {
    nope: '1',
    name: ' ',
    order: 'asc',
    _t: '17',
    constructor: 'x',
    __proto__: 'x',
    toString_begin: '1',
  }
  expect(filterOf(params)).toEqual({ filter: everything, problems: [] })
})

test.each([
  ['age', 'abc'],
  ['age', '*1*'],
  ['age', '1.5'],
  ['age', '99999999999999999'],
  ['age', '>= '],
  ['price', '1e5'],
  ['day', '2026-02-30'],
  ['day', '2026-02-30T00:00:00Z'],
  ['day', '2026-01-05T25:00:00Z'],
  ['createTime', '2026-01-01 25:00:00'],
  ['createTime_begin', 'yesterday'],
  ['open', 'maybe'],
  ['extra', 'x'],
])('says what is wrong with %s=%s instead of dropping it', (name, value) => {
  const { filter, problems } = filterOf({ [name]: value })
  expect(filter).toEqual(everything)
  expect(problems).toHaveLength(1)
  expect(problems[0]?.message).toMatch(/^查询条件“.+”/)
})

test('names the field by its Chinese label', () => {
  expect(filterOf({ age: 'abc' }).problems[0]?.message).toBe(
    '查询条件“年龄”的值“abc”无法识别，请填写整数，例如 10',
  )
})
