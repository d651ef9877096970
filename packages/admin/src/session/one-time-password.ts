import { randomInt } from 'node:crypto'

// Without the signs people mix up when they read them from a screen: 0 O o, 1 I l.
const LOWER = 'abcdefghjkmnpqrstuvwxyz'
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const SIGNS = '#%+=@'
const LENGTH = 14

/** A password made by the server, about 80 bits, that keeps the password rules. */
export function oneTimePassword(): string {
  const chars = [LOWER, UPPER, DIGITS, SIGNS].map(pick)
  while (chars.length < LENGTH) chars.push(pick(LOWER + UPPER + DIGITS))
  for (let i = chars.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    const moved = chars[i] ?? ''
    chars[i] = chars[j] ?? ''
    chars[j] = moved
  }
  return chars.join('')
}

function pick(alphabet: string): string {
  return alphabet.charAt(randomInt(alphabet.length))
}
