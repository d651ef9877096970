import { describe, expect, it } from 'vitest'
import { judgeReading } from './index.ts'

const now = Date.UTC(2026, 11, 1, 2)
const limits = { limitMin: 19.5, limitMax: 21, unit: '%vol' }
const good = {
  value: 20.9,
  unit: '%vol',
  sampleTime: now,
  calibValidTo: now + 86_400_000,
  detectorStatus: 1,
  timeTrusted: true,
  historical: false,
}
const kindOf = (changes: object) => judgeReading({ ...good, ...changes }, limits, now).kind

describe('a reading of a gas detector (G14)', () => {
  it('passes within the limits, in calibration, with a trusted clock', () => {
    expect(judgeReading(good, limits, now)).toEqual({ kind: 'pass', doubt: null })
  })

  it.each([
    ['out of calibration', { calibValidTo: now - 1 }],
    ['without calibration', { calibValidTo: null }],
    ['cut off', { detectorStatus: 3 }],
    ['with a clock nobody trusts', { timeTrusted: false }],
    ['read out of the log later', { historical: true }],
    ['from the future', { sampleTime: now + 120_000 }],
  ])('proves nothing when it passes %s, and fails all the same when it is bad', (_name, changes) => {
    expect(kindOf(changes)).toBe('unproven')
    expect(kindOf({ ...changes, value: 17 })).toBe('fail')
  })

  it('fails in another unit and below zero; without limits nobody can say', () => {
    expect(kindOf({ unit: 'ppm' })).toBe('fail')
    expect(kindOf({ value: -0.1 })).toBe('fail')
    expect(judgeReading(good, null, now).kind).toBe('unknown')
  })
})
