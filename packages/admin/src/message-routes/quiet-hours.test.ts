import { describe, expect, it } from 'vitest'
import { afterQuiet, minuteOf, timeOf } from './quiet-hours.ts'

/** In Shanghai. */
const at = (time: string) => Date.parse(`2026-03-02T${time}+08:00`)
const night = { fromMinute: 22 * 60, untilMinute: 7 * 60 }

describe('quiet hours', () => {
  it.each([
    ['21:59:59', '21:59:59'],
    ['07:00:00', '07:00:00'],
    ['06:59:30', '07:00:00'],
    ['00:00:00', '07:00:00'],
  ])('over midnight: a message of %s goes out at %s', (time, out) => {
    expect(afterQuiet(at(time), night)).toBe(at(out))
  })
  it('over midnight: one of the evening waits for the next morning', () => {
    expect(afterQuiet(at('22:00:00'), night)).toBe(at('07:00:00') + 86_400_000)
  })
  it('within a day, and of no length', () => {
    expect(afterQuiet(at('12:10:00'), { fromMinute: 720, untilMinute: 780 })).toBe(at('13:00:00'))
    expect(afterQuiet(at('12:10:00'), { fromMinute: 720, untilMinute: 720 })).toBe(at('12:10:00'))
  })
  it('are read and written as times', () => {
    expect([minuteOf('07:05'), minuteOf('24:00'), minuteOf('7:5')]).toEqual([425, null, null])
    expect(timeOf(425)).toBe('07:05')
  })
})
