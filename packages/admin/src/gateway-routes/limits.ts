/** Stops sending to an upstream that fails again and again, and tries it with one request after a while. */
export interface Breaker {
  mayPass(now: number): boolean
  succeeded(): void
  failed(now: number): void
}

/** @param failures in a row after which it opens; then one request passes every `seconds`, until one succeeds. */
export function createBreaker({
  failures,
  seconds,
}: {
  readonly failures: number
  readonly seconds: number
}): Breaker {
  let inRow = 0
  let tryAt = 0
  return {
    mayPass(now) {
      if (inRow < failures) return true
      if (now < tryAt) return false
      // The others wait for what becomes of this one.
      tryAt = now + seconds * 1000
      return true
    },
    succeeded() {
      inRow = 0
    },
    failed(now) {
      inRow += 1
      if (inRow >= failures) tryAt = now + seconds * 1000
    },
  }
}

/** At most this many keys are counted; beyond it the oldest is forgotten first. */
const MOST_KEYS = 10_000

/** A token bucket for each key: says whether one more may pass. */
export function createBuckets({
  perSecond,
  burst,
}: {
  readonly perSecond: number
  readonly burst: number
}): (key: string, now: number) => boolean {
  const buckets = new Map<string, { left: number; at: number }>()
  return (key, now) => {
    const known = buckets.get(key)
    const passed = known ? Math.max(0, now - known.at) : 0
    const left = Math.min(burst, (known?.left ?? burst) + (passed / 1000) * perSecond)
    buckets.delete(key)
    const [oldest] = buckets.keys()
    if (buckets.size >= MOST_KEYS && oldest !== undefined) buckets.delete(oldest)
    buckets.set(key, { left: left >= 1 ? left - 1 : left, at: now })
    return left >= 1
  }
}
