import { hour, minute } from '../verdict/index.ts'

/** Numbers asked for in one READLOG: a lock keeps 500 records (§5.5.3). */
export const readLogSpan = 500

/** Waiting times between two requests for the same gap, ms; the last one repeats. [D] */
const waits = [minute, 5 * minute, 15 * minute, hour, 6 * hour] as const

/** When to ask for a gap again after it was asked for `asks` times, ms from now (§5.5.3: it stays open until filled). */
export function askAgainAfter(asks: number): number {
  return waits[Math.min(Math.max(asks, 1), waits.length) - 1] ?? waits[4]
}
