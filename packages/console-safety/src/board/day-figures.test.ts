import { describe, expect, it } from 'vitest'
import { dayChange, percentOf, perDay, rangeAt, weekChange, weekShares } from './day-figures.ts'

const weeks = [...Array.from({ length: 7 }, () => 4), 5, 5, 5, 5, 10, 5, 0]

describe('figures per day', () => {
  it('two weeks are compared in whole percent, and nothing is compared with nothing', () => {
    expect(weekChange(weeks)).toBe(25)
    expect(weekChange([0, 0, 3])).toBeNull()
  })
  it('yesterday is compared with the day before, for today is not over', () => {
    expect(dayChange(weeks)).toBe(-50)
  })
  it('299 of 300 is not a hundred percent, and none of none has no part', () => {
    expect([percentOf(299, 300), percentOf(0, 0)]).toEqual([99, null])
    expect(weekShares([0, 0, 1], [0, 0, 2])).toEqual({ now: 50, before: null })
  })
  it('a mean has one place behind the point', () => {
    expect(perDay([1, 1, 2])).toBe(1.3)
  })
})

describe('a range of the calendar', () => {
  it('is that of the plant, whose day begins before the one of Greenwich', () => {
    expect(rangeAt('day', Date.parse('2026-11-30T16:30:00Z'))).toEqual(['2026-12-01', '2026-12-01'])
  })
  it('has weeks from Monday, whole months and whole years', () => {
    const sunday = Date.parse('2026-03-01T12:00:00+08:00')
    expect(rangeAt('week', sunday)).toEqual(['2026-02-23', '2026-03-01'])
    expect(rangeAt('month', Date.parse('2028-02-10T12:00:00+08:00'))).toEqual(['2028-02-01', '2028-02-29'])
    expect(rangeAt('year', sunday)).toEqual(['2026-01-01', '2026-12-31'])
  })
})
