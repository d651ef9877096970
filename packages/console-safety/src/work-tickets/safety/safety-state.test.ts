import { describe, expect, it } from 'vitest'
import { lostGreen, shownColour } from './safety-state.ts'

const fresh = { age: 1_000, isLive: true, failed: false }

describe('M13 what the card shows', () => {
  it.each([
    ['fresh data with the channel open', fresh, 'green'],
    ['data of a minute ago', { ...fresh, age: 60_001 }, 'grey'],
    ['a closed channel', { ...fresh, isLive: false }, 'grey'],
    ['a question that failed', { ...fresh, failed: true }, 'grey'],
    ['a clock that went back', { ...fresh, age: -5 }, 'grey'],
  ] as const)('M13 green on %s is shown %s', (_what, reach, shown) => {
    expect(shownColour('green', reach)).toBe(shown)
  })

  it('M13 shakes when green is lost to amber, red, grey or nothing, and at no other change', () => {
    expect(lostGreen({ a: 'green' }, { a: 'amber' })).toBe(true)
    expect(lostGreen({ a: 'green' }, { a: 'grey' })).toBe(true)
    expect(lostGreen({ a: 'green', b: 'red' }, { b: 'red' })).toBe(true)
    expect(lostGreen({ a: 'green' }, { a: 'green', b: 'red' })).toBe(false)
    expect(lostGreen({ a: 'amber' }, { a: 'red' })).toBe(false)
  })
})
