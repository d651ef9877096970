import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'

type KeyPlace = Pick<Config, 'secretKeyFile' | 'dataDir'>

const KEY_BYTES = 32
const known = new Map<string, Buffer>()

/**
 * Fingerprint of a short secret (a code of six digits): keyed, since whoever reads the database could try all of them
 * in a moment otherwise. 43 characters.
 */
export function keyedHash(place: KeyPlace, text: string): string {
  return createHmac('sha256', keyFor(place, 'codes')).update(text).digest('base64url')
}

/** Encrypts a secret that must be readable again (AES-256-GCM); `about` is bound to it and must be given to open it. */
export function seal(place: KeyPlace, about: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(place, 'sealed'), nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Opens what `seal` closed; throws when it was made with another key, about something else, or changed since. */
export function unseal(place: KeyPlace, about: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(place, 'sealed'), bytes.subarray(0, 12))
    .setAAD(Buffer.from(about))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS#8 (RFC 8410). */
const ed25519Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The Ed25519 key by which this installation says to its neighbours who calls: the same on each of its servers. */
export function identityKey(place: KeyPlace): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([ed25519Head, keyFor(place, 'identity')]),
    format: 'der',
    type: 'pkcs8',
  })
}

/** One key per use, from the key of the installation. */
function keyFor(place: KeyPlace, use: 'codes' | 'sealed' | 'identity'): Buffer {
  return Buffer.from(hkdfSync('sha256', installationKey(place), '', `suoan/${use}`, KEY_BYTES))
}

/** The file SECRET_KEY_FILE names, else one made at its first use and kept in DATA_DIR for its owner alone. */
function installationKey({ secretKeyFile, dataDir }: KeyPlace): Buffer {
  const file = secretKeyFile ?? path.join(dataDir, 'keys', 'secrets.key')
  const read = known.get(file)
  if (read) return read
  if (secretKeyFile === undefined && !existsSync(file)) makeKey(file)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new Error('the secret key file does not hold 32 bytes in base64')
  known.set(file, key)
  return key
}

/** Another process of the same installation may be making it too: the first one stays. */
function makeKey(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  chmodSync(path.dirname(file), 0o700)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
}
