import { expect, it } from 'vitest'
import { isAmong, openNumbers } from './log-link.ts'

it.each([
  [[], 0, [], []],
  [[], 0, [1, 2, 3], []],
  [
    [],
    0,
    [1, 3, 6],
    [
      [2, 2],
      [4, 5],
    ],
  ],
  [
    [
      [2, 2],
      [4, 5],
    ],
    6,
    [2, 8],
    [
      [4, 5],
      [7, 7],
    ],
  ],
  [
    [[4, 9]],
    12,
    [6],
    [
      [4, 5],
      [7, 9],
    ],
  ],
  [[[4, 9]], 12, [4, 9, 13], [[5, 8]]],
] as const)('§4.8 open %j, up to %i, then %j came: open are %j', (open, from, seen, left) => {
  expect(openNumbers(open, from, seen)).toEqual(left)
})

it('§4.8 a number is among ranges with both their ends', () => {
  expect([3, 4, 5, 6].map((no) => isAmong([[4, 5]], no))).toEqual([false, true, true, false])
})
