import { expect, it } from 'vitest'
import { rangeOf } from './byte-range.ts'

it.each([
  ['bytes=0-3', { from: 0, to: 3 }],
  ['bytes=2-', { from: 2, to: 9 }],
  ['bytes=-4', { from: 6, to: 9 }],
  ['bytes=-40', { from: 0, to: 9 }],
  ['bytes=5-400', { from: 5, to: 9 }],
  ['bytes=10-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=4-2', null],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['bytes=a-b', null],
  ['items=0-1', null],
  [undefined, null],
])('of ten bytes %s asks for %o', (header, asked) => {
  expect(rangeOf(header, 10)).toEqual(asked)
})

it('of an empty content no part can be given', () => {
  expect([rangeOf('bytes=0-', 0), rangeOf('bytes=-1', 0)]).toEqual(['none', 'none'])
})
