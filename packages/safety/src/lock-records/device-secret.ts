import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Hash of a device's secret. Device secrets are 128 random bits or more, made by the platform and never chosen by
 * people, so one fast hash suffices: there is nothing to guess, and a reconnect storm must not wait for slow hashes.
 */
export function hashDeviceSecret(secret: string): string {
  return `sha256:${createHash('sha256').update(secret, 'utf8').digest('hex')}`
}

/** Compares in constant time. */
export function isDeviceSecret(stored: string | null, secret: string): boolean {
  if (stored === null) return false
  const given = Buffer.from(hashDeviceSecret(secret))
  const kept = Buffer.from(stored)
  return given.length === kept.length && timingSafeEqual(given, kept)
}
