import { describe, expect, it } from 'vitest'
import { fixedClock, manualClock } from '../clock/index.ts'
import { isUlid, newId, newUlid, seededRandom, snowflakeSource, ulidSource, ulidTime } from './index.ts'

const DAY_D = Date.UTC(2026, 11, 1)

describe('newId', () => {
  it('has 19 digits and never repeats', () => {
    const ids = Array.from({ length: 20_000 }, newId)
    expect(ids.every((id) => /^\d{19}$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('grows as text, also inside one millisecond and when the clock steps back', () => {
    const clock = manualClock(DAY_D)
    const next = snowflakeSource(clock, seededRandom(7))
    const ids = Array.from({ length: 3 }, next)
    clock.advance(-3_600_000)
    ids.push(next(), next())
    clock.advance(7_200_000)
    ids.push(next())
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(6)
  })

  it('borrows the next millisecond when one is used up', () => {
    const next = snowflakeSource(fixedClock(DAY_D), () => 0.999_999_9)
    let last = next()
    for (let i = 0; i < 2_200_000; i++) {
      const id = next()
      if (id <= last) throw new Error(`${id} after ${last}`)
      last = id
    }
    expect(last).toHaveLength(19)
  })

  it('is the same again for the same seed and time', () => {
    const ids = [1, 2].map(() => snowflakeSource(fixedClock(DAY_D), seededRandom(42))())
    expect(ids[0]).toBe(ids[1])
  })
})

describe('newUlid', () => {
  it('is a ULID that carries its time', () => {
    const id = ulidSource(fixedClock(DAY_D), seededRandom(1))()
    expect(isUlid(id)).toBe(true)
    expect(ulidTime(id)).toBe(DAY_D)
    expect(isUlid(newUlid())).toBe(true)
  })

  it('grows inside one millisecond and past its last value', () => {
    const next = ulidSource(fixedClock(DAY_D), () => 0.999_999_9)
    const [first, second] = [next(), next()]
    expect(first.endsWith('ZZZZZZZZZZZZZZZZ')).toBe(true)
    expect(second > first).toBe(true)
    expect(ulidTime(second)).toBe(DAY_D + 1)
  })

  it('tells texts apart that are no ULID', () => {
    expect(
      ['', '01JZ8Q3M7T4C8Y2K9E5V6W7X8', '01JZ8Q3M7T4C8Y2K9E5V6W7X8I', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ'].map(
        isUlid,
      ),
    ).toEqual([false, false, false, false])
    expect(ulidTime('x')).toBeUndefined()
  })
})
