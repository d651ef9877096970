import { shanghaiMoment } from '@suoan/kit/shanghai'
import { describe, expect, it } from 'vitest'
import { daysOf, readShown, spanAfter, spanText, windowOf, writeShown } from './shown-time.ts'

const read = (text: string) => readShown(new URLSearchParams(text))

describe('the shown time of 全部工作票', () => {
  it('an address without it is the list, and what is none of it is left out', () => {
    expect(read('')).toMatchObject({ show: 'list' })
    expect(read('show=nothing')).toMatchObject({ show: 'list' })
    expect(read('show=calendar&span=day&day=2026-02-31')).toMatchObject({
      show: 'calendar',
      span: 'month',
      day: null,
    })
    expect(read('show=time&day=x')).toMatchObject({ span: 'day', day: null, rows: 'area' })
  })
  it('is written as it was read, without what is usual', () => {
    const text = 'show=time&span=week&day=2026-12-01&rows=equip'
    expect(writeShown(read(text))).toEqual({
      show: 'time',
      span: 'week',
      day: '2026-12-01',
      rows: 'equip',
      plan: null,
    })
    expect(writeShown(read('show=calendar&span=month'))).toMatchObject({ span: null, day: null })
    expect(Object.values(writeShown(read('span=week&day=2026-12-01')))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })
  it('a month is whole weeks from Monday to Sunday, at most six', () => {
    const december = daysOf('month', '2026-12-15')
    expect([december[0], december.at(-1), december.length]).toEqual(['2026-11-30', '2027-01-03', 35])
    expect(daysOf('month', '2027-02-01')).toHaveLength(28)
    expect(daysOf('month', '2026-08-20')).toHaveLength(42)
    expect(daysOf('week', '2026-12-06')[0]).toBe('2026-11-30')
    expect(daysOf('day', '2026-12-06')).toEqual(['2026-12-06'])
    expect(windowOf(december)).toEqual({ from: shanghaiMoment('2026-11-30'), hours: 35 * 24 })
  })
  it('goes on by its own length, across the year', () => {
    expect(spanAfter('month', '2026-12-31', 1)).toBe('2027-01-01')
    expect(spanAfter('month', '2026-01-31', -1)).toBe('2025-12-01')
    expect(spanAfter('week', '2026-12-01', 1)).toBe('2026-12-08')
    expect(spanAfter('day', '2026-12-31', 1)).toBe('2027-01-01')
  })
  it('is said in words', () => {
    expect(spanText('month', '2026-12-15')).toBe('2026 年 12 月')
    expect(spanText('week', '2026-12-01')).toBe('11 月 30 日 – 12 月 6 日')
    expect(spanText('day', '2026-12-01')).toBe('2026 年 12 月 1 日 周二')
  })
})
