import { createHash, randomBytes } from 'node:crypto'

/** A new access token: 32 random bytes. It exists only in the answer to the login and in the client. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored and looked up; undefined for a text that cannot be a token. */
export function tokenHash(token: string): string | undefined {
  return /^[\w-]{43}$/.test(token) ? createHash('sha256').update(token).digest('base64url') : undefined
}
