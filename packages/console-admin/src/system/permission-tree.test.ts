import { describe, expect, it } from 'vitest'
import { allKeys, branchKeys, toggle } from './permission-tree.ts'
import type { TreeModel } from './permission-tree.ts'

const node = (key: string, children: TreeModel[] = []): TreeModel => ({
  key,
  isLeaf: children.length === 0,
  children,
})
const tree = [node('a', [node('a1'), node('a2', [node('a21')])]), node('b')]
const sorted = (set: Set<string>) => [...set].toSorted()

describe('the permission tree', () => {
  it('knows all nodes and those with children', () => {
    expect(allKeys(tree)).toEqual(['a', 'a1', 'a2', 'a21', 'b'])
    expect(branchKeys(tree)).toEqual(['a', 'a2'])
  })
  it('ticks a node with all below it and the way to it', () => {
    expect(sorted(toggle(tree, new Set(), 'a2', true))).toEqual(['a', 'a2', 'a21'])
  })
  it('unticks a node with all below it and leaves the way to it', () => {
    expect(sorted(toggle(tree, new Set(['a', 'a1', 'a2', 'a21']), 'a2', false))).toEqual(['a', 'a1'])
  })
  it('leaves everything alone for an unknown key', () => {
    expect(sorted(toggle(tree, new Set(['b']), 'x', true))).toEqual(['b'])
  })
})
