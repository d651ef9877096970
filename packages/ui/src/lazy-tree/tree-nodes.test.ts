import { describe, expect, it } from 'vitest'
import {
  aboveRoots,
  badCondition,
  conditionProblem,
  flatNodes,
  namedValues,
  withLevel,
} from './tree-nodes.ts'

const node = (value: string, isLeaf = false) => ({ value, title: value, isLeaf })
const roots = withLevel(new Map(), aboveRoots, [node('锁'), node('牌', true)])

describe('the levels of a tree', () => {
  it('stand below the node they were loaded for', () => {
    const levels = withLevel(roots, '锁', [node('挂锁', true)])
    expect(flatNodes(levels).map(({ id, pId, isLeaf }) => [id, pId, isLeaf])).toEqual([
      ['锁', '', false],
      ['牌', '', true],
      ['挂锁', '锁', true],
    ])
  })
  it('make a leaf of what has nothing below it', () => {
    expect(flatNodes(withLevel(roots, '锁', []))[0]).toMatchObject({ value: '锁', isLeaf: true })
  })
  it('that are asked for again take the place of the old ones, and what stood below them is not drawn', () => {
    const levels = withLevel(withLevel(roots, '锁', [node('挂锁')]), '挂锁', [node('蓝牙挂锁', true)])
    expect(flatNodes(withLevel(levels, '锁', [])).map(({ id }) => id)).toEqual(['锁', '牌'])
  })
  it('of a ring end where it began', () => {
    const ring = withLevel(withLevel(roots, '锁', [node('箱')]), '箱', [node('锁')])
    expect(flatNodes(ring).map(({ id }) => id)).toEqual(['锁', '牌', '箱'])
  })
})

it('a chosen value that is gone says so, one whose name is not known yet is its key', () => {
  const names = new Map([
    ['1', '挂锁'],
    ['2', null],
  ])
  expect(namedValues(['1', '2', '3'], names)).toEqual([
    { value: '1', label: '挂锁', isGone: false },
    { value: '2', label: '2（已删除）', isGone: true },
    { value: '3', label: '3', isGone: false },
  ])
})

describe('a condition', () => {
  it.each(['', ' ', '{}', '{"name":"锁"}'])('%j can be asked with', (text) =>
    expect(conditionProblem(text)).toBeNull(),
  )
  it.each(['name', '[]', '1', 'null', '"a"', '{name:1}', "{'name':'锁'}", '\0'])('%j cannot', (text) =>
    expect(conditionProblem(text)).toBe(badCondition),
  )
})
