import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, type Canonical } from './canonical.ts'
import { genesis, linkHash, type HashText } from './link.ts'
import { verifyChain, type Link } from './testing/index.ts'

/** FNV-1a: enough to tell texts apart in a test; the caller injects the real one. */
const hash: HashText = (text) => {
  let value = 0x811c9dc5
  for (const unit of text) value = Math.imul(value ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return value.toString(16).padStart(8, '0')
}

function chainOf(rows: readonly Canonical[]): Link[] {
  let prevHash = genesis(hash, 'work', 'W1')
  return rows.map((row) => {
    const link = { row, prevHash, hash: linkHash(hash, prevHash, row) }
    prevHash = link.hash
    return link
  })
}

test('canonical JSON does not depend on the order of keys and leaves undefined out', () => {
  expect(canonicalJson({ b: 1, a: [true, null, '锁'], c: undefined })).toBe('{"a":[true,null,"锁"],"b":1}')
  const anyRow = fc.dictionary(
    fc.string(),
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
  )
  fc.assert(
    fc.property(anyRow, (row) => {
      const turned = Object.fromEntries(Object.entries(row).toReversed())
      expect(canonicalJson(turned)).toBe(canonicalJson(row))
      expect(JSON.parse(canonicalJson(row))).toEqual(JSON.parse(JSON.stringify(row)))
    }),
  )
})

test('numbers without a JSON form are refused', () => {
  expect(() => canonicalJson({ a: Number.NaN })).toThrow()
})

test('an untouched chain verifies, and a changed row is the first break', () => {
  const links = chainOf([{ seq: 1 }, { seq: 2 }, { seq: 3 }])
  const start = genesis(hash, 'work', 'W1')
  expect(verifyChain(hash, start, links)).toEqual({ ok: true, checked: 3, firstBreak: null })
  const touched = links.map((link, index) => (index === 1 ? { ...link, row: { seq: 2, note: 'x' } } : link))
  expect(verifyChain(hash, start, touched)).toEqual({ ok: false, checked: 2, firstBreak: 1 })
  expect(
    verifyChain(
      hash,
      start,
      [links[0], links[2]].filter((link) => link !== undefined),
    ).firstBreak,
  ).toBe(1)
  expect(verifyChain(hash, genesis(hash, 'work', 'W2'), links).firstBreak).toBe(0)
})
