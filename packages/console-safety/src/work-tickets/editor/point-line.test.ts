import { custody, lockStatus } from '@suoan/domain/dictionaries'
import { describe, expect, it } from 'vitest'
import { pointLine, withLocks, type FreeLock } from './point-line.ts'

const point = (id: string, changes: object = {}) => ({
  ...pointLine({
    id,
    pointCode: id,
    pointName: id,
    safePos: 'OFF',
    isoMethod: 'E1',
    lockCount: 1,
  }),
  ...changes,
})
const lock = (id: string, changes: Partial<FreeLock> = {}): FreeLock => ({
  id,
  lockCode: id,
  pointId: null,
  custody: custody.inStore,
  // As it hangs in store.
  lockStatus: lockStatus.open,
  currWorkId: null,
  ...changes,
})
const chosen = (points: ReturnType<typeof point>[], locks: FreeLock[]) =>
  withLocks(points, locks).map(({ plannedLockId }) => plannedLockId)

describe('locks for the points of a plan', () => {
  it('are the one that is mounted at the point, else the next in store, each once', () => {
    const locks = [lock('a'), lock('b', { pointId: 'p2', custody: custody.installed }), lock('c')]
    expect(chosen([point('p1'), point('p2'), point('p3')], locks)).toEqual(['a', 'b', 'c'])
  })

  it('are none that another ticket has, that somebody carries, that is broken or that hangs elsewhere', () => {
    const locks = [
      lock('a', { currWorkId: 'w' }),
      lock('b', { custody: custody.issued }),
      lock('c', { lockStatus: lockStatus.jammed }),
      lock('d', { pointId: 'other', custody: custody.installed }),
    ]
    expect(chosen([point('p1')], locks)).toEqual([null])
  })

  it('leave alone what was chosen, and points that take none', () => {
    const points = [point('p1', { plannedLockId: 'a' }), point('p2', { lockCount: 0 }), point('p3')]
    expect(chosen(points, [lock('a'), lock('b')])).toEqual(['a', null, 'b'])
  })
})
