import { expect, it } from 'vitest'
import { createLogGate } from './log-gate.ts'

it('lets one line per reason and second through and tells how many it kept back', () => {
  const gate = createLogGate(1000)
  expect([gate('NOT_JSON', 0), gate('NOT_JSON', 1), gate('NOT_JSON', 999), gate('WRONG_SN', 5)]).toEqual([
    0,
    undefined,
    undefined,
    0,
  ])
  expect(gate('NOT_JSON', 1000)).toBe(2)
  expect(gate('NOT_JSON', -3_600_000)).toBe(0)
})
