import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'
import { genesis } from './link.ts'
import { chainWalk, type ChainRow } from './walk.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const start = { seq: 0, hash: genesis(hash, 'lock', 'L1') }

function rows(count: number): ChainRow[] {
  let prevHash = start.hash
  return Array.from({ length: count }, (_, index) => {
    const canonical = canonicalJson({ seq: index + 1, user: `u${index}` })
    const row = {
      id: `r${index + 1}`,
      seq: index + 1,
      prevHash,
      hash: hash(`${prevHash}\n${canonical}`),
      canonical,
    }
    prevHash = row.hash
    return row
  })
}
const headOf = (list: readonly ChainRow[]) => ({ seq: list.length, hash: list.at(-1)?.hash ?? start.hash })

function firstBreak(list: readonly ChainRow[], head: { seq: number; hash: string }) {
  const walk = chainWalk(hash, start)
  for (const row of list) {
    const found = walk.take(row)
    if (found) return found
  }
  return walk.end(head)
}

describe('M4: a chain of rows', () => {
  const five = rows(5)
  const head = headOf(five)

  test('holds when nothing was touched', () => expect(firstBreak(five, head)).toBeNull())

  test('a flipped row is named', () => {
    const list = five.map((row) =>
      row.seq === 3 ? { ...row, canonical: row.canonical.replace('u2', 'u9') } : row,
    )
    expect(firstBreak(list, head)).toMatchObject({ kind: 'CONTENT', seq: 3, rowId: 'r3' })
  })

  test('a flipped row with a new hash is found at the row behind it', () => {
    const list = five.map((row) =>
      row.seq === 3 ? { ...row, canonical: '{}', hash: hash(`${row.prevHash}\n{}`) } : row,
    )
    expect(firstBreak(list, head)).toMatchObject({ kind: 'LINK', seq: 4, rowId: 'r4' })
  })

  test('a deleted row is a gap, at the front as well', () => {
    expect(
      firstBreak(
        five.filter(({ seq }) => seq !== 3),
        head,
      ),
    ).toMatchObject({ kind: 'GAP', seq: 4 })
    expect(firstBreak(five.slice(1), head)).toMatchObject({
      kind: 'GAP',
      seq: 2,
      text: '第 2 行之前缺少第 1 行（被删除）',
    })
    expect(firstBreak(five.slice(3), head)?.text).toContain('缺少第 1 至 3 行')
  })

  test('rows that changed places are found, renumbered or not', () => {
    const [a, b, c, ...rest] = five as [ChainRow, ChainRow, ChainRow, ...ChainRow[]]
    expect(firstBreak([a, c, b, ...rest], head)).toMatchObject({ kind: 'GAP', rowId: 'r3' })
    expect(firstBreak([a, { ...c, seq: 2 }, { ...b, seq: 3 }, ...rest], head)).toMatchObject({
      kind: 'LINK',
      seq: 2,
    })
    expect(firstBreak([a, b, b, c, ...rest], head)).toMatchObject({ kind: 'ORDER', seq: 2 })
  })

  test('a cut-off tail is seen from the head on the parent row, an added row as well', () => {
    expect(firstBreak(five.slice(0, 3), head)).toMatchObject({ kind: 'TRUNCATED', seq: 4 })
    expect(firstBreak([], head)?.text).toContain('第 1 至 5 行')
    expect(firstBreak(five, { seq: 4, hash: five[3]?.hash ?? '' })).toMatchObject({ kind: 'HEAD' })
  })
})
