import { randomBytes } from 'node:crypto'
import type { Options } from '@node-rs/argon2'
import { limitConcurrency } from './limit-concurrency.ts'

/** Loaded with the first password: a server that nobody has signed in to does not pay its memory. */
const argon2 = () => import('@node-rs/argon2')

/** Parameters in force (stack-backend.md §6): argon2id, which is the library's default algorithm. */
const passwordParameters = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const satisfies Options

// Each hash holds 19 MiB and one thread of libuv's pool; files and DNS need the other threads.
const inFlight = limitConcurrency({ running: 2, waiting: 200 })

// The hash of a password that nobody has: checking against it costs what a real check costs.
let nobody: Promise<string> | undefined

/** Hashes a new password. Refuses with `TOO_MANY` when 200 others wait. */
export function hashPassword(password: string): Promise<string> {
  return inFlight(async () => (await argon2()).hash(password, passwordParameters))
}

/** Checks a password; an unknown account (`undefined`) takes the same time and is never right. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const { hash, verify } = await argon2()
  nobody ??= hash(randomBytes(32), passwordParameters)
  const against = stored ?? (await nobody)
  const right = await inFlight(() => verify(against, password))
  return stored !== undefined && right
}

/** Whether a stored hash was made with other parameters than those in force. */
export async function needsRehash(stored: string): Promise<boolean> {
  const { parseOptions } = await argon2()
  const { memoryCost, timeCost, parallelism } = parseOptions(stored)
  return (
    !stored.startsWith('$argon2id$') ||
    memoryCost !== passwordParameters.memoryCost ||
    timeCost !== passwordParameters.timeCost ||
    parallelism !== passwordParameters.parallelism
  )
}
