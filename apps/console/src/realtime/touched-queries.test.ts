import { expect, it } from 'vitest'
import { touchedBy } from './touched-queries.ts'

it('makes ticket pages old when a lock has moved', () => {
  expect(touchedBy('{"cmd":"resource","resource":"lock","ids":["1"],"msgTxt":""}')).toContain('work')
})
it('names a plain resource by itself', () => {
  expect(touchedBy('{"cmd":"resource","resource":"position"}')).toEqual(['position'])
})
it('ignores answers to the heartbeat, broken text and other commands', () => {
  for (const text of ['{"cmd":"heartcheck","msgTxt":""}', 'HeartBeat', '[]', '{"cmd":"resource"}'])
    expect(touchedBy(text)).toEqual([])
})
