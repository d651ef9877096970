import { expect, it } from 'vitest'
import { reviewedAloneBecause, type TogetherFacts } from './adopt-together.ts'

const low: TogetherFacts = {
  workType: '10',
  workLevel: '2',
  conflictState: 0,
  isolationPlanState: 2,
  onSite: false,
}

it.each(['2', '3', '4'])('a review of level %s may be adopted together with others (§6.2)', (workLevel) => {
  expect(reviewedAloneBecause({ ...low, workLevel })).toBeNull()
})

it.each([
  ['special level', { workLevel: '0' }, '特级'],
  ['first level', { workLevel: '1' }, '一级'],
  ['work without levels', { workLevel: '9' }, '不分级'],
  ['emergency repair', { workType: '31' }, '抢修'],
  ['a step at the place (G08)', { onSite: true }, '现场'],
  ['a clash that blocks (G06)', { conflictState: 2 }, '冲突'],
  ['a clash accepted with measures (G06)', { conflictState: 1 }, '冲突'],
  ['an incomplete cut (G05)', { isolationPlanState: 3 }, '隔离方案不完整'],
])('a review is signed by itself for %s', (_, changes, said) => {
  expect(reviewedAloneBecause({ ...low, ...changes })).toContain(said)
})
