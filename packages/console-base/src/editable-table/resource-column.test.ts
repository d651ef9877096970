import { position, user } from '@suoan/contract'
import { Table, type Row } from '@suoan/ui/editable-table'
import { describe, expect, it } from 'vitest'
import { resourceColumn } from './resource-column.ts'

const problems = (columns: readonly ReturnType<typeof resourceColumn>[], rows: readonly Row[]) => {
  const table = new Table({ columns })
  table.load(rows)
  return Object.fromEntries(
    Array.from(table.validate().errors, ([id, errors]) => [id, Object.fromEntries(errors)]),
  )
}

describe('A column of a resource', () => {
  it('has the title, the choices and the rules by which the server stores its field', () => {
    const columns = [resourceColumn(position, 'code'), resourceColumn(position, 'postRank')]
    expect(columns.map(({ title, type, dictCode, maxLength }) => [title, type, dictCode, maxLength])).toEqual(
      [
        ['职务编码', 'input', undefined, 100],
        ['职级', 'select', 'position_rank', undefined],
      ],
    )
    expect(
      problems(columns, [
        { id: 'a', code: 'X1', postRank: '1' },
        { id: 'b', code: 'X1', postRank: '2' },
        { id: 'c', code: '', postRank: null },
        { id: 'd', code: 'x'.repeat(101), postRank: '3' },
      ]),
    ).toEqual({
      a: { code: expect.stringContaining('职务编码') },
      b: { code: expect.stringContaining('职务编码') },
      c: { code: expect.any(String), postRank: expect.any(String) },
      d: { code: '最大长度100位字符' },
    })
  })

  it('refuses by the field’s pattern with its own words', () => {
    const found = problems(
      [resourceColumn(user, 'phone')],
      [
        { id: 'a', phone: '12345' },
        { id: 'b', phone: '13800138000' },
      ],
    )
    expect(found).toEqual({ a: { phone: expect.stringContaining('手机号') } })
  })

  it('keeps the screen’s own part and refuses a name that is no field', () => {
    expect(resourceColumn(position, 'name', { width: 220 })).toMatchObject({ width: 220, title: '职务名称' })
    expect(() => resourceColumn(position, 'nothing')).toThrow('no field')
  })
})
