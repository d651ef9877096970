import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { OfflineOpInput } from '@suoan/contract'
import { linkHash } from '@suoan/domain/evidence-chain'
import { sha256 } from '../../evidence/hash.ts'

/** What an operation says, in the form that its hash and its terminal's signature cover. */
export function opHash({
  prevHash,
  clientOpId,
  capsuleId,
  workId,
  event,
  args,
  hlc,
}: Omit<OfflineOpInput, 'sig'>): string {
  const said = { clientOpId, capsuleId, workId, event, args, hlc }
  return linkHash(sha256, prevHash, said)
}

/** What a terminal signs to give its capsule back: after the operation of this hash, or the capsule's start, nothing follows. */
export function returnHash(capsuleId: string, chainHead: string): string {
  return sha256(`suoan/capsule/returned/${capsuleId}/${chainHead}`)
}

/** The terminal's public key (SPKI, base64url), or null when it is none we can check: Ed25519 and P-256 only. */
export function readPublicKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' })
    const isP256 = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
    return key.asymmetricKeyType === 'ed25519' || isP256 ? key : null
  } catch {
    // Node throws many kinds for bytes that are no key; all mean the same.
    return null
  }
}

/** Did this terminal sign this operation? Anything malformed is a no. */
export function isSigned(publicKey: string, hash: string, sig: string): boolean {
  const key = readPublicKey(publicKey)
  if (key === null) return false
  const data = Buffer.from(hash, 'hex')
  const signature = Buffer.from(sig, 'base64url')
  // WebCrypto writes P-256 signatures as the two numbers, not as DER.
  if (key.asymmetricKeyType === 'ed25519') return verify(null, data, key, signature)
  return signature.length === 64 && verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature)
}
