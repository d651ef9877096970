import { expect, it } from 'vitest'
import { createAllowance } from './allowance.ts'

it('a sender has its burst, then its rate, and takes nothing from another', () => {
  const may = createAllowance({ burst: 3, perSecond: 2 })
  const tries = (sender: string, now: number, count: number) =>
    Array.from({ length: count }, () => may(sender, now)).filter(Boolean).length
  expect(tries('a', 0, 10)).toBe(3)
  expect(tries('b', 0, 1)).toBe(1)
  expect(tries('a', 1000, 10)).toBe(2)
  expect(tries('a', 500, 10)).toBe(0)
  expect(tries('a', 60_000, 10)).toBe(3)
})
