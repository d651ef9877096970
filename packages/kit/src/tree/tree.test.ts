import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { levelOfCode, listToTree, nextCode } from './index.ts'
import type { TreeNode } from './index.ts'

type Row = { id: string; parent: string | null }
const treeOf = (rows: Row[]) =>
  listToTree(
    rows,
    (row) => row.id,
    (row) => row.parent,
  )
const shape = (nodes: readonly TreeNode<Row>[]): string =>
  nodes.map((node) => node.row.id + (node.children.length > 0 ? `(${shape(node.children)})` : '')).join(' ')
const rowsIn = (nodes: readonly TreeNode<Row>[]): Row[] =>
  nodes.flatMap((node) => [node.row, ...rowsIn(node.children)])
const row = (id: string, parent: string | null = null): Row => ({ id, parent })

describe('lists and trees', () => {
  test('children come under their parents in the order of the list', () => {
    expect(shape(treeOf([row('c', 'a'), row('a'), row('b'), row('d', 'c'), row('e', 'a')]))).toBe(
      'a(c(d) e) b',
    )
  })

  test('a row whose parent is not there is a root', () => {
    expect(shape(treeOf([row('a', 'gone'), row('b', 'a'), row('c', '')]))).toBe('a(b) c')
  })

  test('rows that lead in a circle do not disappear', () => {
    expect(shape(treeOf([row('a', 'b'), row('b', 'a'), row('c', 'c'), row('d', 'b')]))).toBe('c a(b(d))')
  })

  test('every row comes back exactly once, whatever the parents are', () => {
    const rows = fc
      .uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 12 })
      .chain((ids) =>
        fc.tuple(
          ...ids.map((id) =>
            fc
              .option(fc.integer({ min: 0, max: 12 }))
              .map((parent) => row(`${id}`, parent === null ? null : `${parent}`)),
          ),
        ),
      )
    fc.assert(
      fc.property(rows, (list) => {
        const back = rowsIn(treeOf(list)).map((each) => each.id)
        expect(back.toSorted()).toEqual(list.map((each) => each.id).toSorted())
      }),
    )
  })
})

describe('path codes', () => {
  test('the next child comes after the greatest one', () => {
    expect(nextCode(null, [])).toBe('A01')
    expect(nextCode(null, ['A01', 'A03'])).toBe('A04')
    expect(nextCode('A01', ['A01A01', 'A01A02'])).toBe('A01A03')
    expect(nextCode('A01A02', ['A01A02A02'])).toBe('A01A02A03')
    expect(nextCode('A01', ['A01A99'])).toBe('A01B01')
    expect(nextCode('A01', ['A02A07', 'A01', 'A01A01A05', 'rubbish'])).toBe('A01A01')
    expect(() => nextCode(null, ['Z99'])).toThrow(RangeError)
  })

  test('say their level', () => {
    expect(levelOfCode('A01')).toBe(1)
    expect(levelOfCode('A01A02A03')).toBe(3)
  })
})
