import { expect, it } from 'vitest'
import { treeOperations } from './tree-operations.ts'

const labelsOf = (tree: Parameters<typeof treeOperations>[0]) =>
  treeOperations(tree).map(({ label, disabled }) => (disabled ? `(${label})` : label))

it('a tree of several is linked or not, checked, emptied, opened and closed', () => {
  expect(labelsOf({ linked: false, multiple: true })).toEqual([
    '父子关联',
    '(取消关联)',
    '全部勾选',
    '取消全选',
    '展开所有',
    '合并所有',
  ])
  expect(labelsOf({ linked: true, multiple: true }).slice(0, 2)).toEqual(['(父子关联)', '取消关联'])
})

it('a tree of which one is chosen is opened and closed alone', () => {
  expect(labelsOf({ linked: false, multiple: false })).toEqual(['展开所有', '合并所有'])
})
