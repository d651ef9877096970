import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { inclusionPath, treeBuilder, type TreeHash } from './merkle.ts'
import { rootFromPath } from './testing/index.ts'

const sha256 = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
const hex = (text: string) => Buffer.from(text, 'hex')
const hash: TreeHash = {
  leaf: (text) => sha256(Buffer.of(0), Buffer.from(text)),
  node: (left, right) => sha256(Buffer.of(1), hex(left), hex(right)),
  empty: () => sha256(),
}

function treeRoot(leafHashes: readonly string[]): string {
  const tree = treeBuilder(hash)
  for (const leaf of leafHashes) tree.add(leaf)
  return tree.root()
}

test('M4: roots are those of the published test vectors of RFC 6962', () => {
  // Inputs and roots of the certificate-transparency reference tests.
  const inputs = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ]
  const leaves = inputs.map((text) => sha256(Buffer.of(0), hex(text)))
  expect(treeRoot([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(treeRoot(leaves.slice(0, 1))).toBe(
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  )
  expect(treeRoot(leaves.slice(0, 3))).toBe(
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  )
  expect(treeRoot(leaves)).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328')
})

test('M4: every leaf of every tree is proven by its path, and by no other leaf, place or size', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (size, pick) => {
      const leaves = Array.from({ length: size }, (_, index) => hash.leaf(`row ${index}`))
      const index = pick % size
      const leaf = leaves[index] ?? ''
      const root = treeRoot(leaves)
      const path = inclusionPath(hash, leaves, index)
      expect(rootFromPath(hash, leaf, index, size, path)).toBe(root)
      expect(rootFromPath(hash, hash.leaf('another'), index, size, path)).not.toBe(root)
      if (size > 1) {
        expect(rootFromPath(hash, leaf, (index + 1) % size, size, path)).not.toBe(root)
        expect(rootFromPath(hash, leaf, index, size, path.slice(1))).not.toBe(root)
      }
      expect(rootFromPath(hash, leaf, index, size, [...path, root])).not.toBe(root)
    }),
  )
})

test('M4: a node cannot be shown as a leaf', () => {
  const [a, b] = [hash.leaf('a'), hash.leaf('b')]
  expect(hash.leaf(a + b)).not.toBe(hash.node(a, b))
})

test('a path to a leaf that is not there is refused', () => {
  expect(() => inclusionPath(hash, [hash.leaf('a')], 1)).toThrow()
  expect(rootFromPath(hash, hash.leaf('a'), 1, 1, [])).toBeNull()
})
