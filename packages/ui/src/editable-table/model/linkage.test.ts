import { describe, expect, it } from 'vitest'
import type { Column } from './column.ts'
import { fillRange, pasteTexts } from './range-edits.ts'
import { Table } from './table.ts'

const linkageKeys = ['province', 'city', 'district']
const columns: readonly Column[] = [
  {
    key: 'province',
    title: '省',
    type: 'linkage',
    linkageKeys,
    options: [
      { value: '31', text: '上海市' },
      { value: '32', text: '江苏省' },
    ],
  },
  {
    key: 'city',
    title: '市',
    type: 'linkage',
    linkageKeys,
    options: [
      { value: '3101', text: '市辖区', parent: '31' },
      { value: '3201', text: '市辖区', parent: '32' },
      { value: '3205', text: '苏州市', parent: '32' },
    ],
  },
  {
    key: 'district',
    title: '区',
    type: 'linkage',
    linkageKeys,
    options: [{ value: '320506', text: '吴中区', parent: '3205' }],
  },
  { key: 'street', title: '街道', type: 'input' },
]
const table = () => {
  const made = new Table({ columns })
  made.load([
    { id: '1', province: '32', city: '3205', district: '320506', street: '木渎镇' },
    { id: '2', province: '31', city: '3101', district: null, street: '' },
  ])
  return made
}
const levels = (of: Table, id: string) => {
  const row = of.store.row(id)
  return [row?.['province'], row?.['city'], row?.['district']]
}

describe('A level of a linkage', () => {
  it('empties the ones below it when it changes, as one edit', () => {
    const made = table()
    made.set({ id: '1', key: 'province' }, '31')
    expect(levels(made, '1')).toEqual(['31', null, null])
    made.undo()
    expect(levels(made, '1')).toEqual(['32', '3205', '320506'])
  })

  it('refuses a pasted value of another parent and says so', () => {
    const made = table()
    made.range.activate({ id: '2', key: 'city' })
    expect(pasteTexts(made, [['苏州市']])).toMatchObject({
      cells: 0,
      unreadable: 1,
      problem: '市：“苏州市”不在上一级之下',
    })
    expect(levels(made, '2')).toEqual(['31', '3101', null])
  })

  it('reads a name that stands under several parents as the one under its own', () => {
    const made = table()
    made.range.activate({ id: '1', key: 'city' })
    pasteTexts(made, [['市辖区']])
    expect(levels(made, '1')).toEqual(['32', '3201', null])
  })

  it('is read beside the levels pasted with it, in new rows too', () => {
    const made = table()
    made.range.activate({ id: '2', key: 'province' })
    const written = pasteTexts(made, [
      ['江苏省', '苏州市', '吴中区', '甪直镇'],
      ['江苏省', '市辖区', '', ''],
    ])
    expect(written).toMatchObject({ rows: 1, unreadable: 0 })
    expect(levels(made, '2')).toEqual(['32', '3205', '320506'])
    const added = made.view.ids[2] ?? ''
    expect(levels(made, added)).toEqual(['32', '3201', null])
  })

  it('is not filled where it belongs to another parent', () => {
    const made = table()
    const city = { top: 0, bottom: 0, left: 1, right: 1 }
    expect(fillRange(made, city, { ...city, bottom: 1 })).toMatchObject({ cells: 0, unreadable: 1 })
    expect(levels(made, '2')).toEqual(['31', '3101', null])
  })

  it('is filled together with its parent', () => {
    const made = table()
    const all = { top: 0, bottom: 0, left: 0, right: 2 }
    expect(fillRange(made, all, { ...all, bottom: 1 })).toMatchObject({ cells: 3, unreadable: 0 })
    expect(levels(made, '2')).toEqual(['32', '3205', '320506'])
  })
})
