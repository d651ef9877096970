import { canonicalJson } from '@suoan/domain/evidence-chain'
import { copyLine } from '@suoan/platform/db/copy-in'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from '../evidence/hash.ts'
import { linkLogRow, logColumns, rowText, type LogRow } from './log-chain.ts'
import { canonicalLogRow } from './testing.ts'

const value = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
// Every column of the table is there.
const rows = fc
  .record(Object.fromEntries(Object.keys(logColumns).map((name) => [name, value])))
  .map((row) => ({ ...row, chain_form: 2 }) as LogRow)

test('the text made in one pass is the canonical text, for any values', () => {
  fc.assert(
    fc.property(rows, (row) => {
      expect(rowText(row)).toBe(canonicalJson(canonicalLogRow(row)))
    }),
  )
})

test('a linked row is the line of COPY text of the row with its hashes', () => {
  fc.assert(
    fc.property(rows, ({ prev_hash: _prev, hash: _hash, ...row }) => {
      const linked = linkLogRow(row, 'a'.repeat(64), 7)
      const whole = { ...row, photo: null, chain_seq: 7 }
      const text = canonicalJson(canonicalLogRow(whole))
      expect(linked.hash).toBe(sha256(`${'a'.repeat(64)}\n${text}`))
      const stored = { ...whole, chain_form: 2, prev_hash: 'a'.repeat(64), hash: linked.hash }
      expect(linked.line).toBe(copyLine(Object.keys(logColumns).map((name) => stored[name as keyof LogRow])))
    }),
  )
})

test('a number that JSON cannot write is refused', () => {
  const row = Object.fromEntries(Object.keys(logColumns).map((name) => [name, null])) as LogRow
  expect(() => rowText({ ...row, seq: Number.NaN })).toThrow('seq')
})
