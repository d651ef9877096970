import { describe, expect, it } from 'vitest'
import { isPasswordOld } from './password-policy.ts'

const DAY_MS = 86_400_000

describe('the age of a password (security.md §5.1 a)', () => {
  it.each([
    ['is fine to the last day', 90, 90, false],
    ['is over after it', 90.001, 90, true],
    ['does not matter where the operator asks for no change', 4_000, 0, false],
  ])('%s', (_, days, maxDays, expected) => {
    expect(isPasswordOld(new Date(0), maxDays, days * DAY_MS)).toBe(expected)
  })
  it('is nothing for an account without a password', () => {
    expect(isPasswordOld(null, 90, 1_000 * DAY_MS)).toBe(false)
  })
})
