import { shanghaiMoment } from '@suoan/kit/shanghai'
import { expect, it } from 'vitest'
import { slotWords } from './slot-words.ts'

it('says when the work could move to, the day of its end only where it is another', () => {
  const at = (text: string) => shanghaiMoment(text)
  expect(slotWords({ start: at('2026-11-28 20:00:00'), end: at('2026-11-28 23:00:00') })).toBe(
    '移到 11-28 20:00 后（至 23:00）',
  )
  expect(slotWords({ start: at('2026-11-28 20:00:00'), end: at('2026-11-29 04:00:00') })).toBe(
    '移到 11-28 20:00 后（至 11-29 04:00）',
  )
})
