import { expect, test } from 'vitest'
import { historyDays, historyOf } from './past-days.ts'

const day = 86_400_000
/** Some o'clock in the morning in Shanghai. */
const firstStart = Date.UTC(2026, 10, 26, 1, 30)

test('the past is some 400 tickets of the 90 days before, none of the first day itself', () => {
  const past = historyOf(firstStart)
  expect(past.length).toBeGreaterThan(380)
  expect(past.length).toBeLessThan(420)
  const midnight = Date.UTC(2026, 10, 25, 16)
  for (const { start } of past) {
    expect(start).toBeLessThan(midnight)
    expect(start).toBeGreaterThanOrEqual(midnight - historyDays * day)
  }
})

test('the same first start has the same past, whatever time of its day it was', () => {
  expect(historyOf(firstStart + 6 * 3_600_000)).toEqual(historyOf(firstStart))
  expect(new Set(historyOf(firstStart).map(({ seed }) => seed)).size).toBe(historyOf(firstStart).length)
})
