import { expect, it } from 'vitest'
import { chosenOf, countText, joinedText } from './chosen-text.ts'

it('a joined text holds each value once, empty parts are none', () => {
  expect(chosenOf('1,,2,1,', ',')).toEqual(['1', '2'])
  expect(chosenOf(null, ',')).toEqual([])
  expect(chosenOf('1;2,3', ';')).toEqual(['1', '2,3'])
})
it('values are joined in the order in which they are offered; what is gone stays', () =>
  expect(joinedText(['x', '3', '1'], ['1', '2', '3'], ';')).toBe('1;3;x'))
it.each([
  [0, {}, '已选 0 项'],
  [1, { least: 2 }, '已选 1 项，至少选择 2 项'],
  [2, { least: 2, most: 3 }, '已选 2/3 项'],
])('%i of %j: %s', (count, bounds, words) => expect(countText(count, bounds)).toBe(words))
