import { describe, expect, it } from 'vitest'
import { fixedClock, manualClock, offsetClock } from './index.ts'

describe('clock', () => {
  it('stands still when fixed', () => {
    const clock = fixedClock(1_796_006_400_000)
    expect([clock.now(), clock.now()]).toEqual([1_796_006_400_000, 1_796_006_400_000])
  })

  it('moves only when told, also backwards', () => {
    const clock = manualClock(1000)
    expect(clock.advance(500)).toBe(1500)
    clock.advance(-600)
    expect(clock.now()).toBe(900)
    clock.set(5)
    expect(clock.now()).toBe(5)
  })

  it('shows a wrong time when offset', () => {
    const base = manualClock(1000)
    const skewed = offsetClock(base, 120_000)
    base.advance(1)
    expect(skewed.now()).toBe(121_001)
  })
})
