import type { Clock } from '../clock/clock.ts'
import type { Random } from './random.ts'

// With this epoch ids have 19 digits from 2017 on and stay inside a signed 64-bit integer until 2079.
const EPOCH = Date.UTC(2010, 0, 1)
const LOW_BITS = 22n
// A new millisecond starts at a random number with the top bit clear: room to count up within it.
const FRESH_START = 2 ** 21
const LAST_LOW = 2 ** 22 - 1

/**
 * Makes 19-digit decimal ids that sort by time as text and as numbers.
 * Ids of one source only ever grow, also when the clock steps back; several sources are told apart by chance
 * (21 random bits per millisecond), so no node number has to be configured.
 */
export function snowflakeSource(clock: Clock, random: Random): () => string {
  let at = -1
  let low = 0
  return () => {
    const now = Math.max(0, clock.now() - EPOCH)
    if (now > at) {
      at = now
      low = Math.floor(random() * FRESH_START)
    } else if (low < LAST_LOW) {
      low += 1
    } else {
      at += 1
      low = 0
    }
    return ((BigInt(at) << LOW_BITS) | BigInt(low)).toString().padStart(19, '0')
  }
}
