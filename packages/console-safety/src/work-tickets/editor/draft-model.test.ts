import { ticketDraft } from '@suoan/contract'
import { describe, expect, it } from 'vitest'
import {
  blankDraft,
  differingParts,
  draftProblems,
  gasPlacesFor,
  offeredMeasures,
  ofKind,
  wireDraft,
  withTemplate,
} from './draft-model.ts'
import type { Draft } from './draft-model.ts'

const kind = (workType: string, baseTypes: readonly string[] = []) => ({ workType, baseTypes })
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
  it('plans every height of a compartment, one point elsewhere, and no place that has no name', () => {
    const draft = {
      ...filled,
      gasPlaces: [
        { key: '1', place: ' 1 号舱', layered: true },
        { key: '2', place: '法兰', layered: false },
        { key: '3', place: ' ', layered: true },
      ],
    }
    expect(wireDraft(draft).gasPlaces).toEqual([
      { place: '1 号舱', level: '上' },
      { place: '1 号舱', level: '中' },
      { place: '1 号舱', level: '下' },
      { place: '法兰', level: '' },
    ])
    expect(differingParts(filled, draft)).toEqual(['气体检测部位'])
  })
  it('begins the plan of places where gas is always tested, and keeps what was planned', () => {
    expect(gasPlacesFor(kind('02'), [])).toMatchObject([{ place: '作业点', layered: true }])
    expect(gasPlacesFor(kind('01'), [])).toMatchObject([{ place: '作业点', layered: false }])
    expect(gasPlacesFor(kind('10'), [])).toEqual([])
    const planned = [{ key: '1', place: '井口', layered: false }]
    expect(gasPlacesFor(kind('02'), planned)).toBe(planned)
  })
  it('asks only an emergency repair what it is underneath, and plans the places of that', () => {
    expect(ofKind({ gasPlaces: [] }, kind('31'))).toEqual({ ...kind('31'), gasPlaces: [] })
    const hot = ofKind({ gasPlaces: [] }, kind('31', ['01']))
    expect(hot.gasPlaces).toMatchObject([{ place: '作业点', layered: false }])
    const confined = ofKind(hot, kind('31', ['01', '02']))
    expect(confined.gasPlaces).toMatchObject([{ place: '作业点', layered: true }])
    expect(ofKind(confined, kind('10', ['01']))).toMatchObject(kind('10'))
    expect(wireDraft({ ...filled, ...confined })).toMatchObject(kind('31', ['01', '02']))
    expect(differingParts(filled, { ...filled, ...kind('31', ['01']) })).toEqual(['作业类型', '基础作业类型'])
  })
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
})

describe('the template of the kind of work', () => {
  const template = [
    { content: '挂警示牌', must: 0 as const, controlRank: null },
    { content: '上锁', must: 1 as const, controlRank: 3 },
  ]
  const line = (content: string, involve = 1) => ({
    key: content,
    content,
    controlRank: null,
    involve,
    dualControl: 0,
  })
  const shown = (lines: ReturnType<typeof withTemplate>) =>
    lines.map(({ content, involve }) => [content, involve])

  it('fills an empty list with all of it', () => {
    expect(shown(withTemplate([line('')], template))).toEqual([
      ['挂警示牌', 1],
      ['上锁', 1],
    ])
  })

  it('adds to any other list only what it cannot do without, and lets nobody say that it does not apply', () => {
    expect(shown(withTemplate([line('自备')], template))).toEqual([
      ['自备', 1],
      ['上锁', 1],
    ])
    expect(shown(withTemplate([line('上锁', 0)], template))).toEqual([['上锁', 1]])
    const whole = [line('上锁'), line('自备', 0)]
    expect(withTemplate(whole, template)).toBe(whole)
  })

  it('offers the rest', () => {
    expect(offeredMeasures([line('上锁')], template).map(({ content }) => content)).toEqual(['挂警示牌'])
  })
})
