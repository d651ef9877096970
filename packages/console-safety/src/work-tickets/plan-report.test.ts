import { describe, expect, it } from 'vitest'
import { planReport, pointsToAdd } from './plan-report.ts'

const pt3 = { pointId: 'pt3', pointCode: 'PT3', pointName: '旁路阀 V-103' }
const open = {
  rules: [
    { id: 'G01', pass: true, text: '内容完整' },
    { id: 'G05', pass: false, text: 'H-2 → V-103 → P-101 仍可达' },
  ],
  cut: { holds: false, modelled: true, paths: ['H-2 → V-103 → P-101'], missing: [pt3], minimalCut: [pt3] },
}

describe('planReport', () => {
  it('is not ready while a source still reaches the zone (G05)', () => {
    const report = planReport(open, true)
    expect(report).toMatchObject({ isReady: false, passed: 1, summary: '1 项不通过，请处理后再提交' })
    expect(report.cut).toMatchObject({ tone: 'error', title: '仍有 1 条能量通路可达作业点' })
  })
  it('is ready when every rule passed and the cut holds', () => {
    const closed = { rules: [open.rules[0]!], cut: { ...open.cut, holds: true, paths: [], missing: [] } }
    expect(planReport(closed, true)).toMatchObject({ isReady: true, cut: { tone: 'success' } })
  })
  it('never claims a proof for equipment without an energy map', () => {
    expect(planReport({ ...open, cut: { ...open.cut, modelled: false } }, true).cut.tone).toBe('warning')
    expect(planReport(open, false).cut.tone).toBe('info')
  })
  it('offers only points that are not planned yet', () => {
    expect(pointsToAdd([pt3], [{ pointId: 'pt1' }])).toEqual([pt3])
    expect(pointsToAdd([pt3], [{ pointId: 'pt3' }])).toEqual([])
  })
})
