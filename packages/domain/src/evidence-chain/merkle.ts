/**
 * Hashes of a Merkle tree as hex (RFC 6962 §2.1): a leaf is hash(0x00 ‖ text), a node hash(0x01 ‖ left ‖ right), the
 * empty tree hash(''). The first byte keeps a node from being shown as a leaf.
 */
export interface TreeHash {
  leaf(text: string): string
  node(left: string, right: string): string
  empty(): string
}

/** Grows a tree leaf by leaf in order; holds one hash per level, so the number of leaves does not matter. */
export function treeBuilder(hash: TreeHash) {
  const stack: { size: number; hash: string }[] = []
  let size = 0
  return {
    get size() {
      return size
    },
    add(leafHash: string): void {
      size += 1
      stack.push({ size: 1, hash: leafHash })
      for (;;) {
        const right = stack.at(-1)
        const left = stack.at(-2)
        if (!left || left.size !== right?.size) return
        stack.splice(-2, 2, { size: left.size * 2, hash: hash.node(left.hash, right.hash) })
      }
    },
    root(): string {
      const last = stack.at(-1)
      if (!last) return hash.empty()
      return stack.slice(0, -1).reduceRight((right, left) => hash.node(left.hash, right), last.hash)
    },
  }
}

/** The sibling hashes from a leaf up to the root (RFC 6962 §2.1.1 PATH); throws when there is no such leaf. */
export function inclusionPath(hash: TreeHash, leafHashes: readonly string[], index: number): string[] {
  if (!Number.isInteger(index) || index < 0 || index >= leafHashes.length) throw new Error('no such leaf')
  const path: string[] = []
  let level = leafHashes
  let at = index
  while (level.length > 1) {
    const sibling = level[at % 2 === 0 ? at + 1 : at - 1]
    if (sibling !== undefined) path.push(sibling)
    level = levelAbove(hash, level)
    at = Math.floor(at / 2)
  }
  return path
}

/** Pairs are joined; one left over stands on the next level as it is. */
function levelAbove(hash: TreeHash, level: readonly string[]): string[] {
  const above: string[] = []
  for (let each = 0; each < level.length; each += 2) {
    const left = level[each] ?? ''
    const right = level[each + 1]
    above.push(right === undefined ? left : hash.node(left, right))
  }
  return above
}
