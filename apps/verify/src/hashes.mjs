import { createHash, createPublicKey, verify } from 'node:crypto'

/** SHA-256 of a text, hex: the hash of every chain. */
export const sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex')

/** Keys in code unit order, no spaces. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}

const digest = (name, ...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash(name)).digest('hex')
/** Tree hashes of RFC 6962: 0x00 before a leaf, 0x01 before a node. */
export const leafHash = (name, text) => digest(name, Buffer.of(0), Buffer.from(text, 'utf8'))
const nodeHash = (name, left, right) =>
  digest(name, Buffer.of(1), Buffer.from(left, 'hex'), Buffer.from(right, 'hex'))

/** Where a leaf and its path lead (RFC 9162 §2.1.3.2); null for a path of the wrong length. */
export function pathRoot(name, leaf, index, size, path) {
  if (!(index >= 0 && index < size)) return null
  let [at, last, root] = [index, size - 1, leaf]
  for (const sibling of path) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      root = nodeHash(name, sibling, root)
      for (; at % 2 === 0 && at !== 0; last = Math.floor(last / 2)) at = Math.floor(at / 2)
    } else root = nodeHash(name, root, sibling)
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? root : null
}

/** Ed25519 over a UTF-8 text, signature in base64. */
export function isSigned(publicPem, text, sig) {
  try {
    return verify(null, Buffer.from(text, 'utf8'), createPublicKey(publicPem), Buffer.from(sig, 'base64'))
  } catch {
    return false
  }
}

/** The name of a key: 16 hex digits of the SHA-256 of its DER form. */
export function kidOf(publicPem) {
  const der = createPublicKey(publicPem).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('hex').slice(0, 16)
}
