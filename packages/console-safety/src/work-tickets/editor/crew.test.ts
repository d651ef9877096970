import { lockPurpose } from '@suoan/domain/dictionaries'
import { describe, expect, it } from 'vitest'
import { fromEarlier, linesFor, namedIn } from './crew.ts'
import { blankDraft, type Draft, type PersonLine } from './draft-model.ts'
import { pointLine } from './point-line.ts'

const person = (key: string, roleTag: string, userId: string | null): PersonLine => ({
  key,
  userId,
  externalId: null,
  personName: '',
  personSource: 1,
  roleTag,
  personalLockId: null,
  personalLockCode: null,
})
const point = (id: string, plannedLockId: string | null) => ({
  ...pointLine({ id, pointCode: id, pointName: id, safePos: 'OFF', isoMethod: 'E1', lockCount: 1 }),
  plannedLockId,
  plannedLockCode: plannedLockId,
})
const draft = (changes: Partial<Draft>): Draft => ({ ...blankDraft(0), ...changes })
const stored = (...rows: [id: string, state: number][]) => ({
  people: rows.map(([id, state]) => ({ id, state })) as never,
})

describe('the crew of a draft', () => {
  it('begins with a line for each person that the procedure takes, and counts only who is named', () => {
    let n = 0
    const lines = linesFor(
      [
        { roleTag: 'WORK', count: 2 },
        { roleTag: 'LEAD', count: 1 },
      ],
      () => `k${(n += 1)}`,
    )
    expect(lines.map(({ roleTag }) => roleTag)).toEqual(['WORK', 'WORK', 'LEAD'])
    expect(new Set(lines.map(({ key }) => key)).size).toBe(3)
    expect(namedIn(lines, 'WORK')).toBe(0)
    expect(namedIn([person('a', 'WORK', 'u1'), ...lines], 'WORK')).toBe(1)
  })

  it('is taken over from an earlier ticket with its locks, without who had left it', () => {
    const earlier = draft({
      people: [person('a', 'LEAD', 'u3'), person('b', 'WORK', 'u4')],
      points: [point('p1', 'l1'), point('p2', 'l2'), point('p3', 'l3')],
      locks: [
        { key: 'x', lockId: 'x', lockCode: 'X', useType: lockPurpose.access, userIds: [], allowOpenMin: 5 },
        {
          key: 'y',
          lockId: 'y',
          lockCode: 'Y',
          useType: lockPurpose.personal,
          userIds: [],
          allowOpenMin: null,
        },
      ],
    })
    const now = draft({ points: [point('p1', null), point('p2', 'own'), point('p9', null)] })
    const taken = fromEarlier(now, earlier, stored(['a', 1], ['b', 0]))
    expect(taken.people.map(({ userId }) => userId)).toEqual(['u3'])
    expect(taken.locks.map(({ lockId }) => lockId)).toEqual(['x'])
    expect(taken.points.map(({ plannedLockId }) => plannedLockId)).toEqual(['l1', 'own', null])
  })
})
