import { describe, expect, test } from 'vitest'
import { parsePage, parseSort } from './index.ts'
import type { SortKey } from './index.ts'

const fields = { id: { type: 'text' }, sex: { type: 'integer' }, name: { type: 'text' } } as const
const fallback: SortKey[] = [{ field: 'name', direction: 'asc' }]
const sort = (column: unknown, order: unknown) => {
  const { sort: keys, problems } = parseSort(column, order, fields, fallback)
  return {
    sort: keys.map((key) => `${key.field} ${key.direction}`),
    problems: problems.map((each) => each.message),
  }
}

describe('sorting', () => {
  test('strips _dictText and adds id so that pages are stable', () => {
    expect(sort('sex_dictText', 'ascend')).toEqual({ sort: ['sex asc', 'id asc'], problems: [] })
  })

  test('sorts by several columns in one direction; whatever is not asc is desc', () => {
    expect(sort('name,sex,name', 'desc; drop table x')).toEqual({
      sort: ['name desc', 'sex desc', 'id desc'],
      problems: [],
    })
  })

  test('uses the fallback unless both parameters are there', () => {
    expect(sort('sex', undefined).sort).toEqual(['name asc', 'id asc'])
    expect(sort(undefined, 'asc').sort).toEqual(['name asc', 'id asc'])
  })

  test('refuses an unknown column by name, but ignores the createTime every page sends', () => {
    expect(sort('password', 'asc').problems).toEqual(['请注意，将要排序的列字段不存在：password'])
    expect(sort('constructor', 'asc').problems).toHaveLength(1)
    expect(sort('createTime', 'desc')).toEqual({ sort: ['name asc', 'id asc'], problems: [] })
  })
})

test.each([
  [undefined, undefined, { pageNo: 1, pageSize: 10, offset: 0 }],
  ['3', '20', { pageNo: 3, pageSize: 20, offset: 40 }],
  ['0', '0', { pageNo: 1, pageSize: 1, offset: 0 }],
  ['-5', '-1', { pageNo: 1, pageSize: 1, offset: 0 }],
  ['2', '100000', { pageNo: 2, pageSize: 1000, offset: 1000 }],
  ['x', '', { pageNo: 1, pageSize: 10, offset: 0 }],
  ['1e308', 'NaN', { pageNo: 10_000_000, pageSize: 10, offset: 99_999_990 }],
])('clamps page %s of %s rows', (pageNo, pageSize, page) => {
  expect(parsePage(pageNo, pageSize)).toEqual(page)
})
