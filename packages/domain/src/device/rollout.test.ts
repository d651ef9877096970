import { describe, expect, it } from 'vitest'
import { judgeStage, stageOf } from './index.ts'

const sizes = (total: number) => {
  const count = [0, 0, 0]
  for (let at = 0; at < total; at += 1) count[stageOf(at, total)]! += 1
  return count
}

describe('a staged roll-out (§5.9)', () => {
  it('goes to 1 %, then 10 %, then all, at least one in each stage', () => {
    expect(sizes(1000)).toEqual([10, 90, 900])
    expect(sizes(20)).toEqual([1, 1, 18])
    expect(sizes(2)).toEqual([1, 1, 0])
    expect(sizes(1)).toEqual([1, 0, 0])
  })

  it('stops on too many failures, waits for answers, and not for what is postponed', () => {
    const tally = { open: 0, confirmed: 0, failed: 0, postponed: 0 }
    expect(judgeStage({ ...tally, failed: 1 }, 5)).toBe('stop')
    expect(judgeStage({ ...tally, failed: 1, confirmed: 19 }, 5)).toBe('next')
    expect(judgeStage({ ...tally, failed: 2, confirmed: 19, open: 70 }, 5)).toBe('stop')
    expect(judgeStage({ ...tally, open: 1, confirmed: 9 }, 5)).toBe('wait')
    expect(judgeStage({ ...tally, confirmed: 1, postponed: 3 }, 5)).toBe('next')
  })

  it('goes no further before somebody of the stage has proven it, however many are postponed', () => {
    const tally = { open: 0, confirmed: 0, failed: 0, postponed: 1 }
    expect(judgeStage(tally, 5)).toBe('wait')
    expect(judgeStage({ ...tally, postponed: 0 }, 5), 'nobody is left in it').toBe('next')
  })
})
