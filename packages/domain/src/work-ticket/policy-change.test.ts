import { expect, test } from 'vitest'
import { weakenedFields } from './policy-change.ts'

const policy = {
  typeName: '检修',
  gasRequired: 1,
  gasRepeatMin: 120,
  guardRequired: 1,
  guardAliveMin: 10,
  personalLock: 1,
  maxHours: 8,
  gasCodes: 'O2,CH4',
  certRules: { WORK: ['04'] },
  status: 1,
}

test.each<[object, string[]]>([
  [{ personalLock: 0 }, ['personalLock']],
  [{ guardRequired: 0, typeName: '检维修' }, ['guardRequired']],
  [{ guardRequired: 2, personalLock: 1 }, []],
  [{ gasRequired: 0 }, ['gasRequired']],
  [{ gasRequired: 2 }, ['gasRequired']],
  [{ gasRepeatMin: 0 }, ['gasRepeatMin']],
  [{ gasRepeatMin: 60, guardAliveMin: 5 }, []],
  [{ guardAliveMin: 0 }, ['guardAliveMin']],
  [{ maxHours: 12 }, ['maxHours']],
  [{ maxHours: 4, gasCodes: undefined }, []],
  [{ gasCodes: 'O2' }, ['gasCodes']],
  [{ certRules: { WORK: ['04'] } }, []],
  [{ certRules: {} }, ['certRules']],
  [{ status: 0 }, ['status']],
])('the change %j of a policy asks less in %j', (after, expected) => {
  expect(weakenedFields(policy, { ...after })).toEqual(expected)
})

test('what was not asked may be asked', () => {
  const lax = { gasRequired: 0, gasRepeatMin: 0, guardAliveMin: 0, isolationRequired: 0 }
  expect(
    weakenedFields(lax, { gasRequired: 1, gasRepeatMin: 60, guardAliveMin: 10, isolationRequired: 2 }),
  ).toEqual([])
})
