import type { FeedEvent, FeedPage } from '@suoan/contract'
import { expect, test } from 'vitest'
import { keyOf, latencyText, mostRows, newSince, withNewest, withOlder } from './feed-rows.ts'

const event = (id: number, more: Partial<FeedEvent> = {}): FeedEvent => ({
  source: 'lockLog',
  kind: 'lock',
  id: String(id),
  time: '2026-12-01 10:00:00',
  area: null,
  object: null,
  objectId: null,
  event: '开锁',
  level: null,
  person: null,
  workId: null,
  workNo: null,
  result: null,
  isBad: false,
  origin: null,
  historical: false,
  latencySec: null,
  decisionId: null,
  marked: false,
  ...more,
})
const page = (from: number, to: number, cursor: string | null = 'more'): FeedPage => ({
  events: Array.from({ length: from - to + 1 }, (_, index) => event(from - index)),
  cursor,
  kinds: ['lock'],
  readTime: '2026-12-01 10:00:00',
})
const ids = ({ events }: { events: readonly FeedEvent[] }): number[] => events.map(({ id }) => Number(id))

test('new events stand before what was read, each once, and as it is now', () => {
  const first = withNewest(undefined, page(3, 1))
  const next = withNewest(first, {
    ...page(5, 3),
    events: [event(5), event(4), event(3, { marked: true })],
  })
  expect(ids(next)).toEqual([5, 4, 3, 2, 1])
  expect(next.events[2]?.marked).toBe(true)
  expect(newSince(first, next)).toBe(2)
})

test('older events come behind the end, and the way on stays where the end is', () => {
  const first = withNewest(undefined, page(9, 7, 'at-7'))
  const longer = withOlder(first, page(6, 4, 'at-4'))
  expect(ids(longer)).toEqual([9, 8, 7, 6, 5, 4])
  expect(withNewest(longer, page(10, 8, 'at-8')).cursor).toBe('at-4')
})

test('a page that does not reach down to what was read begins anew: no gap looks like silence', () => {
  const first = withNewest(undefined, page(3, 1, null))
  expect(ids(withNewest(first, page(90, 80, 'at-80')))).toEqual(ids(page(90, 80)))
  expect(withNewest(first, page(90, 80, 'at-80')).cursor).toBe('at-80')
})

test('no more is kept than there is room for, however long the page stands open', () => {
  let rows = withNewest(undefined, page(10, 1))
  for (let top = 20; top <= 3000; top += 10) rows = withNewest(rows, page(top, top - 14))
  expect(rows.events).toHaveLength(mostRows)
  expect([rows.isFull, rows.cursor]).toEqual([true, null])
  expect(new Set(rows.events.map(keyOf)).size).toBe(mostRows)
  expect(ids(rows)[0]).toBe(3000)
})

test('a delay is said in the unit that people take it in', () => {
  expect([null, 0, 59, 600, 86_400].map(latencyText)).toEqual(['', '<1 s', '59 s', '10 分钟', '24 小时'])
})
