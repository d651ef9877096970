import { describe, expect, it } from 'vitest'
import { nextInspection, pointsOfSteps, procedureGap, whyNoTicket } from './index.ts'

describe('a version of an energy control procedure', () => {
  const today = '2026-12-01'
  it.each([
    ['the effective one', { status: 1, nextInspect: today, inspectResult: 1 }, null],
    ['a draft', { status: 0, nextInspect: null, inspectResult: null }, '草稿'],
    ['one that ended', { status: 2, nextInspect: '2027-01-01', inspectResult: 1 }, '已停用'],
    ['one whose inspection is overdue', { status: 1, nextInspect: '2026-11-30', inspectResult: 1 }, '已逾期'],
    ['one that was never to be inspected', { status: 1, nextInspect: null, inspectResult: null }, '已逾期'],
    [
      'one that an inspection sent back',
      { status: 1, nextInspect: '2027-01-01', inspectResult: 2 },
      '需修订',
    ],
  ] as const)('%s begins a ticket, or says why it does not', (_, version, why) => {
    expect(whyNoTicket(version, today)).toEqual(why === null ? null : expect.stringContaining(why))
  })

  it('has its points in the order in which its steps come to them, each once', () => {
    const steps = [
      { kind: '1', pointId: 'x' },
      { kind: '2', pointId: 'a' },
      { kind: '2', pointId: 'b' },
      { kind: '3', pointId: 'a' },
      { kind: '4', pointId: 'c' },
      { kind: '5', pointId: 'y' },
    ]
    expect(pointsOfSteps(steps)).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['no steps', [], 0, '还没有步骤'],
    ['a lock at no point', [{ kind: '3' }], 0, '第 1 步没有选择隔离点'],
    ['no proof', [{ kind: '2', pointId: 'a' }], 0, '没有“验证”步骤'],
    ['a photo that is not there', [{ kind: '1', photo: 2 }], 1, '第 2 张照片'],
    ['nothing missing', [{ kind: '2', pointId: 'a', photo: 1 }, { kind: '5' }], 1, null],
  ] as const)('with %s says so before it is effective', (_, steps, photos, gap) => {
    expect(procedureGap(steps, photos)).toEqual(gap === null ? null : expect.stringContaining(gap))
  })

  it('is inspected again a year later', () => {
    expect(nextInspection('2026-12-01')).toBe('2027-12-01')
    expect(nextInspection('2028-02-29')).toBe('2029-02-28')
  })
})
