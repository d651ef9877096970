import { fail } from '../fail.ts'

/** At most this many keys are counted; beyond it the oldest minute is forgotten first. */
const MOST_KEYS = 10_000
const MINUTE_MS = 60_000

/**
 * Refuses with `TOO_MANY` what comes from one key (an address, a person) more often than `most` times in a minute. Counts
 * in the process: for calls that cost next to nothing, so that a flood of them is noticed, not for secrets.
 */
export function perMinute(most: number): (key: string, now: number) => void {
  const isWithin = withinMinute(most)
  return (key, now) => {
    if (!isWithin(key, now)) throw fail('TOO_MANY')
  }
}

/** The same as a question, for whoever refuses in words of his own: counts the call and says whether it is still within `most`. */
export function withinMinute(most: number): (key: string, now: number) => boolean {
  const counted = new Map<string, { since: number; count: number }>()
  return (key, now) => {
    const known = counted.get(key)
    // By distance: a clock that steps back must not refuse for an hour.
    if (known && Math.abs(now - known.since) < MINUTE_MS) {
      known.count += 1
      return known.count <= most
    }
    // Map keeps the order of insertion: the first stands there longest.
    counted.delete(key)
    const [oldest] = counted.keys()
    if (counted.size >= MOST_KEYS && oldest !== undefined) counted.delete(oldest)
    counted.set(key, { since: now, count: 1 })
    return most >= 1
  }
}
