import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statisticsOf } from './statistics.ts'

const cents = fc.array(fc.integer({ min: -10_000_000, max: 10_000_000 }), { maxLength: 30 })

describe('statisticsOf', () => {
  it('sums the integer parts (2-data-entry.md §5)', () => {
    expect(statisticsOf([1.9, '2.9', -1.9])).toEqual({ count: 3, sum: 2, average: 0.97 })
  })

  it('sums decimals exactly where asked to', () => {
    expect(statisticsOf([0.1, 0.2], { exact: true }).sum).toBe(0.3)
    expect(statisticsOf(['0.1', '0.7', 1e-7, 1e21], { exact: true }).sum).toBe(1e21)
    expect(statisticsOf(Array(10).fill(0.1), { exact: true }).sum).toBe(1)
    fc.assert(
      fc.property(cents, (values) => {
        const sum = values.reduce((total, value) => total + value, 0)
        expect(
          statisticsOf(
            values.map((value) => value / 100),
            { exact: true },
          ).sum,
        ).toBe(sum === 0 ? 0 : sum / 100)
      }),
    )
  })

  it('averages filled cells to two decimals, a half away from zero', () => {
    expect(statisticsOf([1, '', 2, null]).average).toBe(1.5)
    expect(statisticsOf([1, 1, 2]).average).toBe(1.33)
    expect(statisticsOf([0.005]).average).toBe(0.01)
    expect(statisticsOf([-0.005]).average).toBe(-0.01)
    expect(statisticsOf([0, 0]).average).toBe(0)
  })

  it.each(
    [null, undefined, '', ' ', 'abc', '1,000', '1e5', NaN, Infinity, true, [1], { value: 1 }].map((value) => [
      value,
    ]),
  )('%j is no number and is skipped', (value) =>
    expect(statisticsOf([value, 4])).toEqual({ count: 1, sum: 4, average: 4 }),
  )

  it('nothing filled has no average', () => {
    expect(statisticsOf([])).toEqual({ count: 0, sum: 0, average: null })
    expect(statisticsOf(['x'])).toEqual({ count: 0, sum: 0, average: null })
  })

  it('reads its values once, whatever they are, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (values) => {
        expect(statisticsOf(values.values(), { exact: true })).toEqual(
          statisticsOf(values.toReversed(), { exact: true }),
        )
      }),
    )
  })
})
