import { lock, position, role } from '@suoan/contract'
import { pickerWidths } from '@suoan/ui/pickers'
import { describe, expect, it } from 'vitest'
import { pickerLook } from './picker-look.ts'

describe('what a picker looks like (5-screens.md §13.6, §13.10)', () => {
  it('of roles: 角色选择 in two panes, found by 角色编码', () => {
    expect(pickerLook(role)).toMatchObject({
      title: '角色选择',
      search: ['roleCode'],
      columns: ['roleName', 'roleCode'],
      pane: { title: '已选角色' },
    })
    expect(pickerWidths[pickerLook(role).kind]).toBe(900)
  })
  it('of positions: 职务选择 in two panes, found by 职务名称, with the rank', () => {
    expect(pickerLook(position)).toMatchObject({
      title: '职务选择',
      search: ['name'],
      columns: ['name', 'code', 'postRank'],
      pane: { title: '已选职务' },
    })
    expect(pickerWidths[pickerLook(position).kind]).toBe(1000)
  })
  it('of anything else: a popup with the queries and columns of its list, the name first and once', () => {
    const look = pickerLook(lock)
    expect(look).toMatchObject({ title: `选择${lock.title}`, search: lock.search, pane: null })
    expect(look.columns[0]).toBe(lock.label)
    expect(new Set(look.columns).size).toBe(look.columns.length)
    expect(pickerWidths[look.kind]).toBe(1200)
  })
})
