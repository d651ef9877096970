import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { execPhase, itemState, workStatus, type ExecPhase, type WorkStatus } from '../dictionaries/index.ts'
import { at, closure, facts, hold, person, point, points, proof, ticket } from '../testing/plant.ts'
import { minute } from '../verdict/index.ts'
import { advance } from './advance.ts'
import type { TicketEvent } from './events.ts'
import type { PointFact } from './facts.ts'
import { securedGap, proofGap } from './guards-isolation.ts'

const now = at('09:00')

const anyClosure = fc.record({
  status: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7),
  trust: fc.constantFrom(1, 2, 3, 9),
  reach: fc.constantFrom('online', 'lowPower', 'passive'),
  age: fc.integer({ min: 0, max: 40 }),
  witnessId: fc.constantFrom(null, 'u9', 'u10'),
  claimPhoto: fc.boolean(),
})

const anyPoint: fc.Arbitrary<PointFact> = fc
  .record({
    code: fc.constantFrom('PT1', 'PT2', 'PT3', 'PT4'),
    state: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    closure: fc.option(anyClosure),
    verifier: fc.constantFrom('u10', 'u9', 'u6'),
    proofAge: fc.option(fc.integer({ min: 0, max: 40 })),
    value: fc.constantFrom(0, 0.3, null),
    mandatory: fc.boolean(),
    tagHung: fc.boolean(),
  })
  .map((raw) =>
    point(raw.code, raw.state, {
      mandatory: raw.mandatory,
      tagHung: raw.tagHung,
      closure:
        raw.closure &&
        closure('LK', now - raw.closure.age * minute, {
          lockStatus: raw.closure.status,
          trust: raw.closure.trust,
          reach: raw.closure.reach,
          witnessId: raw.closure.witnessId,
          claimById: 'u9',
          claimPhoto: raw.closure.claimPhoto,
        }),
      proof:
        raw.proofAge === null
          ? null
          : proof(now - raw.proofAge * minute, { verifierId: raw.verifier, value: raw.value }),
    }),
  )

const states = Object.values(workStatus).flatMap((status) =>
  Object.values(execPhase).map((phase) => [status, phase] as const),
)
const anyState = fc.constantFrom(...states)

const anyEvent: fc.Arbitrary<TicketEvent> = fc.constantFrom<TicketEvent>(
  { type: 'start' },
  { type: 'resume' },
  { type: 'isolationRecheck' },
  { type: 'pointTag', pointId: 'PT1' },
  { type: 'pointVerify', pointId: 'PT2', proof: proof(now) },
  { type: 'submit', assignees: [] },
  { type: 'expire' },
  { type: 'releaseBegin' },
  { type: 'personIn', userId: 'u6' },
  { type: 'suspend', reason: '停' },
  { type: 'gasRepeat', pass: true, sampleTime: now },
  { type: 'finish', closeResult: '1' },
  { type: 'isolateStart' },
)

test('no event ever leads into status 20 phase 20 unless every mandatory point is secured (G11) and proven (G12)', () => {
  let reached = 0
  const given = fc.tuple(
    anyState,
    anyEvent,
    fc.array(anyPoint, { maxLength: 4 }),
    fc.constantFrom('u4', 'u5', 'system'),
    fc.boolean(),
  )
  fc.assert(
    fc.property(given, ([[status, phase], event, list, who, allGood]) => {
      const used = allGood ? points(5) : list
      const keys = ['start', 'resume'].map((each) => ({
        event: each,
        index: 0,
        userId: 'u5',
        userName: '钱工',
        at: now,
      }))
      const persons = facts('u4', '09:00').persons
      const answer = advance(
        ticket(status, phase),
        event,
        facts(who, '09:00', { points: used, keys, persons }),
      )
      const entered =
        answer.ok &&
        !(status === 20 && phase === 20) &&
        answer.ticket.status === 20 &&
        answer.ticket.phase === 20
      if (!entered) return
      reached++
      const needed = used.filter((each) => each.mandatory)
      expect(needed.length).toBeGreaterThan(0)
      for (const each of needed) {
        expect(securedGap(each, now)).toBeNull()
        expect(proofGap(each, each.proof, persons, now)).toBeNull()
        expect(each.state).toBe(itemState.verified)
      }
    }),
    { numRuns: 20_000 },
  )
  // The property must not hold merely because nothing ever starts.
  expect(reached).toBeGreaterThan(0)
})

test('G11 never takes an unknown, open or half-locked lock for closed', () => {
  fc.assert(
    fc.property(anyPoint, (each) => {
      if (each.kind === 'isolate' && each.closure?.lockStatus !== 1)
        expect(securedGap(each, now)).not.toBeNull()
    }),
  )
})

test('workStatus 30 is reached only through 20/24, and 40 never goes back', () => {
  fc.assert(
    fc.property(anyState, anyEvent, ([status, phase], event) => {
      const keys = [0, 1].map((index) => ({
        event: 'finish',
        index,
        userId: ['u5', 'u3'][index] ?? '',
        userName: '',
        at: now,
      }))
      const given = facts('u4', '09:00', { points: points(8), keys, locks: [] })
      const answer = advance(ticket(status, phase), event, given)
      if (!answer.ok) return
      if (answer.ticket.status === 30) expect([status, phase]).toEqual([20, 24])
      if (status === 40) expect(answer.ticket.status).toBe(40)
    }),
    { numRuns: 5_000 },
  )
})

test('T32 and T29 are never refused for a reason of safety, whatever the points and people look like', () => {
  const live: (readonly [WorkStatus, ExecPhase])[] = [
    [20, 20],
    [20, 21],
    [20, 22],
    [20, 23],
    [4, 11],
    [40, 25],
    [20, 24],
  ]
  fc.assert(
    fc.property(fc.constantFrom(...live), fc.array(anyPoint, { maxLength: 3 }), ([status, phase], list) => {
      const given = facts('u6', '20:00', {
        points: list,
        holds: [hold('PT1')],
        persons: [person('u6', { mustAck: true })],
      })
      expect(advance(ticket(status, phase), { type: 'suspend', reason: '停' }, given).ok).toBe(true)
      expect(advance(ticket(status, phase), { type: 'personOut', userId: 'u6' }, given).ok).toBe(true)
    }),
  )
})
