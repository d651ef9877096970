import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import type { Identity, Recipient } from 'age-encryption'

/** As `age -p` writes: about a second and 256 MiB for each guess. */
const WORK_FACTOR = 18
/** What `age` itself still opens. */
const MOST_WORK = 20
const LABEL = 'age-encryption.org/v1/scrypt'
const TAG_BYTES = 16
const cipher = 'chacha20-poly1305'
/** Every file has a key of its own. */
const nonce = Buffer.alloc(12)

/**
 * The recipient of a password, as age's format describes it (https://age-encryption.org/v1, "The scrypt recipient type").
 * The library derives the key on the thread that serves people and devices, which then stands still for seconds; this
 * one derives it on a thread of the pool.
 */
export const passphraseRecipient = (passphrase: string): Recipient => ({
  async wrapFileKey(fileKey) {
    const { Stanza } = await import('age-encryption')
    const salt = randomBytes(16)
    const sealed = createCipheriv(cipher, await keyOf(passphrase, salt, WORK_FACTOR), nonce, {
      authTagLength: TAG_BYTES,
    })
    const body = Buffer.concat([sealed.update(fileKey), sealed.final(), sealed.getAuthTag()])
    return [new Stanza(['scrypt', unpadded(salt), String(WORK_FACTOR)], new Uint8Array(body))]
  },
})

/** Opens what a password has sealed; null for what it has not, as the library asks. */
export const passphraseIdentity = (passphrase: string): Identity => ({
  async unwrapFileKey(stanzas) {
    const [stanza, ...others] = stanzas
    if (stanza?.args[0] !== 'scrypt') return null
    const [, salt = '', work = ''] = stanza.args
    if (others.length > 0 || !/^[1-9]\d?$/.test(work) || Number(work) > MOST_WORK)
      throw new Error('an scrypt stanza that cannot be used')
    const key = await keyOf(passphrase, Buffer.from(salt, 'base64'), Number(work))
    const body = Buffer.from(stanza.body)
    const opened = createDecipheriv(cipher, key, nonce, { authTagLength: TAG_BYTES })
    opened.setAuthTag(body.subarray(-TAG_BYTES))
    const fileKey = opened.update(body.subarray(0, -TAG_BYTES))
    try {
      opened.final()
    } catch {
      // The tag does not fit: another password.
      return null
    }
    return new Uint8Array(fileKey)
  },
})

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function keyOf(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  const N = 2 ** work
  return new Promise((resolve, reject) =>
    scrypt(
      passphrase,
      Buffer.concat([Buffer.from(LABEL), salt]),
      32,
      { N, r: 8, p: 1, maxmem: 256 * 8 * N },
      (error, key) => (error ? reject(error) : resolve(key)),
    ),
  )
}
