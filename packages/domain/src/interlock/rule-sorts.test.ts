import { expect, test } from 'vitest'
import { ruleSorts, standsBeyondMoment } from './rule-sorts.ts'
import { rules } from './rules.ts'

test('every rule is of the right, of the danger or of the moment', () => {
  expect(Object.keys(ruleSorts)).toEqual(['R01', ...Object.keys(rules)])
})

const judged = (...ids: string[]) => ({
  rules: [...Object.keys(ruleSorts), 'R99'].map((id) => ({
    id,
    applies: true,
    pass: !ids.includes(id),
    text: '',
    hint: '',
    evidence: {},
  })),
})

test('R12 R13 R15 what is shown at the lock ends no right; everything else does', () => {
  expect(standsBeyondMoment(judged())).toBe(true)
  expect(standsBeyondMoment(judged('R12', 'R13', 'R15'))).toBe(true)
  for (const id of ['R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09', 'R10', 'R11', 'R14', 'R99'])
    expect(standsBeyondMoment(judged('R12', id))).toBe(false)
})
