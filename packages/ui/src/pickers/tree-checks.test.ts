import { expect, it } from 'vitest'
import { branchKeys, flattenTree, halfChecked, pressNode, searchTree } from './tree-checks.ts'

const tree = [
  {
    key: 'plant',
    title: '总厂',
    children: [
      { key: 'repair', title: '检修部', children: [{ key: 'pump', title: '泵班' }] },
      { key: 'run', title: '运行部' },
    ],
  },
]

it('a search keeps the way from the root to each hit', () => {
  expect(flattenTree(searchTree(tree, '泵')).map(({ key }) => key)).toEqual(['plant', 'repair', 'pump'])
  expect(searchTree(tree, '财务')).toEqual([])
})

it('a hit keeps everything below it, so that its teams can be picked', () => {
  expect(flattenTree(searchTree(tree, '检修')).map(({ key }) => key)).toEqual(['plant', 'repair', 'pump'])
})

it('strict checks leave parents and children alone', () => {
  expect(pressNode(tree, [], 'repair', 'strict')).toEqual(['repair'])
  expect(pressNode(tree, ['repair', 'pump'], 'repair', 'strict')).toEqual(['pump'])
})

it('linked checks go down to all children', () => {
  expect(pressNode(tree, [], 'repair', 'linked')).toEqual(['repair', 'pump'])
})

it('linked checks go up when the last child is checked, and up again when one is taken away', () => {
  const all = pressNode(tree, pressNode(tree, [], 'repair', 'linked'), 'run', 'linked')
  expect([...all].toSorted()).toEqual(['plant', 'pump', 'repair', 'run'])
  expect(pressNode(tree, all, 'pump', 'linked')).toEqual(['run'])
})

it('one check takes the place of the other, and goes when pressed again', () => {
  expect(pressNode(tree, ['run'], 'pump', 'one')).toEqual(['pump'])
  expect(pressNode(tree, ['pump'], 'pump', 'one')).toEqual([])
})

it('a parent of something checked is half checked', () => {
  expect(halfChecked(tree, ['pump'])).toEqual(['plant', 'repair'])
  expect(halfChecked(tree, ['plant'])).toEqual([])
})

it('the nodes that can be opened are those with something below them', () => {
  expect(branchKeys(tree)).toEqual(['plant', 'repair'])
})
