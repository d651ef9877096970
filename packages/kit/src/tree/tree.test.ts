import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ancestorsOf,
  descendantsOf,
  isCodeWithin,
  levelOfCode,
  listToTree,
  nextCode,
  parentCodeOf,
  treeToList,
  wouldMakeCycle,
} from './index.ts'
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
        const back = treeToList(treeOf(list)).map((each) => each.id)
        expect(back.toSorted()).toEqual(list.map((each) => each.id).toSorted())
      }),
    )
  })
})

describe('ancestry', () => {
  const parents: Record<string, string | null> = { a: null, b: 'a', c: 'b', d: 'a', x: 'y', y: 'x' }
  const parentOf = (id: string) => parents[id]

  test('names the ids above, nearest first, and survives a circle', () => {
    expect(ancestorsOf('c', parentOf)).toEqual(['b', 'a'])
    expect(ancestorsOf('x', parentOf)).toEqual(['y'])
  })

  test('refuses a parent that is the row itself or below it', () => {
    expect(wouldMakeCycle('a', 'c', parentOf)).toBe(true)
    expect(wouldMakeCycle('a', 'a', parentOf)).toBe(true)
    expect(wouldMakeCycle('c', 'd', parentOf)).toBe(false)
    expect(wouldMakeCycle('b', null, parentOf)).toBe(false)
  })

  test('finds everything below', () => {
    const links = Object.entries(parents).map(([id, parent]) => ({ id, parent }))
    expect(descendantsOf(['a'], links).toSorted()).toEqual(['b', 'c', 'd'])
    expect(descendantsOf(['x', 'c'], links)).toEqual(['y'])
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

  test('say level, parent and belonging', () => {
    expect(levelOfCode('A01A02A03')).toBe(3)
    expect(parentCodeOf('A01A02')).toBe('A01')
    expect(parentCodeOf('A01')).toBeNull()
    expect(isCodeWithin('A01A02', 'A01')).toBe(true)
    expect(isCodeWithin('A01', 'A01')).toBe(true)
    expect(isCodeWithin('A02', 'A01')).toBe(false)
  })
})
