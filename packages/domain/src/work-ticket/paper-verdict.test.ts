import { describe, expect, it } from 'vitest'
import { execPhase, workStatus, type ExecPhase, type WorkStatus } from '../dictionaries/index.ts'
import { paperVerdict } from './paper-verdict.ts'

const working = {
  status: workStatus.executing as WorkStatus,
  phase: execPhase.working as ExecPhase,
  voidFlag: false,
  closeFlag: false,
  planEnd: 1_000,
  validEnd: null as number | null,
  contentHash: 'a',
}
const verdict = (changes: Partial<typeof working> | null, { printedHash = 'a', isChainWhole = true } = {}) =>
  paperVerdict({ now: changes && { ...working, ...changes }, at: 999, printedHash, isChainWhole })

describe('what a printed ticket is worth', () => {
  it('a ticket under way whose content stands on the paper is good', () => {
    expect(verdict({})).toEqual({ isGood: true, text: '此纸与系统一致：正在作业' })
    expect(verdict({ status: workStatus.approved, phase: execPhase.none }).isGood).toBe(true)
    expect(verdict({ planEnd: 5, validEnd: 2_000 }).isGood).toBe(true)
  })

  it.each([
    ['deleted', null, {}, '已删除'],
    ['void', { voidFlag: true }, {}, '已作废'],
    ['finished', { status: workStatus.finished }, {}, '已完工'],
    ['expired', { status: workStatus.expired }, {}, '已过期'],
    ['a draft', { status: workStatus.draft }, {}, '尚未批准'],
    ['rejected', { status: workStatus.approveRejected }, {}, '被驳回'],
    ['out of its time, whatever has been written down', { planEnd: 999 }, {}, '有效期已过'],
    [
      'out of its time before it began',
      { status: workStatus.approved, phase: execPhase.none, validEnd: 5 },
      {},
      '有效期已过',
    ],
    ['changed since', {}, { printedHash: 'b' }, '有变化'],
    ['interrupted', { phase: execPhase.suspended }, {}, '已中断'],
    ['in a test run', { phase: execPhase.testRun }, {}, '试运行'],
    ['giving its points back', { phase: execPhase.releasing }, {}, '解除隔离'],
    ['giving up before work', { status: workStatus.approved, phase: execPhase.releasing }, {}, '取消隔离'],
    ['tampered with', {}, { isChainWhole: false }, '校验不通过'],
  ] as const)('one that is %s says so', (_, changes, given, text) => {
    expect(verdict(changes, given)).toEqual({ isGood: false, text: expect.stringContaining(text) })
  })
})
