import type { AreaNode } from '@suoan/contract'
import { expect, test } from 'vitest'
import { areasToShow, branchesOf, coveredBy } from './area-nodes.ts'

const node = (key: string, title: string, areaCode: string, children: AreaNode[] = []): AreaNode => ({
  key,
  value: key,
  title,
  areaCode,
  riskLevel: null,
  lockTotal: 0,
  openTotal: 0,
  warnTotal: 0,
  isLeaf: children.length === 0,
  ...(children.length === 0 ? {} : { children }),
})
const plant = [
  node('a', '乙烯装置', 'A01', [
    node('b', '压缩机房', 'A01A01', [node('c', '配电室', 'A01A01A01')]),
    node('d', '罐区', 'A01A02'),
  ]),
]
const keys = (nodes: ReturnType<typeof areasToShow>): string[] =>
  nodes.flatMap(({ key, children }) => [key, ...keys(children ?? [])])

test('a search keeps what stands above and below the areas that it finds', () => {
  expect(keys(areasToShow(plant, '压缩'))).toEqual(['a', 'b', 'c'])
  expect(keys(areasToShow(plant, 'a01a02'))).toEqual(['a', 'd'])
  expect(areasToShow(plant, '锅炉')).toEqual([])
  expect(branchesOf(areasToShow(plant, '配电'))).toEqual(['a', 'b'])
})

test('a ticked area covers all below it and not itself', () => {
  expect([...coveredBy(plant, new Set(['b']))]).toEqual(['c'])
  expect([...coveredBy(plant, new Set(['a', 'd']))]).toEqual(['b', 'c', 'd'])
})
