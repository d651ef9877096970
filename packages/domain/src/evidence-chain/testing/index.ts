import type { Canonical } from '../canonical.ts'
import { linkHash, type HashText } from '../link.ts'
import type { TreeHash } from '../merkle.ts'

/** The root that a leaf and its path lead to (RFC 9162 §2.1.3.2); null when the path has the wrong length. */
export function rootFromPath(
  hash: TreeHash,
  leafHash: string,
  index: number,
  size: number,
  path: readonly string[],
): string | null {
  if (!Number.isInteger(index) || index < 0 || index >= size) return null
  let at = index
  let last = size - 1
  let root = leafHash
  for (const sibling of path) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      root = hash.node(sibling, root)
      while (at % 2 === 0 && at !== 0) {
        at = Math.floor(at / 2)
        last = Math.floor(last / 2)
      }
    } else {
      root = hash.node(root, sibling)
    }
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? root : null
}

export interface Link {
  row: Canonical
  prevHash: string
  hash: string
}

/** Walks a chain; `firstBreak` is the index of the first row that does not follow, null when all do. */
export function verifyChain(
  hash: HashText,
  start: string,
  links: readonly Link[],
): { ok: boolean; checked: number; firstBreak: number | null } {
  let head = start
  for (const [index, link] of links.entries()) {
    if (link.prevHash !== head || linkHash(hash, head, link.row) !== link.hash) {
      return { ok: false, checked: index + 1, firstBreak: index }
    }
    head = link.hash
  }
  return { ok: true, checked: links.length, firstBreak: null }
}
