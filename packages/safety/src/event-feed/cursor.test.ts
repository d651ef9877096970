import { feedSources } from '@suoan/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { behindPlace, inFeedOrder, readCursor, writeCursor, type FeedPlace } from './cursor.ts'

const places = fc.record({
  at: fc.constantFrom('2026-12-01T02:00:00.000Z', '2026-12-01T02:00:00.001Z', '2026-12-01T02:00:01.000Z'),
  source: fc.constantFrom(...feedSources),
  id: fc.constantFrom('a1', 'a2', 'b1'),
})

test('a cursor comes back as the place it was written from', () => {
  fc.assert(
    fc.property(places, (place) => {
      expect(readCursor(writeCursor(place))).toEqual(place)
    }),
  )
  expect(() => readCursor('2026-12-01T02:00:00.000Z_nowhere_1')).toThrow('翻页标记无效')
})

test('what the condition of a log lets through is exactly what stands behind the place in the stream', () => {
  const passes = (of: FeedPlace, place: FeedPlace): boolean => {
    const { text } = behindPlace(place, of.source, { time: 't', id: 'i' }, 1)
    if (text.startsWith('and (t, i) <')) return of.at < place.at || (of.at === place.at && of.id < place.id)
    return text.includes('<=') ? of.at <= place.at : of.at < place.at
  }
  fc.assert(
    fc.property(places, places, (of, place) => {
      expect(passes(of, place)).toBe(inFeedOrder(of, place) > 0)
    }),
  )
})
