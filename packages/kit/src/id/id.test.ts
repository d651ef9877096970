import { describe, expect, it } from 'vitest'
import { manualClock } from '../clock/testing/index.ts'
import { newId, newUlid, seededRandom, snowflakeSource, ulidSource } from './index.ts'

/** 26 characters of Crockford's alphabet; the first ten hold the time in ms, 48 bits. */
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const timeOf = (id: string) =>
  Array.from(id.slice(0, 10)).reduce(
    (time, char) => time * 32 + '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(char),
    0,
  )

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
    const next = snowflakeSource(manualClock(DAY_D), () => 0.999_999_9)
    let last = next()
    for (let i = 0; i < 2_200_000; i++) {
      const id = next()
      if (id <= last) throw new Error(`${id} after ${last}`)
      last = id
    }
    expect(last).toHaveLength(19)
  })

  it('is the same again for the same seed and time', () => {
    const ids = [1, 2].map(() => snowflakeSource(manualClock(DAY_D), seededRandom(42))())
    expect(ids[0]).toBe(ids[1])
  })
})

describe('newUlid', () => {
  it('is a ULID that carries its time', () => {
    const id = ulidSource(manualClock(DAY_D), seededRandom(1))()
    expect(id).toMatch(ulid)
    expect(timeOf(id)).toBe(DAY_D)
    expect(newUlid()).toMatch(ulid)
  })

  it('grows inside one millisecond and past its last value', () => {
    const next = ulidSource(manualClock(DAY_D), () => 0.999_999_9)
    const [first, second] = [next(), next()]
    expect(first.endsWith('ZZZZZZZZZZZZZZZZ')).toBe(true)
    expect(second > first).toBe(true)
    expect(timeOf(second)).toBe(DAY_D + 1)
  })
})
