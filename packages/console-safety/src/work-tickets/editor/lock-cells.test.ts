import { describe, expect, it } from 'vitest'
import { lockType, onceEach, refusedText, type KnownLocks } from './lock-cells.ts'
import { pointRows, pointsOf } from './point-line.ts'

const known: KnownLocks = new Map(
  ['LK1', 'LK2', 'LK10'].map((code) => [
    code.toLowerCase(),
    { id: code.toLowerCase(), code, text: `${code} 隔离挂锁`, purpose: 1, ownerId: null },
  ]),
)
const column = {
  key: 'lock',
  title: '计划锁',
  type: 'lock',
  options: [...known.values()].map(({ id, text }) => ({ value: id, text })),
}

describe('a lock in a cell', () => {
  it('is read from its code, or code and name, and from nothing else', () => {
    expect(lockType.read(' LK1 ', column)).toBe('lk1')
    expect(lockType.read('LK10 隔离挂锁', column)).toBe('lk10')
    expect(lockType.read('', column)).toBeNull()
    expect(lockType.read('LK', column)).toEqual({ problem: '没有可选的锁具“LK”' })
    expect(lockType.read('隔离挂锁', column)).toEqual({ problem: '没有可选的锁具“隔离挂锁”' })
  })
  it('is shown by its code and name', () => {
    expect(lockType.text('lk2', column, { id: '1' })).toBe('LK2 隔离挂锁')
    expect(lockType.text(null, column, { id: '1' })).toBe('')
  })
})

describe('a lock given to several lines by one edit', () => {
  const lines = (...ids: readonly (string | null)[]) => ids.map((lockId, at) => ({ key: String(at), lockId }))
  const after = (before: readonly (string | null)[], next: readonly (string | null)[]) => {
    const { held, refused } = onceEach(lines(...next), lines(...before))
    return { held: [...held.values()], refused }
  }
  it('stays with who had it; the others keep what they had', () => {
    expect(after([null, 'a', 'b'], ['a', 'a', 'a'])).toEqual({ held: [null, 'a', 'b'], refused: ['a'] })
  })
  it('stays with all who had it: a ticket may name it twice already', () => {
    expect(after(['a', 'a', null], ['a', 'a', 'a'])).toEqual({ held: ['a', 'a', null], refused: ['a'] })
    expect(after(['a', 'a', null], ['a', 'a', 'b'])).toEqual({ held: ['a', 'a', 'b'], refused: [] })
  })
  it('goes to the first where nobody had it', () => {
    expect(after([null, null], ['a', 'a'])).toEqual({ held: ['a', null], refused: ['a'] })
  })
  it('is not given back to a line while another one has taken it meanwhile', () => {
    expect(after(['a', 'b', null], ['b', 'b', 'a'])).toEqual({ held: [null, 'b', 'a'], refused: ['b'] })
  })
  it('changes places with another one without a word', () => {
    expect(after(['a', 'b'], ['b', 'a'])).toEqual({ held: ['b', 'a'], refused: [] })
  })
  it('is named by its code', () => {
    expect(refusedText(['lk1', 'gone'], known)).toBe('锁具 LK1、gone 已在本表中，一把锁只能选一次')
  })
})

it('a plan comes back from its table as it went, but for what was edited', () => {
  const point = {
    pointId: 'pt1',
    pointCode: 'Q1',
    pointName: '断路器',
    safePos: '分',
    mandatory: 1,
    isoMethod: 'E1',
    plannedLockId: 'lk1',
    plannedLockCode: 'LK1',
    lockCount: 1,
    releaseGroup: 2,
    remark: '',
  }
  const drain = { ...point, pointId: 'pt2', plannedLockId: null, plannedLockCode: null, lockCount: 0 }
  const before = [point, drain]
  expect(JSON.stringify(pointsOf(pointRows(before), before, known).points)).toBe(JSON.stringify(before))
  const edited = pointRows(before).map((row) => ({ ...row, plannedLockId: 'lk2', releaseGroup: null }))
  expect(pointsOf(edited, before, known)).toEqual({
    points: [
      { ...point, plannedLockId: 'lk2', plannedLockCode: 'LK2', releaseGroup: 1 },
      { ...drain, releaseGroup: 1 },
    ],
    refused: ['lk2'],
  })
})
