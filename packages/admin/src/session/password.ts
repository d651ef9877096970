import { randomBytes } from 'node:crypto'
import type { Options } from '@node-rs/argon2'
import { fairQueue } from '@suoan/platform/http/fair-queue'

/** Loaded with the first password: a server that nobody has signed in to does not pay its memory. */
const argon2 = () => import('@node-rs/argon2')

/** Parameters in force (stack-backend.md §6): argon2id, which is the library's default algorithm. */
const passwordParameters = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const satisfies Options

// Each hash holds 19 MiB and one thread of libuv's pool; files and DNS need the other threads.
const inFlight = fairQueue({ running: 2, waiting: 200, ofOne: 100 })

// The hash of a password that nobody has: checking against it costs what a real check costs.
let nobody: Promise<string> | undefined

/** Hashes a new password. Refuses with `TOO_MANY` or `BUSY` when too many others wait. */
export function hashPassword(password: string): Promise<string> {
  return inFlight('', async () => (await argon2()).hash(password, passwordParameters))
}

/**
 * Checks a password; an unknown account (`undefined`) takes the same time and is never right.
 * @param address address key of who is not signed in: addresses take turns, so that none keeps the others waiting
 */
export async function isPassword(
  stored: string | undefined,
  password: string,
  address = '',
): Promise<boolean> {
  const { hash, verify } = await argon2()
  nobody ??= hash(randomBytes(32), passwordParameters)
  const against = stored ?? (await nobody)
  const right = await inFlight(address, () => verify(against, password))
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
