import { expect, it } from 'vitest'
import { numberText } from './index.ts'

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-1234567.5, '-1,234,567.5'],
  [0.000001, '0.000001'],
])('%d reads %s: thousands are separated (1-shell.md §9)', (value, text) =>
  expect(numberText(value)).toBe(text),
)
