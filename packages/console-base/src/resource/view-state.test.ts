import { defineResource, integer, text, type ListViewBody } from '@suoan/contract'
import { describe, expect, it } from 'vitest'
import { initialListState, writeListState } from './list-state.ts'
import { isAsKept, stateOfView, viewBodyOf } from './view-state.ts'

const lock = defineResource({
  name: 'testLock',
  title: '锁具',
  path: '/lolock/loLock',
  table: 'lo_lock',
  permission: 'lo:lock',
  fields: { lockName: text('锁名称'), battery: integer('电量'), mac: text('蓝牙MAC') },
  search: ['lockName', 'battery'],
  label: 'lockName',
})
const body: ListViewBody = {
  filters: { lockName: '东区' },
  rules: [{ field: 'battery', rule: 'lt', val: '20' }],
  match: 'or',
  column: 'battery',
  order: 'asc',
  columns: { shown: ['battery', 'lockName'], pins: { battery: 'left' } },
  density: 'small',
}
const opened = (more: Partial<ListViewBody> = {}, withheld: string[] = [], hidden: string[] = []) =>
  stateOfView(
    { id: 'v1', name: '低电量', page: '/x', body: { ...body, ...more }, withheld },
    lock,
    undefined,
    hidden,
  )

describe('a saved view', () => {
  it('comes back as the list stood, on its first page', () => {
    const { state, unused } = opened()
    expect(unused).toEqual([])
    expect(state).toMatchObject({ ...body, pageNo: 1, view: 'v1', unapplied: [] })
    const drawn = { shown: ['battery', 'lockName'], pins: { battery: 'left' }, density: 'small' } as const
    expect(viewBodyOf({ ...state, pageNo: 7 }, drawn)).toEqual(body)
  })

  it('conditions on fields that are gone stay to be told, those of the query form too', () => {
    const { state } = opened({
      filters: { gone: '1', oldTime_begin: '2026-01-01', lockName: '东区' },
      rules: [{ field: 'lost', rule: 'eq', val: '1' }],
    })
    expect(state.filters).toEqual({ lockName: '东区' })
    expect(state.rules).toEqual([])
    expect(state.unapplied.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
      'lost eq',
      'gone eq',
      'oldTime ge',
    ])
  })

  it('what the query form no longer asks about is asked by the advanced query', () => {
    expect(opened({ filters: { mac: 'AA' }, rules: [], match: 'and' }).state.rules).toEqual([
      { field: 'mac', rule: 'eq', val: 'AA' },
    ])
  })

  it('a sort that is gone and what the reader is not given are told', () => {
    const { state, unused } = opened({ column: 'gone', order: 'asc' }, ['mac'])
    expect([state.column, state.order]).toEqual(['createTime', 'desc'])
    expect(unused).toEqual(['“蓝牙MAC”您无权查看，未使用', '排序所用的列“gone”已不存在，未使用'])
    expect(opened({}, [], ['battery']).state.unapplied).toHaveLength(1)
  })

  it('is changed by another condition, column or height of rows, not by another page', () => {
    const { state } = opened()
    expect(isAsKept({ ...state, pageNo: 3, pageSize: 30, view: null }, state, lock)).toBe(true)
    for (const other of [
      { filters: {} },
      { match: 'and' as const },
      { order: 'desc' as const },
      { columns: null },
      { density: 'wide' as const },
    ])
      expect(isAsKept({ ...state, ...other }, state, lock)).toBe(false)
  })

  it('a view of a plain list has a plain address but for its name', () => {
    const plain = viewBodyOf(initialListState(lock), { shown: null, pins: {}, density: 'middle' })
    const { state } = opened({ ...plain, density: null })
    expect(writeListState(state, lock).toString()).toBe('view=v1')
  })
})
