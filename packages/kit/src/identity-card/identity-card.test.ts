import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDigit, isIdentityCard } from './index.ts'

describe('the number of an identity card (GB 11643)', () => {
  it.each(['11010519491231002X', '11010519491231002x', '440524188001010014'])('%s is one', (text) =>
    expect(isIdentityCard(text)).toBe(true),
  )

  it.each([
    ['110105194912310021', 'has another check digit'],
    ['110105194902310029', 'is born on 31 February'],
    ['110105491231002', 'has 15 digits'],
    ['11010519491231002X ', 'has a blank behind it'],
    ['', 'is empty'],
  ])('%s %s', (text) => expect(isIdentityCard(text)).toBe(false))

  it('is not one with any single digit exchanged for another', () => {
    const days = fc.integer({ min: 1, max: 28 }).map((day) => `199003${String(day).padStart(2, '0')}`)
    const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
    fc.assert(
      fc.property(
        digits(6),
        days,
        digits(3),
        fc.nat(16),
        fc.integer({ min: 1, max: 9 }),
        (area, day, tail, at, by) => {
          const body = `${area}${day}${tail}`
          const last = checkDigit(body)
          const other = `${body.slice(0, at)}${(Number(body[at]) + by) % 10}${body.slice(at + 1)}`
          expect(isIdentityCard(`${body}${last}`)).toBe(true)
          expect(isIdentityCard(`${other}${last}`)).toBe(false)
        },
      ),
    )
  })
})
