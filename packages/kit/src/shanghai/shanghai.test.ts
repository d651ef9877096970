import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shanghaiMoment, shanghaiTime } from './index.ts'

test('a moment is written eight hours ahead of UTC, across the day and the year', () => {
  expect(shanghaiTime(Date.UTC(2026, 11, 1, 1, 0, 0))).toBe('2026-12-01 09:00:00')
  expect(shanghaiTime(Date.UTC(2026, 11, 31, 16, 0, 0, 999))).toBe('2027-01-01 00:00:00')
})

test('a text is the moment it was written for, to the second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_799 }), (seconds) => {
      expect(shanghaiMoment(shanghaiTime(seconds * 1000))).toBe(seconds * 1000)
    }),
  )
})

test('a day is its first moment, and what is no time is NaN', () => {
  expect(shanghaiMoment('2026-12-01')).toBe(Date.UTC(2026, 10, 30, 16))
  expect(shanghaiMoment('2026-13-01 00:00:00')).toBeNaN()
  expect(shanghaiMoment('')).toBeNaN()
})
