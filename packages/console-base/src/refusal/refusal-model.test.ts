import { describe, expect, it } from 'vitest'
import { RequestFailure } from '../request/failure.ts'
import { refusalOf } from './refusal-model.ts'

const refused = (result: unknown) =>
  new RequestFailure('business', '不满足开工条件', 200, {
    success: false,
    message: '不满足开工条件',
    code: 4203,
    result,
    timestamp: 0,
  })

describe('refusalOf', () => {
  it('lists every failing rule apart from those that passed (G11 G12)', () => {
    const model = refusalOf(
      refused({
        rules: [
          { id: 'G10', pass: true, text: '在作业时间窗内' },
          { id: 'G11', pass: false, text: 'PT2 关锁确认超时（25>10 分钟）' },
          { id: 'G12', pass: false, text: 'PT3 未验证' },
        ],
        fix: ['读取 PT2 锁状态', '验证 PT3', '验证 PT3', 7],
      }),
    )
    expect(model.failed.map((rule) => rule.id)).toEqual(['G11', 'G12'])
    expect(model.passed.map((rule) => rule.id)).toEqual(['G10'])
    expect(model.fix).toEqual(['读取 PT2 锁状态', '验证 PT3'])
    expect(model.outcomeUnknown).toBe(false)
  })
  it('keeps the sentence of a refusal without rules', () => {
    expect(refusalOf(refused(null))).toMatchObject({ title: '不满足开工条件', failed: [], fix: [] })
  })
  it('says that a lost answer leaves the outcome unknown', () => {
    expect(refusalOf(new RequestFailure('timeout', '网络超时')).outcomeUnknown).toBe(true)
    expect(refusalOf(new RequestFailure('forbidden', '没有权限')).outcomeUnknown).toBe(false)
  })
})
