import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '@suoan/platform/db/schema'

const NAME = 'offline-token-ed25519'

/** Signs offline tokens; locks and keys know the public half. */
export interface TokenKey {
  /** First 16 hex digits of the SHA-256 of the public key (SPKI). */
  readonly kid: string
  readonly alg: 'Ed25519'
  /** SPKI, base64url, as devices are given it. */
  readonly publicKey: string
  sign(text: string): string
}

/**
 * The installation's key for offline tokens, made at its first use. It stands in the database, so that every server of
 * an installation signs alike; whoever may write there could as well write the grants that tokens speak of.
 */
export async function tokenKey(db: Kysely<Database>): Promise<TokenKey> {
  const stored = await read(db)
  if (stored !== undefined) return keyOf(stored)
  const { privateKey } = generateKeyPairSync('ed25519')
  const value = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url')
  await db
    .insertInto('installationKey')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  // Another server may have been first; then its key is ours.
  return keyOf((await read(db)) ?? value)
}

async function read(db: Kysely<Database>): Promise<string | undefined> {
  const row = await db
    .selectFrom('installationKey')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst()
  return row?.value
}

function keyOf(value: string): TokenKey {
  const key: KeyObject = createPrivateKey({
    key: Buffer.from(value, 'base64url'),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
  return {
    kid: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
    alg: 'Ed25519',
    publicKey: publicKey.toString('base64url'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  }
}
