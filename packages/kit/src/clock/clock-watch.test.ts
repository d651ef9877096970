import { expect, test } from 'vitest'
import { createClockWatch } from './clock-watch.ts'
import { manualClock } from './testing/index.ts'

const hour = 3_600_000
const limits = { limitMs: 120_000, believeAfterMs: 24 * hour }

function watched() {
  const wall = manualClock(10 * hour)
  const running = manualClock(500)
  const watch = createClockWatch(wall, running, limits)
  /** Time passes on both. */
  const pass = (ms: number) => {
    wall.advance(ms)
    running.advance(ms)
  }
  return { wall, watch, pass }
}

test('a clock that runs, or is corrected a little, has not jumped', () => {
  const { wall, watch, pass } = watched()
  pass(2000)
  expect(watch.look()).toBeNull()
  wall.advance(-120_000)
  pass(2000)
  expect(watch.look()).toBeNull()
  expect(watch.safer.now()).toBe(wall.now())
})

test('set back an hour it is told once, and deadlines go on by the time that has passed', () => {
  const { wall, watch, pass } = watched()
  wall.advance(-hour)
  pass(2000)
  expect(watch.look()).toEqual({ byMs: -hour, expected: 10 * hour + 2000, shown: 9 * hour + 2000 })
  pass(60_000)
  expect(watch.look()).toBeNull()
  expect(watch.safer.now()).toBe(10 * hour + 62_000)
})

test('set right again it is told again, and the safer reading is the clock itself', () => {
  const { wall, watch, pass } = watched()
  wall.advance(-hour)
  watch.look()
  pass(60_000)
  wall.advance(hour)
  expect(watch.look()).toMatchObject({ byMs: hour })
  expect(watch.safer.now()).toBe(wall.now())
})

test('set forward the later reading is the clock’s own', () => {
  const { wall, watch } = watched()
  wall.advance(3 * hour)
  expect(watch.look()).toMatchObject({ byMs: 3 * hour })
  expect(watch.safer.now()).toBe(13 * hour)
})

test('two jumps back add up; what stays behind for a day is believed', () => {
  const { wall, watch, pass } = watched()
  wall.advance(-hour)
  watch.look()
  pass(hour)
  wall.advance(-hour)
  watch.look()
  expect(watch.safer.now() - wall.now()).toBe(2 * hour)
  pass(23 * hour)
  watch.look()
  expect(watch.safer.now()).toBe(wall.now())
})

test('set back while nobody watched it is told at the first look; set forward it cannot be told from time', () => {
  const wall = manualClock(10 * hour)
  const running = manualClock(0)
  const watch = createClockWatch(wall, running, limits, 11 * hour)
  expect(watch.look()).toEqual({ byMs: -hour, expected: 11 * hour, shown: 10 * hour })
  expect(watch.safer.now()).toBe(11 * hour)
  expect(watch.look()).toBeNull()
  const forward = createClockWatch(wall, running, limits, 9 * hour)
  expect(forward.look()).toBeNull()
  expect(forward.safer.now()).toBe(10 * hour)
})
