import { describe, expect, it } from 'vitest'
import { nextToRestore, pointActions, pointProgress } from './point-actions.ts'

const point = (state: number, lockCount = 1, orderNum = 1) => ({
  pointId: `p${orderNum}`,
  orderNum,
  state,
  lockCount,
})
const isolator = ['pointOperate', 'pointLock', 'pointTag', 'pointFail']

describe('what can be done at a point', () => {
  it('goes operate, lock, tag for the isolator (T21 T22 T23)', () => {
    expect([0, 1, 2].map((state) => pointActions(point(state), isolator)[0])).toEqual([
      'operate',
      'lock',
      'tag',
    ])
  })
  it('asks no lock and no tag of a drain (T22)', () => {
    expect(pointActions(point(1, 0), isolator)).toEqual(['fail'])
  })
  it('lets only who is offered the proof verify, and only after the tag (T24)', () => {
    expect(pointActions(point(3), ['pointVerify'])).toEqual(['verify'])
    expect(pointActions(point(4, 0), ['pointVerify'])).toEqual(['verify'])
    expect(pointActions(point(2), ['pointVerify'])).toEqual([])
    expect(pointActions(point(3), isolator)).toEqual(['fail'])
  })
  it('asks a second person to see a passive lock that one has claimed shut (G11)', () => {
    const claimed = { ...point(3), needsWitness: true }
    expect(pointActions(claimed, ['pointWitness'])).toEqual(['witness'])
    expect(pointActions(point(3), ['pointWitness'])).toEqual([])
    expect(pointActions({ ...claimed, state: 1 }, ['pointWitness'])).toEqual([])
  })
  it('restores the last point first (T43)', () => {
    const points = [point(5, 1, 1), point(5, 1, 2), point(8, 1, 3), point(5, 0, 4)]
    expect(nextToRestore(points)).toBe('p2')
    expect(pointActions(point(8), ['pointRestore'])).toEqual([])
    expect(nextToRestore([point(8)])).toBeNull()
  })
  it('counts a released drain as secured', () => {
    expect(pointProgress([point(3), point(4, 0, 2), point(0, 1, 3)])).toEqual({
      total: 3,
      locked: 2,
      verified: 0,
      restored: 0,
    })
  })
})
