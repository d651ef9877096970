import { ticketDraft } from '@suoan/contract'
import { describe, expect, it } from 'vitest'
import { blankDraft, differingParts, draftProblems, moved, wireDraft } from './draft-model.ts'
import type { Draft } from './draft-model.ts'

const now = Date.UTC(2026, 11, 1, 0, 30)
const point = {
  pointId: 'pt1',
  pointCode: 'PT1',
  pointName: '断路器',
  safePos: '分',
  mandatory: 1,
  isoMethod: 'E1',
  plannedLockId: 'lk1',
  plannedLockCode: 'LK1',
  lockCount: 1,
  releaseGroup: 1,
  remark: ' ',
}
const filled: Draft = {
  ...blankDraft(now),
  workName: '检修 P-101',
  workType: '10',
  workLevel: '2',
  areaId: 'a',
  points: [point],
  people: [
    {
      key: '1',
      userId: null,
      externalId: null,
      personName: '',
      personSource: 1,
      roleTag: 'WORK',
      personalLockId: null,
      personalLockCode: null,
    },
    {
      key: '2',
      userId: 'u5',
      externalId: null,
      personName: '',
      personSource: 1,
      roleTag: 'LEAD',
      personalLockId: null,
      personalLockCode: null,
    },
  ],
}

describe('the draft of a ticket', () => {
  it('begins at the next full hour for eight hours', () => {
    expect(blankDraft(now)).toMatchObject({
      planStart: '2026-12-01 09:00:00',
      planEnd: '2026-12-01 17:00:00',
    })
  })
  it('says what is missing before it can be kept', () => {
    expect(Object.keys(draftProblems(blankDraft(now)))).toEqual([
      'workName',
      'workType',
      'workLevel',
      'areaId',
    ])
    expect(draftProblems({ ...filled, planEnd: filled.planStart })).toEqual({
      planEnd: '结束时间须晚于开始时间',
    })
  })
  it('travels as the contract wants it, without rows nobody filled in', () => {
    const wire = wireDraft(filled)
    expect(ticketDraft.safeParse(wire).error).toBeUndefined()
    expect(wire.people).toHaveLength(1)
    expect(wire.points?.[0]).toEqual({
      pointId: 'pt1',
      orderNum: 1,
      mandatory: 1,
      isoMethod: 'E1',
      plannedLockId: 'lk1',
      releaseGroup: 1,
      remark: null,
    })
  })
  it('sends no points when no isolation is needed', () => {
    expect(wireDraft({ ...filled, needIsolation: 0 }).points).toEqual([])
  })
  it('names the parts in which two versions differ', () => {
    expect(differingParts(filled, { ...filled, content: '换密封', points: [] })).toEqual([
      '作业内容',
      '隔离方案',
    ])
  })
  it('moves rows up and down, and not over the ends', () => {
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
  })
})
