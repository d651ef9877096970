import type { Clock } from '../clock.ts'

/** A clock that a test sets. */
export type ManualClock = Clock & {
  /** Moves forward by `ms` (backwards when negative: servers do step back) and returns the new time. */
  advance(ms: number): number
  /** Jumps to `at`, epoch ms. */
  set(at: number): void
}

/** A clock that starts at `at` (epoch ms) and moves only by `advance` and `set`. */
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
