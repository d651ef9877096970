import { describe, expect, test } from 'vitest'
import {
  and,
  contains,
  endsWith,
  eq,
  everything,
  ge,
  isIn,
  le,
  lt,
  or,
  parseSuperQuery,
  startsWith,
} from './index.ts'

const fields = {
  lockCode: { type: 'text' },
  battery: { type: 'integer', label: '电量' },
  createTime: { type: 'dateTime' },
} as const

const read = (items: unknown, matchType: unknown = 'and', encode = encodeURI) =>
  parseSuperQuery(encode(JSON.stringify(items)), matchType, fields)

const example = [
  { field: 'lockCode', rule: 'like', val: 'LK-', type: 'input' },
  { field: 'battery', rule: 'lt', val: 20, type: 'int', dbType: 'int' },
  { field: 'createTime', rule: 'ge', val: '2026-01-01 00:00:00', type: 'datetime' },
]
const parts = [contains('lockCode', 'LK-'), lt('battery', 20), ge('createTime', '2026-01-01 00:00:00')]

describe('the advanced query', () => {
  test('is one and-group, or one or-group when asked in any case', () => {
    expect(read(example).filter).toEqual(and(...parts))
    expect(read(example, 'OR').filter).toEqual(or(...parts))
    expect(read(example, 'xor').filter).toEqual(and(...parts))
  })

  test('a range is one condition, open at either side', () => {
    const between = (val: string) => read([{ field: 'battery', rule: 'between', val }])
    expect(between('10,20').filter).toEqual(and(ge('battery', 10), le('battery', 20)))
    expect(between('10,').filter).toEqual(ge('battery', 10))
    expect(between(',20').filter).toEqual(le('battery', 20))
    for (const val of [',', '1,2,3', 'a,2']) expect(between(val).problems).toHaveLength(1)
    // `or` does not tear it apart.
    const either = [
      { field: 'battery', rule: 'between', val: '10,20' },
      { field: 'lockCode', rule: 'like', val: 'LK-' },
    ]
    expect(read(either, 'or').filter).toEqual(
      or(and(ge('battery', 10), le('battery', 20)), contains('lockCode', 'LK-')),
    )
  })

  test('reads both encodings and keeps plus and percent signs', () => {
    for (const encode of [encodeURI, encodeURIComponent, (text: string) => text]) {
      expect(read([{ field: 'lockCode', rule: 'eq', val: 'a+b & 50%#' }], 'and', encode).filter).toEqual(
        eq('lockCode', 'a+b & 50%#'),
      )
    }
  })

  test.each([
    ['in', 'a,b', isIn('lockCode', ['a', 'b'])],
    ['IN', 'a', isIn('lockCode', ['a'])],
    ['LEFT_LIKE', 'x', endsWith('lockCode', 'x')],
    ['right_like', 'x', startsWith('lockCode', 'x')],
    ['eq_with_add', 'a++b', eq('lockCode', 'a,b')],
    ['EQWITHADD', 'a++b', eq('lockCode', 'a,b')],
    ['=', '*x*', eq('lockCode', '*x*')],
  ])('knows the rule %s', (rule, val, filter) => {
    expect(read([{ field: 'lockCode', rule, val }]).filter).toEqual(filter)
  })

  test.each(['{', 'null', '{"a":1}', '%E4%', '"text"'])('ignores and reports %s', (text) => {
    const query = parseSuperQuery(text, 'and', fields)
    expect(query).toMatchObject({ filter: everything, problems: [] })
    expect(query.ignored).toHaveLength(1)
  })

  test('drops and reports items it does not know, and an or of nothing restricts nothing', () => {
    const items = [
      { field: 'password', rule: 'eq', val: 'x' },
      { field: 'lockCode', rule: '1=1; --', val: 'x' },
      { field: '__proto__', rule: 'eq', val: 'x' },
      { field: 'lockCode', rule: 'eq', val: '' },
      { field: 'lockCode', rule: 'eq', val: { deep: 1 } },
      null,
      'text',
    ]
    const query = read(items, 'or')
    expect(query.filter).toEqual(everything)
    expect(query.problems).toEqual([])
    expect(query.ignored).toHaveLength(items.length)
  })

  test('takes a list as its values joined, and nothing of lists in lists, however deep', () => {
    const values = [{ field: 'lockCode', rule: 'in', val: ['LK-1', 2, ['LK-3']] }]
    expect(read(values).filter).toEqual(isIn('lockCode', ['LK-1', '2']))
    const deep = `[{"field":"lockCode","rule":"eq","val":${'['.repeat(40_000)}${']'.repeat(40_000)}}]`
    expect(parseSuperQuery(deep, 'and', fields)).toMatchObject({ filter: everything, problems: [] })
  })

  test('refuses a value its field cannot hold and more than fifty conditions', () => {
    expect(read([{ field: 'battery', rule: 'eq', val: 'full' }]).problems[0]?.message).toContain('电量')
    const many = Array.from({ length: 51 }, () => ({ field: 'battery', rule: 'eq', val: 1 }))
    expect(read(many).problems[0]?.message).toContain('最多支持50个条件')
    expect(read(many.slice(1)).problems).toEqual([])
    expect(parseSuperQuery('['.repeat(200_000), 'and', fields).problems).toHaveLength(1)
  })

  test('absent means no restriction and nothing to report', () => {
    expect(parseSuperQuery(undefined, undefined, fields)).toEqual({
      filter: everything,
      problems: [],
      ignored: [],
    })
  })
})
