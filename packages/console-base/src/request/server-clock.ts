/** How far the server's clock is ahead of this one, ms. */
let ahead = 0

/** An answer of the server says what its clock shows (epoch ms). */
export function hearServerTime(timestamp: number): void {
  if (timestamp > 0) ahead = timestamp - Date.now()
}

/**
 * The present time by the clock of the server, as far as its answers have told it: what its times are compared with, and
 * what it is told as a time. A phone whose own clock is wrong would show a gas test as good that is over.
 */
export const serverNow = (): number => Date.now() + ahead
