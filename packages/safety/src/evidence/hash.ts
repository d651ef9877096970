import { createHash, getHashes, hash } from 'node:crypto'
import type { TreeHash } from '@suoan/domain/evidence-chain'

/** Hashes an installation may choose for its anchors (`AUDIT_HASH`); SM3 where regulation asks for it. */
const hashNames = ['sha256', 'sm3'] as const
export type HashName = (typeof hashNames)[number]

/** Whether this build of Node knows the hash. */
export const hasHash = (name: string): name is HashName => getHashes().includes(name)

/** SHA-256 of a UTF-8 text as lower-case hex: the hash of the chains (3-domain.md §4.8). */
export const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** The hashes of an anchor's tree. */
export function treeHash(name: HashName): TreeHash {
  const leafMark = Buffer.of(0)
  const nodeMark = Buffer.of(1)
  return {
    leaf: (text) => createHash(name).update(leafMark).update(text, 'utf8').digest('hex'),
    node: (left, right) =>
      createHash(name).update(nodeMark).update(left, 'hex').update(right, 'hex').digest('hex'),
    empty: () => createHash(name).digest('hex'),
  }
}
