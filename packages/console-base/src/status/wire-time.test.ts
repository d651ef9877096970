import { describe, expect, it } from 'vitest'
import { ageText, durationText, parseWireTime, wireTimeOf } from './wire-time.ts'

describe('wire times', () => {
  it('reads a wire time as Shanghai time and writes it back', () => {
    const at = parseWireTime('2026-12-01 09:00:00')
    expect(at).toBe(Date.UTC(2026, 11, 1, 1, 0, 0))
    expect(wireTimeOf(at ?? 0)).toBe('2026-12-01 09:00:00')
  })
  it('answers null for nothing and for what is no time', () => {
    expect([null, undefined, '', 'abc', 5].map(parseWireTime)).toEqual([null, null, null, null, null])
  })
  it('says a length in at most two units', () => {
    expect(durationText(40_000)).toBe('40 秒')
    expect(durationText(125 * 60_000)).toBe('2 小时 5 分钟')
    expect(durationText(24 * 3_600_000)).toBe('1 天')
    expect(durationText(50 * 3_600_000)).toBe('2 天 2 小时')
  })
  it('says an age, and a time ahead as such', () => {
    expect(ageText(0, 5_000)).toBe('刚刚')
    expect(ageText(0, 12 * 60_000)).toBe('12 分钟前')
    expect(ageText(30 * 60_000, 0)).toBe('30 分钟后')
  })
})
