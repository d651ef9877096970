import type { Clock } from './clock.ts'

/** A clock whose hands a test (or a simulation) turns. */
export type ManualClock = Clock & {
  /** Moves forward by `ms` (backwards when negative: servers do step back) and returns the new time. */
  advance(ms: number): number
  /** Jumps to `at`, epoch ms. */
  set(at: number): void
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() }

/** A clock that always says `at` (epoch ms). */
export const fixedClock = (at: number): Clock => ({ now: () => at })

/** A clock that starts at `at` (epoch ms) and moves only when told. */
export function manualClock(at: number): ManualClock {
  let now = at
  return {
    now: () => now,
    advance: (ms) => (now += ms),
    set: (to) => {
      now = to
    },
  }
}

/** A clock that runs with `base` but shows `offsetMs` more; plays a device whose clock is wrong. */
export const offsetClock = (base: Clock, offsetMs: number): Clock => ({ now: () => base.now() + offsetMs })

export type { Clock } from './clock.ts'
export { createClockWatch } from './clock-watch.ts'
