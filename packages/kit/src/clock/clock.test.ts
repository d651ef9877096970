import { expect, it } from 'vitest'
import { manualClock } from './testing/index.ts'

it('a manual clock moves only by advance and set, also backwards', () => {
  const clock = manualClock(1000)
  expect(clock.advance(500)).toBe(1500)
  clock.advance(-600)
  expect(clock.now()).toBe(900)
  clock.set(5)
  expect(clock.now()).toBe(5)
})
