import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, string, number, Buffer>(scrypt)

const plain = (number: string): string => number.trim().toUpperCase()

/** First three and last four characters, as ID numbers are shown everywhere; short ones show the last two only. */
export function maskOfIdNumber(number: string): string {
  const text = plain(number)
  return text.length < 8
    ? `${'*'.repeat(Math.max(0, text.length - 2))}${text.slice(-2)}`
    : `${text.slice(0, 3)}${'*'.repeat(text.length - 7)}${text.slice(-4)}`
}

/**
 * 64 hex digits that are the same for the same card within a tenant. Slow on purpose: an ID number has so few digits
 * that a plain digest in a stolen table would be guessed.
 */
export async function digestOfIdNumber(number: string, tenantId: number): Promise<string> {
  return (await derive(plain(number), `suoan/external-person/${tenantId}`, 32)).toString('hex')
}
