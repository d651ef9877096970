import { describe, expect, it } from 'vitest'
import { CellTypes, isUnreadable } from './cell-type.ts'
import type { Column } from './column.ts'

const types = new CellTypes()
const column = (type: string, format?: string): Column => ({
  key: 'at',
  title: '时间',
  type,
  ...(format === undefined ? {} : { format }),
})
const read = (text: string, of: Column) => types.of(of).read(text, of)

describe('a column of dates with a form of its own', () => {
  it.each([
    ['date', 'YYYY-MM', '2026年3月5日', '2026-03'],
    ['date', 'YYYY-MM', '2026-11', '2026-11'],
    ['date', 'YYYY/MM/DD', '2026-1-5', '2026/01/05'],
    ['date', 'DD.MM.YYYY', '5.1.2026', '05.01.2026'],
    ['datetime', 'YYYY-MM-DD HH:mm', '2026/1/5 8:30:59', '2026-01-05 08:30'],
    ['datetime', 'MM-DD HH:mm', '2026-01-05 08:30', '01-05 08:30'],
    ['time', 'HH:mm', '8:05', '08:05'],
    ['time', 'HH:mm', '08:05:59', '08:05'],
  ])('%s %s takes %s as %s', (type, format, text, stored) => {
    expect(read(text, column(type, format))).toBe(stored)
  })
  it.each([
    ['date', 'YYYY-MM', '2026-13', '应如 2026-01'],
    ['date', 'YYYY-MM', '下周', '应如 2026-01'],
    ['date', 'YYYY.MM.DD', '2026.02.30', '应如 2026.01.05'],
    ['time', 'HH:mm', '25:00', '应如 08:30'],
  ])('%s %s refuses %s and shows its form', (type, format, text, said) => {
    const value = read(text, column(type, format))
    expect(isUnreadable(value) && value.problem).toContain(said)
  })
  it('what was copied from it is pasted as the same value', () => {
    for (const format of ['YYYY-MM', 'YYYY年MM月', 'DD/MM/YYYY', 'YYYY-MM-DD']) {
      const of = column('date', format)
      const stored = read('2026-12-31', of)
      expect(read(types.of(of).text(stored, of, { id: '1' }), of)).toBe(stored)
    }
  })
  it('nothing stays nothing, and without a form the standard one is stored', () => {
    expect(read('  ', column('date', 'YYYY-MM'))).toBeNull()
    expect(read('2026/1/5', column('date'))).toBe('2026-01-05')
  })
})
