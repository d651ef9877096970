import { expect, it } from 'vitest'
import { itemState } from '../dictionaries/index.ts'
import { ownLockMissing } from './own-locks.ts'

const point = (code: string, changes: object = {}) => ({
  pointId: code,
  pointCode: code,
  mandatory: true,
  kind: 'isolate' as const,
  pointType: 'ELEC',
  plannedLockId: 'L',
  state: itemState.verified,
  ...changes,
})
const points = [
  point('A'),
  point('B'),
  point('DRAIN', { kind: 'residual' }),
  point('BACK', { state: itemState.restored }),
]
const at = (...ids: string[]) => ids.map((pointId) => ({ pointId, isOnBox: false }))

it('G13: own locks protect on every isolating point of the ticket or on the box, and nowhere else', () => {
  expect(ownLockMissing(points, [])).toBeNull()
  expect(ownLockMissing(points, at('A'))).toEqual(['B'])
  expect(ownLockMissing(points, at('DRAIN'))).toEqual(['A', 'B'])
  expect(ownLockMissing(points, at('A', 'B'))).toEqual([])
  expect(ownLockMissing(points, [{ pointId: '', isOnBox: true }])).toEqual([])
})
