import { expect, it } from 'vitest'
import { cellText, choiceText } from './index.ts'

it.each([
  [null, ''],
  [undefined, ''],
  [0, '0'],
  [false, 'false'],
  [{ a: 1 }, '{"a":1}'],
])('%j reads “%s”', (value, text) => expect(cellText(value)).toBe(text))

const choices = [
  { value: '0', text: '关锁' },
  { value: '1', text: '开锁' },
]
it.each([
  ['0', '关锁'],
  [1, '开锁'],
  ['0,1', '关锁,开锁'],
  ['0,9', '关锁,9'],
  [null, ''],
])('%j reads “%s” by its dictionary, and what it does not know stays', (value, text) =>
  expect(choiceText(choices, value)).toBe(text),
)
