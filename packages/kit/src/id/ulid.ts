import type { Clock } from '../clock/clock.ts'
import type { Random } from './random.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_CHARS = 10
const RANDOM_CHARS = 16
const LAST = ALPHABET.length - 1

/** Makes ULIDs that grow within one source: inside a millisecond the random part counts up by one. */
export function ulidSource(clock: Clock, random: Random): () => string {
  let at = -1
  let tail: number[] = []
  return () => {
    const now = Math.max(0, clock.now())
    if (now > at) {
      at = now
      tail = Array.from({ length: RANDOM_CHARS }, () => Math.floor(random() * 32))
    } else if (!countUp(tail)) {
      at += 1
      tail = Array.from({ length: RANDOM_CHARS }, () => 0)
    }
    return encodeTime(at) + tail.map((digit) => ALPHABET.charAt(digit)).join('')
  }
}

/** Adds one to the digits in place; false when they were all at their last value. */
function countUp(digits: number[]): boolean {
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = digits[i] ?? 0
    if (digit < LAST) {
      digits[i] = digit + 1
      return true
    }
    digits[i] = 0
  }
  return false
}

function encodeTime(time: number): string {
  let rest = time
  let text = ''
  for (let i = 0; i < TIME_CHARS; i++) {
    text = ALPHABET.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}
