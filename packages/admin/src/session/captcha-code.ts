import { createHash, randomInt } from 'node:crypto'

// Letters and digits without o (4-api.md §2.2) and without their doubles.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four characters. */
export function newCaptchaCode(): string {
  return Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}

/** What is stored instead of the code; upper and lower case are alike. */
export function captchaHash(key: string, typed: string): string {
  return createHash('sha256').update(`${key}:${typed.trim().toLowerCase()}`).digest('base64url')
}
