import type { Clock } from './clock.ts'

/** How far the clock was moved, ms; negative = back. Times are epoch ms: what it said before, and says now. */
export interface ClockJump {
  readonly byMs: number
  readonly expected: number
  readonly shown: number
}

export interface ClockWatch {
  /** Compares the clock with the time that has passed; the jump since the last look, null when it runs on. */
  look(): ClockJump | null
  /** The later of what the clock says and what it would say had nobody set it back. */
  readonly safer: Clock
}

/**
 * Watches a clock that people and time servers may set, beside one that only runs (ms since any moment). Deadlines
 * judged by `safer` are never late: a clock set forward brings them early, one set back does not hold them up. A clock
 * that stays behind is believed again after `believeAfterMs`: by then it is the earlier one that was wrong.
 * @param lastShown what the clock showed when it was last seen, before this watch; later than now = it was set back
 *   meanwhile, and the first look says so
 */
export function createClockWatch(
  clock: Clock,
  running: Clock,
  { limitMs, believeAfterMs }: { readonly limitMs: number; readonly believeAfterMs: number },
  lastShown = Number.NEGATIVE_INFINITY,
): ClockWatch {
  let last = { shown: Math.max(clock.now(), lastShown), ran: running.now() }
  /** Set while the clock stands behind: when that began on the running clock, and how far. */
  let behind: { readonly since: number; readonly ms: number } | null = null
  const safer = (): number => clock.now() + (behind?.ms ?? 0)
  return {
    look() {
      const shown = clock.now()
      const ran = running.now()
      const expected = last.shown + (ran - last.ran)
      last = { shown, ran }
      const byMs = shown - expected
      if (behind !== null && ran - behind.since >= believeAfterMs) behind = null
      if (Math.abs(byMs) <= limitMs) return null
      const ms = (behind?.ms ?? 0) - byMs
      behind = ms > 0 ? { since: behind?.since ?? ran, ms } : null
      return { byMs, expected, shown }
    },
    safer: { now: safer },
  }
}
