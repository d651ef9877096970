import { execPhase, workStatus } from '@suoan/domain/dictionaries'
import { describe, expect, it } from 'vitest'
import { pointsDone } from './points-done.ts'

const progress = { total: 5, verified: 3, restored: 0, gasDue: null, openQuestions: 0 }
const row = { workStatus: workStatus.executing, execPhase: execPhase.working, voidFlag: 0, progress }

describe('points done in a ticket list', () => {
  it('are those proven dead while isolation goes on and at work', () => {
    expect(pointsDone(row)).toEqual({ word: '验证', count: 3, total: 5 })
    expect(
      pointsDone({ ...row, workStatus: workStatus.approved, execPhase: execPhase.isolating }),
    ).toMatchObject({
      word: '验证',
    })
  })
  it('are those given back once the ticket gives back', () => {
    const back = { ...progress, verified: 2, restored: 3 }
    expect(pointsDone({ ...row, execPhase: execPhase.releasing, progress: back })).toEqual({
      word: '恢复',
      count: 3,
      total: 5,
    })
  })
  it('are not spoken of before the approval, of a void ticket, or without points', () => {
    expect(pointsDone({ ...row, workStatus: workStatus.submitted })).toBeNull()
    expect(pointsDone({ ...row, voidFlag: 1 })).toBeNull()
    expect(pointsDone({ ...row, progress: { ...progress, total: 0 } })).toBeNull()
  })
})
