import { expect, it } from 'vitest'
import { DecimalSum } from './index.ts'

const sumOf = (values: readonly unknown[]): string | null => {
  const sum = new DecimalSum()
  for (const value of values) sum.add(value)
  return sum.text
}

it.each([
  [[], '0'],
  [[0.1, 0.2], '0.3'],
  [['12345678901234567890.25', '-0.25'], '12345678901234567890'],
  [[5, null, '', undefined, '1.50'], '6.5'],
  [['-0.5', '-.25'], '-0.75'],
  [[1e21, '1e-7'], '1000000000000000000000.0000001'],
  [[5, 'x'], null],
  [['.'], null],
])('%j are together %s', (values, text) => expect(sumOf(values)).toBe(text))
