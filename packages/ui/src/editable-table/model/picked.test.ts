import { describe, expect, it } from 'vitest'
import { extended, type Column } from './column.ts'
import { ownField, pickedPart } from './picked.ts'

const column: Column = {
  key: 'lock',
  title: '锁具',
  type: 'popup',
  orgFields: 'lockCode, areaName,id',
  destFields: 'lock,area, lockId',
}

describe('what a chosen record writes into its row', () => {
  it('each field goes into the column named beside it, the column itself among them', () => {
    const record = { lockCode: 'LK1', areaName: '泵房', id: '7', other: 'x' }
    expect(pickedPart(column, [record])).toEqual({ lock: 'LK1', area: '泵房', lockId: '7' })
  })
  it('several records are joined, and a field they lack is nothing', () => {
    expect(pickedPart(column, [{ lockCode: 'LK1', id: 1 }, { lockCode: 'LK2' }])).toEqual({
      lock: 'LK1,LK2',
      area: '',
      lockId: '1',
    })
    expect(pickedPart(column, [{ lockCode: 'LK1' }])).toEqual({ lock: 'LK1', area: null, lockId: null })
  })
  it('`field` says which of the columns is its own', () => {
    expect(pickedPart({ ...column, key: 'lockName', field: 'lock' }, [{ lockCode: 'LK1' }])).toMatchObject({
      lockName: 'LK1',
    })
  })
  it('without pairs the ids are its value', () => {
    const plain: Column = { key: 'lock', title: '锁具', type: 'popup' }
    expect(pickedPart(plain, [{ id: '7', lockCode: 'LK1' }, { id: '8' }])).toEqual({ lock: '7,8' })
  })
  it('its own value is the field beside it, or the id', () => {
    expect(ownField(column)).toBe('lockCode')
    expect(ownField({ ...column, field: 'lockId' })).toBe('id')
    expect(ownField({ key: 'lock', title: '锁具', type: 'popup' })).toBe('id')
  })
  it('lists that are no pairs are a fault of the page', () => {
    expect(() => pickedPart({ ...column, destFields: 'lock' }, [])).toThrow('不成对：3 个与 1 个')
  })
})

it('fieldExtendJson names what is stored and shown of a person', () => {
  const people: Column = {
    key: 'who',
    title: '人员',
    type: 'sel_user',
    fieldExtendJson: '{"store":"id","text":"realname","multiSelect":true}',
  }
  expect(extended(people)).toMatchObject({ store: 'id', text: 'realname', multi: true })
})
