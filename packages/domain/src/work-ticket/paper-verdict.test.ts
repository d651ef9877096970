import { describe, expect, it } from 'vitest'
import { execPhase, workStatus } from '../dictionaries/index.ts'
import { paperVerdict } from './paper-verdict.ts'

const working = {
  workStatus: workStatus.executing as number,
  execPhase: execPhase.working as number,
  voidFlag: 0,
  contentHash: 'a',
}
const verdict = (changes: Partial<typeof working> | null, { printedHash = 'a', isChainWhole = true } = {}) =>
  paperVerdict({ now: changes && { ...working, ...changes }, printedHash, isChainWhole })

describe('what a printed ticket is worth', () => {
  it('a ticket under way whose content stands on the paper is good', () => {
    expect(verdict({})).toEqual({ isGood: true, text: '此纸与系统一致：正在作业' })
    expect(verdict({ workStatus: workStatus.approved, execPhase: execPhase.none }).isGood).toBe(true)
  })

  it.each([
    ['deleted', null, {}, '已删除'],
    ['void', { voidFlag: 1 }, {}, '已作废'],
    ['finished', { workStatus: workStatus.finished }, {}, '已完工'],
    ['expired', { workStatus: workStatus.expired }, {}, '已过期'],
    ['a draft', { workStatus: workStatus.draft }, {}, '尚未批准'],
    ['rejected', { workStatus: workStatus.approveRejected }, {}, '被驳回'],
    ['changed since', {}, { printedHash: 'b' }, '有变化'],
    ['interrupted', { execPhase: execPhase.suspended }, {}, '已中断'],
    ['in a test run', { execPhase: execPhase.testRun }, {}, '试运行'],
    ['giving its points back', { execPhase: execPhase.releasing }, {}, '解除隔离'],
    [
      'giving up before work',
      { workStatus: workStatus.approved, execPhase: execPhase.releasing },
      {},
      '取消隔离',
    ],
    ['tampered with', {}, { isChainWhole: false }, '校验不通过'],
  ] as const)('one that is %s says so', (_, changes, given, text) => {
    expect(verdict(changes, given)).toEqual({ isGood: false, text: expect.stringContaining(text) })
  })
})
