import { expect, it } from 'vitest'
import { delayText, sizeText, ticksOf, timeText } from './figures.ts'

it('sizes and times are told in the unit people would choose', () => {
  expect([0, 512, 1536, 200 * 1024 ** 2, 3 * 1024 ** 4].map(sizeText)).toEqual([
    '0 B',
    '512 B',
    '1.5 KB',
    '200 MB',
    '3.0 TB',
  ])
  expect([3.25, 61, 3_700, 90_000].map(timeText)).toEqual([
    '3.3 秒',
    '1 分 1 秒',
    '1 小时 1 分',
    '1 天 1 小时',
  ])
  // Beside a chart is room for few letters: 1284 ms lost its first one there.
  expect([0, 9.96, 284, 1284].map(delayText)).toEqual(['0.0 ms', '10.0 ms', '284 ms', '1.3 秒'])
})

it('of what is counted the axis has no halves', () => {
  expect([1, 2, 7, 10].map((most) => ticksOf(most, true))).toEqual([
    [0, 1],
    [0, 1, 2],
    [0, 4, 8],
    [0, 5, 10],
  ])
  expect(ticksOf(1, false)).toEqual([0, 0.5, 1])
})
