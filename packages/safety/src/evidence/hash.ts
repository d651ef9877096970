import { getHashes, hash } from 'node:crypto'
import type { TreeHash } from '@suoan/domain/evidence-chain'

/** Hashes an installation may choose for its anchors (`AUDIT_HASH`); SM3 where regulation asks for it. */
const hashNames = ['sha256', 'sm3'] as const
export type HashName = (typeof hashNames)[number]

/** Whether this build of Node knows the hash. */
export const hasHash = (name: string): name is HashName => getHashes().includes(name)

/** SHA-256 of a UTF-8 text as lower-case hex: the hash of the chains (3-domain.md §4.8). */
export const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** The hashes of an anchor's tree. In one piece each: a million leaves take half the time of hashes fed in steps. */
export function treeHash(name: HashName): TreeHash {
  const node = Buffer.alloc(1 + 64)
  node[0] = 1
  return {
    leaf: (text) => hash(name, `\0${text}`, 'hex'),
    node: (left, right) => {
      node.write(left, 1, 32, 'hex')
      node.write(right, 33, 32, 'hex')
      return hash(name, node, 'hex')
    },
    empty: () => hash(name, '', 'hex'),
  }
}
