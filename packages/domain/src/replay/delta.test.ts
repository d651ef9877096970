import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, type Canonical } from '../evidence-chain/index.ts'
import { applyDelta, deltaOf, withoutEmpty, type Recorded } from './delta.ts'
import { recordedAt, sceneAt } from './scene.ts'

const anyValue: fc.Arbitrary<Canonical> = fc.oneof(
  fc.integer(),
  fc.string({ maxLength: 4 }),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 2 }),
)
const anyRow = fc
  .dictionary(fc.constantFrom('state', 'name', 'time', 'proof'), anyValue)
  .map((row) => withoutEmpty(row))
const anyRows = fc.dictionary(fc.constantFrom('a', 'b', 'c'), anyRow, { minKeys: 1 })
const anyState: fc.Arbitrary<Recorded> = fc.dictionary(fc.constantFrom('ticket', 'points', 'holds'), anyRows)

test('M5 a delta leads from any state to any other, byte for byte', () => {
  fc.assert(
    fc.property(anyState, anyState, (before, after) => {
      const delta = deltaOf(before, after)
      // As it comes back from the log.
      const stored = JSON.parse(JSON.stringify(delta)) as typeof delta
      expect(canonicalJson(applyDelta(before, stored))).toBe(canonicalJson(after))
      expect(deltaOf(after, after)).toEqual({})
    }),
    { numRuns: 300 },
  )
})

test('M5 folding a log gives every state it was made from, at its moment and until the next', () => {
  fc.assert(
    fc.property(fc.array(anyState, { minLength: 1, maxLength: 12 }), (states) => {
      const events = states.map((state, index) => ({
        seq: index + 1,
        at: index * 10,
        delta: deltaOf(index === 0 ? {} : (states[index - 1] ?? {}), state),
      }))
      for (const [index, state] of states.entries())
        for (const late of [0, 9]) {
          const { seq, recorded } = recordedAt(events, index * 10 + late)
          expect(seq).toBe(index + 1)
          expect(canonicalJson(recorded)).toBe(canonicalJson(state))
        }
      expect(recordedAt(events, -1)).toEqual({ seq: 0, recorded: {} })
    }),
    { numRuns: 50 },
  )
})

test('M5 locks are as their log says by then; a report without sensors changes nothing, a silent part is unknown', () => {
  const seen = (at: number, eventType: string, latch: 0 | 1 | null, shackle: 0 | 1 | null) => ({
    lockId: 'LK1',
    at,
    eventType,
    userName: null,
    latch,
    shackle,
    succeeded: true,
  })
  const lockEvents = [
    seen(10, 'CLOSE', 1, 1),
    seen(20, 'BATL', null, null),
    seen(30, 'OPEN', 0, 0),
    seen(40, 'CLOSE', 1, null),
  ]
  const statusAt = (at: number) => sceneAt({ events: [], lockEvents, decisions: [] }, at).locks['LK1']?.status
  expect([9, 10, 25, 30, 45].map(statusAt)).toEqual([undefined, 1, 1, 2, 0])
})
