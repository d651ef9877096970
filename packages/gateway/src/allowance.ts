/** A sender that has been quiet may say so much at once, and then so much a second. */
export interface Allowance {
  readonly burst: number
  readonly perSecond: number
}

// Enough for every lock of a large plant; the longest silent one is forgotten first.
const REMEMBERED = 50_000

/**
 * Bounds what each sender may say (a token bucket): answers whether one more message of `sender` at `now` (epoch ms) is within
 * it. One that has gone mad then costs no more than one that is busy.
 */
export function createAllowance({ burst, perSecond }: Allowance): (sender: string, now: number) => boolean {
  const left = new Map<string, { tokens: number; at: number }>()
  return (sender, now) => {
    const before = left.get(sender) ?? { tokens: burst, at: now }
    // A clock set back gives nothing.
    const earned = (Math.max(0, now - before.at) / 1000) * perSecond
    const tokens = Math.min(burst, before.tokens + earned)
    left.delete(sender)
    left.set(sender, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now })
    if (left.size > REMEMBERED) {
      const [oldest] = left.keys()
      if (oldest !== undefined) left.delete(oldest)
    }
    return tokens >= 1
  }
}
