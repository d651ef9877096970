import { expect, it } from 'vitest'
import type { SimopsConflict, SimopsTicket } from '@suoan/contract'
import { reportOf } from './conflict-report.ts'

const ticket = (id: string, start: number): SimopsTicket => ({
  id,
  workNo: id,
  workName: id,
  workType: '10',
  baseTypes: [],
  workLevel: '2',
  workStatus: 1,
  execPhase: 0,
  areaCode: 'A01',
  areaName: '压缩机房',
  leaderName: null,
  start,
  end: start + 8,
})
const clash = (a: string, b: string, severity: number): SimopsConflict => ({
  a,
  b,
  kind: '1',
  ruleCode: 'R',
  severity,
  from: 0,
  to: 1,
  reason: '',
  state: 0,
})

it('tells the clashes ticket by ticket, the one with the worst first, and no ticket without', () => {
  const tickets = [ticket('quiet', 0), ticket('some', 1), ticket('bad', 2), ticket('worst', 3)]
  const report = reportOf({ tickets }, [clash('some', 'bad', 1), clash('worst', 'bad', 3)])
  expect(
    report.map(({ ticket: { id }, conflicts }) => [id, conflicts.map(({ severity }) => severity)]),
  ).toEqual([
    ['bad', [3, 1]],
    ['worst', [3]],
    ['some', [1]],
  ])
})
