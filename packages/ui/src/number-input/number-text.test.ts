import fc from 'fast-check'
import { expect, it } from 'vitest'
import { acceptNumberText, numberOf, typedInto } from './number-text.ts'

it.each(['', '-', '1', '-1', '1.', '.5', '-.', '007'])('%j may be typed on', (text) =>
  expect(acceptNumberText('9', text)).toBe(text),
)
it.each(['a', '1e5', '--1', '1.2.3', '1,000', '+1', '1-', '１', ' 1'])('%j is reverted', (text) =>
  expect(acceptNumberText('9', text)).toBe('9'),
)
it('a whole number takes no point', () => {
  expect(acceptNumberText('9', '9.', true)).toBe('9')
  expect(acceptNumberText('9', '-9', true)).toBe('-9')
})
it.each([
  ['1.50', 1.5],
  ['-.5', -0.5],
  ['1.', 1],
  ['007', 7],
  ['', null],
  ['-', null],
  ['.', null],
])('%j is left as %j', (text, number) => expect(numberOf(text)).toBe(number))
it('what was taken is a number or empty when it is left', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^-?\d{0,8}\.?\d{0,6}$/), (text) => {
      const number = numberOf(acceptNumberText('', text))
      expect(number === null || Number.isFinite(number)).toBe(true)
    }),
  )
})
it('typing takes the place of the selection', () =>
  expect(typedInto('123', { start: 1, end: 2, typed: '9.' })).toBe('19.3'))
