import { describe, expect, it } from 'vitest'
import { returnedBy, stepMarks, waitingSteps } from './step-row.ts'

type Step = Parameters<typeof stepMarks>[0]
const texts = (step: Partial<Step>) =>
  stepMarks({ delegatePath: [], isOnSite: false, escLevel: 0, ...step }).map((look) => look.text)

describe('marks of a step', () => {
  it('says through whose hands a decision came (T15)', () => {
    const delegatePath = [
      { userId: 'u2', userName: '李审' },
      { userId: 'u11', userName: '陈管' },
    ]
    expect(texts({ delegatePath })).toEqual(['代 李审 → 陈管'])
    expect(texts({ addedByName: '李审' })).toEqual(['加签（李审）'])
  })
  it('says how far a late one went (T16)', () => {
    expect(texts({ urgeTime: '2026-12-01 08:10:00' })).toEqual(['已催办'])
    expect(texts({ urgeTime: 'x', escLevel: 2 })).toEqual(['已升级 2 级'])
    expect(texts({ escLevel: 3, flagTime: 'x' })).toEqual(['已上报管理员'])
    expect(texts({})).toEqual([])
  })
})

describe('rows of a ticket', () => {
  it('waiting are those of the present round that are asked', () => {
    const steps = [
      { id: 'a', round: 1, status: 1 },
      { id: 'b', round: 2, status: 1 },
      { id: 'c', round: 2, status: 0 },
    ] as const
    expect(waitingSteps(steps, 2).map((step) => step.id)).toEqual(['b'])
  })
  it('the words of who returned it stand while it is reviewed again (T14)', () => {
    const examines = [{ round: 2, status: 0, person: '王批', opinion: '请复核' }] as const
    expect(returnedBy({ ticket: { workStatus: 1, round: 2 }, examines })).toEqual({
      person: '王批',
      opinion: '请复核',
    })
    expect(returnedBy({ ticket: { workStatus: 2, round: 2 }, examines })).toBeNull()
  })
})
