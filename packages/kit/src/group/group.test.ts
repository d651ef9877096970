import { expect, test } from 'vitest'
import { groupBy } from './index.ts'

test('items of one key stay together and in order', () => {
  expect([...groupBy(['aa', 'b', 'cc', 'd'], (text) => text.length)]).toEqual([
    [2, ['aa', 'cc']],
    [1, ['b', 'd']],
  ])
  expect(groupBy([], String).size).toBe(0)
})
