import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PolicyFact } from './facts.ts'
import { shortestInterval, strictestGasDemand, strictestPolicy } from './strictest-policy.ts'
import { looserFields } from './strictness.ts'

const minutes = fc.integer({ min: 0, max: 300 })
const fields = fc.subarray(['content', 'place', 'planEnd', 'workLevel'])
const policy: fc.Arbitrary<PolicyFact> = fc.record({
  maxHours: minutes,
  earlyMin: minutes,
  isolateLeadMin: minutes,
  extendMax: minutes,
  gasPreMin: minutes,
  gasInterruptMin: minutes,
  guardRequired: minutes,
  personalLock: fc.boolean(),
  briefRequired: fc.boolean(),
  isolationRequired: fc.constantFrom(0, 1, 2),
  idleFireWatchMin: minutes,
  editableFields: fields,
  coreFields: fields,
  withdrawAfterDecision: fc.boolean(),
  unset: fc.constant([]),
})
/** As a row of the settings has it, so that what is looser is said in one place. */
const rowOf = ({ unset: _unset, ...fact }: PolicyFact) => ({
  ...fact,
  personalLock: Number(fact.personalLock),
  briefRequired: Number(fact.briefRequired),
})

test('the strictest of several policies is looser than none of them, in any order, and one alone is itself', () => {
  fc.assert(
    fc.property(fc.array(policy, { minLength: 1, maxLength: 4 }), (rows) => {
      const strict = strictestPolicy(rows)
      for (const row of rows) expect(looserFields('workType', rowOf(row), rowOf(strict))).toEqual([])
      for (const row of rows) expect(strict.withdrawAfterDecision && !row.withdrawAfterDecision).toBe(false)
      expect(strictestPolicy([strict, ...rows])).toEqual(strict)
      const [first] = rows
      if (rows.length === 1) expect(strict).toEqual(first)
    }),
  )
})

test('gas is tested where one row asks it; an interval of 0 is never, the shortest other one counts', () => {
  expect([strictestGasDemand([0, 2, 1]), strictestGasDemand([0, 2]), strictestGasDemand([0])]).toEqual([
    1, 2, 0,
  ])
  expect([shortestInterval([0, 120, 30]), shortestInterval([0, 0])]).toEqual([30, 0])
})
