import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '@suoan/platform/config'

/** Signs what this installation vouches for: Ed25519 over UTF-8 texts, signatures in base64. */
export interface Signer {
  /** Names the key: the first 16 hex digits of the SHA-256 of its public half. */
  readonly kid: string
  readonly publicPem: string
  sign(text: string): string
}

const signers = new Map<string, Signer>()

/**
 * The installation key: the file `AUDIT_KEY_FILE` names (PKCS#8 PEM, Ed25519), else one made at the first start and kept
 * in DATA_DIR for its owner alone. Throws when the named file is missing or holds another kind of key.
 */
export function installationSigner(config: Pick<Config, 'auditKeyFile' | 'dataDir'>): Signer {
  const file = config.auditKeyFile ?? path.join(config.dataDir, 'keys', 'audit-ed25519.pem')
  const known = signers.get(file)
  if (known) return known
  if (config.auditKeyFile === undefined && !existsSync(file)) makeKey(file)
  const key = createPrivateKey(readFileSync(file))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('AUDIT_KEY_FILE holds no Ed25519 key')
  const publicKey = createPublicKey(key)
  const signer: Signer = {
    kid: kidOf(publicKey),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key).toString('base64'),
  }
  signers.set(file, signer)
  return signer
}

/** Names a public key by its own bytes, so that no register has to be believed. */
export function kidOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16)
}

/** Whether `sig` (base64) is the signature of the text by this public key (PEM). */
export function isSignedBy(publicPem: string, text: string, sig: string): boolean {
  return verify(null, Buffer.from(text, 'utf8'), createPublicKey(publicPem), Buffer.from(sig, 'base64'))
}

/** Another process of the same installation may be making it too: the first one stays. */
function makeKey(file: string): void {
  const folder = path.dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const { privateKey } = generateKeyPairSync('ed25519')
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
}
