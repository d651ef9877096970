import { dateTime, defineResource, dict, dicts, integer, text } from '@suoan/contract'
import { describe, expect, it } from 'vitest'
import {
  initialListState,
  isAsked,
  listQuery,
  pageAfterRemoval,
  readListState,
  writeListState,
} from './list-state.ts'

const lock = defineResource({
  name: 'testLock',
  title: '锁具',
  path: '/lolock/loLock',
  table: 'lo_lock',
  permission: 'lo:lock',
  fields: {
    lockName: text('锁名称'),
    state: dict('状态', 'lo_lock_status'),
    tags: dicts('标签', 'lo_tag'),
    battery: integer('电量'),
    seenAt: dateTime('最近在线'),
  },
  search: ['lockName', 'state', 'tags', 'battery', 'seenAt'],
  label: 'lockName',
})
const initial = initialListState(lock)
const roundTrip = (address: string) =>
  writeListState(readListState(new URLSearchParams(address), lock), lock).toString()
const asked = (filters: Record<string, string>) => listQuery({ ...initial, filters }, lock)

describe('the address of a list', () => {
  it('is plain for a plain list', () => expect(writeListState(initial, lock).toString()).toBe(''))
  it('begins with ten rows, the newest first, and offers 10, 20 and 30 (1-shell.md §9)', () => {
    expect(initial.pageSize).toBe(10)
    expect(listQuery(initial, lock)).toMatchObject({ column: 'createTime', order: 'desc' })
    const taken = [5, 10, 15, 20, 30, 50].filter(
      (size) => readListState(new URLSearchParams(`pageSize=${size}`), lock).pageSize === size,
    )
    expect(taken).toEqual([10, 20, 30])
  })
  it('names no field that every object has: neither a sort nor a condition', () => {
    const rules = encodeURIComponent(JSON.stringify([{ field: '__proto__', rule: 'eq', val: '1' }]))
    const address = `column=constructor&order=asc&toString=1&rules=${rules}`
    const state = readListState(new URLSearchParams(address), lock)
    expect(state).toMatchObject({ column: 'createTime', filters: {}, rules: [] })
    expect(listQuery({ ...initial, filters: { constructor: '1' } }, lock)).not.toHaveProperty(
      'constructor',
      '1',
    )
  })
  it.each([
    'pageNo=3',
    'state=2&pageNo=2',
    'pageSize=30',
    'column=lockName&order=asc',
    'seenAt_begin=2026-01-01+00%3A00%3A00',
  ])('keeps %s', (address) => expect(roundTrip(address)).toBe(address))
  it('keeps columns, pins, the height of rows and the view', () => {
    const columns = { shown: ['battery', 'lockName'], pins: { battery: 'left' as const } }
    const state = { ...initial, columns, density: 'small' as const, view: '01ABC' }
    expect(readListState(writeListState(state, lock), lock)).toEqual(state)
  })
  it('keeps the advanced query', () => {
    const rules = [{ field: 'battery', rule: 'lt', val: '20' }]
    const state = { ...initial, rules, match: 'or' as const }
    expect(readListState(writeListState(state, lock), lock)).toEqual(state)
  })
  it.each([
    ['a page that is no number', 'pageNo=abc'],
    ['a negative page', 'pageNo=-4'],
    ['a page size that is not on offer', 'pageSize=5000'],
    ['a column that does not exist', 'column=password'],
    ['a filter that is not in the query form', 'id=1'],
    ['an advanced query that cannot be read', 'rules=%5B%7B'],
  ])('drops %s', (_, address) => expect(roundTrip(address)).toBe(''))
})

describe('what an address asks and the list cannot', () => {
  const lineOf = (field: string, rule: string) => ({ field, rule, val: '1' })
  const read = (lines: unknown, hidden: readonly string[] = []) =>
    readListState(new URLSearchParams({ rules: JSON.stringify(lines) }), lock, undefined, hidden)

  it.each([
    ['a field that is gone', lineOf('gone', 'eq')],
    ['a rule that is gone', lineOf('lockName', 'near')],
    ['a rule that the field does not have', lineOf('battery', 'like')],
  ])('is not applied, and stays to be told: %s', (_, line) => {
    const good = lineOf('battery', 'lt')
    const state = read([line, good])
    expect([state.rules, state.unapplied]).toEqual([[good], [line]])
    expect(isAsked({ ...state, rules: [] })).toBe(true)
    expect(listQuery(state, lock)['superQueryParams']).not.toContain('near')
    expect(readListState(writeListState(state, lock), lock).unapplied).toEqual([line])
  })

  it('what somebody may not see answers him no question', () => {
    expect(read([lineOf('battery', 'lt')], ['battery']).unapplied).toHaveLength(1)
    const address = new URLSearchParams('battery=20&seenAt_begin=2026-01-01&lockName=A')
    const state = readListState(address, lock, undefined, ['battery', 'seenAt'])
    expect(state.filters).toEqual({ lockName: 'A' })
    expect(state.unapplied).toEqual([
      { field: 'battery', rule: 'eq', val: '20' },
      { field: 'seenAt', rule: 'ge', val: '2026-01-01' },
    ])
    expect(readListState(writeListState(state, lock), lock, undefined, ['battery', 'seenAt'])).toEqual(state)
  })

  it('sorts nothing for who may not see the column, unless it is the order of the list itself', () => {
    const sortOf = (address: string, hidden: string) => {
      const { column, order } = readListState(new URLSearchParams(address), lock, undefined, [hidden])
      return `${column} ${order}`
    }
    expect(sortOf('column=battery&order=asc', 'battery')).toBe('createTime desc')
    expect(sortOf('column=battery&order=asc', 'lockName')).toBe('battery asc')
    expect(sortOf('column=createTime&order=asc', 'createTime')).toBe('createTime asc')
  })
})

describe('the query of a list', () => {
  it.each([
    ['a text contains', { lockName: '东区' }, { lockName: '*东区*' }],
    ['a text with an operator is left alone', { lockName: 'LK*' }, { lockName: 'LK*' }],
    ['a dictionary value equals', { state: '2' }, { state: '2' }],
    ['one of several values is held', { tags: 'a' }, { tags: ',a,' }],
    ['a number may carry an operator', { battery: '<20' }, { battery: '<20' }],
    [
      'a range is sent as it is',
      { seenAt_begin: '2026-01-01 00:00:00' },
      { seenAt_begin: '2026-01-01 00:00:00' },
    ],
    ['blanks around are cut', { lockName: '  东区 ' }, { lockName: '*东区*' }],
  ])('%s', (_, filters, query) => expect(asked(filters)).toMatchObject(query))

  it('leaves out a filter of blanks', () => expect(asked({ lockName: '  ' })).not.toHaveProperty('lockName'))
  it('sends the advanced query encoded, with the kind of its values', () => {
    const rules = [{ field: 'battery', rule: 'lt', val: '20' }]
    const query = listQuery({ ...initial, rules }, lock)
    expect(JSON.parse(decodeURI(query['superQueryParams'] ?? ''))).toEqual([
      { field: 'battery', rule: 'lt', val: '20', type: 'int' },
    ])
    expect(query['superQueryMatchType']).toBe('and')
  })
})

describe('the page after a removal', () => {
  it.each([
    [3, 1, 1, 2],
    [3, 5, 1, 3],
    [1, 1, 1, 1],
  ])('from page %i with %i rows, %i removed, is %i', (pageNo, rows, removed, expected) => {
    expect(pageAfterRemoval({ ...initial, pageNo }, rows, removed)).toBe(expected)
  })
})
