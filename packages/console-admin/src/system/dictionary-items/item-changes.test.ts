import { describe, expect, it } from 'vitest'
import { changesOf, rowOf, type ItemRow, type StoredItem } from './item-changes.ts'

const item = (id: string, sortOrder: number, more: Partial<StoredItem> = {}): StoredItem => ({
  id,
  tenantId: 0,
  sysOrgCode: null,
  createBy: null,
  createTime: null,
  updateBy: null,
  updateTime: null,
  delFlag: 0,
  revision: 3,
  dictId: 'd',
  itemText: `名称${id}`,
  itemValue: id,
  description: null,
  sortOrder,
  status: 1,
  ...more,
})
const stored = [item('a', 10), item('b', 10), item('c', 30)]
const rows = stored.map(rowOf)
const [a, b, c] = rows as [ItemRow, ItemRow, ItemRow]
const fresh: ItemRow = { id: 'new_1', itemText: '新', itemValue: 'n', description: '', status: 1 }

describe('what saving the items of a dictionary has to store', () => {
  it('is nothing while nothing differs', () => {
    expect(changesOf('d', stored, rows)).toEqual({ added: [], edited: [], removed: [] })
  })
  it('is of an edited item what differs alone', () => {
    expect(changesOf('d', stored, [a, { ...b, itemText: '改' }, c]).edited).toMatchObject([
      { stored: { id: 'b' }, draft: { itemText: '改' } },
    ])
  })
  it('is of an item put between two others its own place alone', () => {
    const changes = changesOf('d', stored, [a, b, fresh, c])
    expect(changes.added).toMatchObject([{ draft: { itemText: '新', sortOrder: 11 } }])
    expect(changes.edited).toEqual([])
  })
  it('is of a moved item the places that its move pushes on', () => {
    const { edited } = changesOf('d', stored, [c, a, b])
    expect(edited.map(({ stored: { id }, draft }) => [id, draft])).toEqual([
      ['a', { sortOrder: 31 }],
      ['b', { sortOrder: 32 }],
    ])
  })
  it('is of removed items their removal', () => {
    expect(changesOf('d', stored, [b]).removed.map(({ id }) => id)).toEqual(['a', 'c'])
  })
})
