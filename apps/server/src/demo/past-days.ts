import { seededRandom } from '@suoan/kit/id'

const minute = 60_000
const day = 86_400_000
/** Shanghai is eight hours ahead the whole year. */
const offset = 8 * 60 * minute

export const historyDays = 90

/** One ticket of the past: its seed makes everything else of it. */
export interface PastTicket {
  readonly seed: number
  /** Which of its day. */
  readonly slot: number
  /** Epoch ms. */
  readonly start: number
}

/** The tickets of the 90 days before a moment, oldest first: five on a working day, two or three on the others. */
export function historyOf(firstStart: number): readonly PastTicket[] {
  const today = Math.floor((firstStart + offset) / day)
  const past: PastTicket[] = []
  for (let ago = historyDays; ago >= 1; ago -= 1) {
    const number = today - ago
    // Day 0 of the epoch was a Thursday.
    const weekday = (number + 4) % 7
    const count = weekday === 0 ? 2 : weekday === 6 ? 3 : 5
    const random = seededRandom(7_000 + ago)
    for (let n = 0; n < count; n += 1) {
      const hour = 8.5 + (n * 7) / count + random()
      past.push({
        seed: ago * 10 + n,
        slot: n,
        start: number * day - offset + Math.round(hour * 60) * minute,
      })
    }
  }
  return past
}
