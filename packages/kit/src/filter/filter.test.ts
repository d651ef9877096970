import { describe, expect, test } from 'vitest'
import { and, eq, everything, isIn, isNull, ne, not, nothing, or, readFieldValue } from './index.ts'
import { toPredicate } from './testing/index.ts'

const a = eq('a', 1)
const b = eq('b', 2)

describe('making filters', () => {
  test('simplifies true, false, nesting and double negation', () => {
    expect(and()).toBe(everything)
    expect(or()).toBe(nothing)
    expect(and(everything, a)).toBe(a)
    expect(and(a, nothing)).toBe(nothing)
    expect(or(a, everything)).toBe(everything)
    expect(or(nothing, a)).toBe(a)
    expect(and(and(a, b), a)).toEqual({ op: 'and', of: [a, b, a] })
    expect(not(not(a))).toBe(a)
    expect(not(everything)).toBe(nothing)
    expect(isIn('a', [])).toBe(nothing)
  })

  test('gives frozen values', () => {
    for (const filter of [a, and(a, b), not(a), isIn('a', [1]), isNull('a')])
      expect(Object.isFrozen(filter)).toBe(true)
  })
})

describe('asking a row', () => {
  test('an absent value satisfies no comparison, not even "not equal", but does satisfy a complement', () => {
    expect(toPredicate(ne('a', 1))({ a: null })).toBe(false)
    expect(toPredicate(not(a))({ a: null })).toBe(true)
    expect(toPredicate(isNull('a'))({})).toBe(true)
  })

  test('compares decimals by value, without losing digits', () => {
    const fields = { price: { type: 'decimal' } } as const
    expect(toPredicate(eq('price', '1.5'), fields)({ price: '1.50' })).toBe(true)
    expect(
      toPredicate(eq('price', '0.1234567890123456789'), fields)({ price: '0.1234567890123456788' }),
    ).toBe(false)
    expect(toPredicate(eq('price', 10), fields)({ price: '10.00' })).toBe(true)
  })

  test.each([
    // Midnight of a day picked in the plant, as a browser there writes it.
    ['date', '2026-01-04T16:00:00.000Z', '2026-01-05'],
    ['date', '2026-01-05T00:00:00+08:00', '2026-01-05'],
    ['dateTime', '2026-01-04T16:00:01.999Z', '2026-01-05 00:00:01'],
    ['dateTime', '2026-01-05T08:00Z', '2026-01-05 16:00:00'],
    ['dateTime', '2026-02-30T08:00:00Z', undefined],
    ['dateTime', '2026-01-05T08:61:00Z', undefined],
    ['dateTime', '2026-01-05T08:00:00+99:00', undefined],
  ] as const)('reads the %s %s as %s', (type, text, value) => {
    expect(readFieldValue(type, text)).toBe(value)
  })

  test('reads a moment on the clock of the plant', () => {
    const fields = { at: { type: 'dateTime' } } as const
    expect(
      toPredicate(eq('at', '2026-01-01 08:00:00'), fields)({ at: new Date('2026-01-01T00:00:00.999Z') }),
    ).toBe(true)
  })
})
