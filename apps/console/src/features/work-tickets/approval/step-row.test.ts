import type { TicketDetail } from '@suoan/contract'
import { describe, expect, it } from 'vitest'
import { returnedBy, stepMarks, waitingSteps } from './step-row.ts'

const detail = (over: Partial<TicketDetail> & { status?: number }): TicketDetail => {
  const { status = 1, ...rest } = over
  return {
    ticket: {
      id: '1',
      workNo: 'N',
      workName: '检修',
      workType: '10',
      workLevel: '2',
      voidFlag: 0,
      revision: 1,
      workStatus: status,
      execPhase: 0,
      round: 2,
    },
    points: [],
    locks: [],
    people: [],
    measures: [],
    gas: [],
    reviews: [],
    examines: [],
    conflicts: [],
    handovers: [],
    extensions: [],
    myLocks: [],
    diff: [],
    myRoles: [],
    events: [],
    serverTime: '',
    unsynced: { texts: [], override: '' },
    ...rest,
  }
}
const texts = (row: Record<string, unknown>) => stepMarks(row).map((look) => look.text)

describe('marks of a step', () => {
  it('says through whose hands a decision came (T15)', () => {
    const delegatePath = [{ userName: '李审' }, { userName: '陈管' }]
    expect(texts({ delegatePath })).toEqual(['代 李审 → 陈管'])
    expect(texts({ addedByName: '李审' })).toEqual(['加签（李审）'])
  })
  it('says how far a late one went (T16)', () => {
    expect(texts({ urgeTime: '2026-12-01 08:10:00' })).toEqual(['已催办'])
    expect(texts({ urgeTime: 'x', escLevel: 2 })).toEqual(['已升级 2 级'])
    expect(texts({ escLevel: 3, flagTime: 'x' })).toEqual(['已上报管理员'])
    expect(texts({ escLevel: 0, onSite: 0, delegatePath: null })).toEqual([])
  })
})

describe('rows of a ticket', () => {
  it('waiting are those of the present round that are asked', () => {
    const reviews = [
      { id: 'a', round: 1, stepNo: 1, reviewStatus: 1 },
      { id: 'b', round: 2, stepNo: 1, reviewStatus: 1, reviewerName: '李审' },
      { id: 'c', round: 2, stepNo: 2, reviewStatus: 0 },
    ]
    expect(waitingSteps(detail({ reviews })).map((step) => step.id)).toEqual(['b'])
  })
  it('the words of who returned it stand while it is reviewed again (T14)', () => {
    const examines = [
      { id: 'e', round: 2, stepNo: 1, approveStatus: 0, approverName: '王批', opinion: '请复核' },
    ]
    expect(returnedBy(detail({ examines }))).toEqual({ person: '王批', opinion: '请复核' })
    expect(returnedBy(detail({ examines, status: 2 }))).toBeNull()
  })
})
