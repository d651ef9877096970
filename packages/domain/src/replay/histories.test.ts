import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, type Canonical } from '../evidence-chain/index.ts'
import {
  at,
  closure,
  examiners,
  facts,
  hold,
  person,
  points,
  proof,
  signers,
  stepRow,
  ticket,
} from '../testing/plant.ts'
import {
  advance,
  type Effect,
  type HoldFact,
  type KeyFact,
  type PersonFact,
  type PointFact,
  type StepRow,
  type Ticket,
  type TicketEvent,
} from '../work-ticket/index.ts'
import { deltaOf, withoutEmpty, type Recorded } from './delta.ts'
import { sceneAt, type LoggedEvent } from './scene.ts'

/** A ticket's rows as a server would store them. */
interface Live {
  ticket: Ticket
  points: PointFact[]
  holds: HoldFact[]
  people: PersonFact[]
  steps: StepRow[]
  keys: KeyFact[]
}

/** Performs the effects that change rows, as the server's effects do. */
function perform(live: Live, effect: Effect, who: string, now: number): void {
  const setPoint = (pointId: string, change: Partial<PointFact>) => {
    live.points = live.points.map((each) => (each.pointId === pointId ? { ...each, ...change } : each))
  }
  switch (effect.do) {
    case 'point.set':
      return setPoint(effect.pointId, {
        state: effect.state as PointFact['state'],
        ...(effect.residualDone ? { residualDone: 1 } : {}),
        ...(effect.proof ? { proof: effect.proof } : {}),
        ...(effect.state === 1 ? { isolatorId: who } : {}),
      })
    case 'verifications.void':
      return effect.pointIds.forEach((pointId) => setPoint(pointId, { proof: null }))
    case 'tag.hang':
      return setPoint(effect.pointId, { tagHung: true })
    case 'tag.remove':
      return setPoint(effect.pointId, { tagHung: false })
    case 'lock.install':
      return setPoint(effect.pointId, { closure: closure(effect.lockId, now) })
    case 'hold.place':
      live.holds.push(hold(effect.pointId, { holdId: `H${live.holds.length}`, lockId: effect.lockId }))
      return
    case 'personalHold.place':
      live.holds.push(
        hold(effect.pointId ?? 'box', {
          holdId: `H${live.holds.length}`,
          userId: effect.userId,
          lockId: effect.lockId,
          holdType: 3,
        }),
      )
      return
    case 'hold.release':
      live.holds = live.holds.map((each) =>
        effect.holdIds.includes(each.holdId) ? { ...each, state: 0 } : each,
      )
      return
    case 'person.set':
      live.people = live.people.map((each) =>
        each.userId === effect.userId ? { ...each, onSite: effect.onState === 1 } : each,
      )
      return
    case 'steps.create':
      effect.rows.forEach((row) =>
        live.steps.push(
          stepRow(`S${live.steps.length}`, row.stage, { status: row.status, round: row.round }),
        ),
      )
      return
    case 'steps.set':
      live.steps = live.steps.map((row) => {
        const change = effect.changes.find((each) => each.rowId === row.id)
        return change ? { ...row, status: change.status } : row
      })
      return
    case 'key.record':
      live.keys.push({ event: 'start', index: effect.index, userId: who, userName: who, at: now })
      return
    case 'keys.clear':
      live.keys = []
      return
    default:
      // Notices, grants, timers: no rows of the ticket itself.
      return
  }
}

function rowsOf(live: Live): Recorded {
  const rows = (list: readonly object[], idOf: (row: never) => string) =>
    Object.fromEntries(
      list.map((row) => [
        idOf(row as never),
        withoutEmpty(JSON.parse(JSON.stringify(row)) as Record<string, Canonical>),
      ]),
    )
  const parts = {
    ticket: rows([live.ticket], (row: Ticket) => row.id),
    points: rows(live.points, (row: PointFact) => row.pointId),
    holds: rows(live.holds, (row: HoldFact) => row.holdId),
    people: rows(live.people, (row: PersonFact) => row.userId),
    reviews: rows(live.steps, (row: StepRow) => row.id),
    keys: rows(live.keys, (row: KeyFact) => `${row.event}${row.index}`),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0))
}

const codes = ['PT1', 'PT2', 'PT3', 'PT4']
const anyCode = fc.constantFrom(...codes)
const anyUser = fc.constantFrom('u6', 'u7', 'u8')
const fixed = (who: string, event: TicketEvent) => fc.constant({ who, event })

/** What anybody may try; most of it comes at the wrong moment. */
const anyAttempt = fc.oneof(
  fixed('u1', { type: 'submit', assignees: signers }),
  fixed('u1', { type: 'withdraw' }),
  fixed('u2', { type: 'reviewPass', rowId: 'S0', contentHash: 'hash-1', opinion: '', examiners }),
  fixed('u3', { type: 'approve', rowId: 'S1', contentHash: 'hash-1', opinion: '' }),
  fixed('u4', { type: 'isolateStart' }),
  fixed('u4', { type: 'isolateCancel' }),
  fixed('u5', { type: 'start' }),
  fixed('u4', { type: 'start' }),
  fixed('u5', { type: 'resume' }),
  fixed('u4', { type: 'resume' }),
  fixed('u5', { type: 'releaseBegin' }),
  fixed('u8', { type: 'suspend', reason: '停' }),
  fixed('system', { type: 'expire' }),
  anyCode.map((pointId) => ({
    who: 'u9',
    event: { type: 'pointOperate', pointId, presenceProof: true, residualDone: true } as TicketEvent,
  })),
  anyCode.map((pointId) => ({
    who: 'u9',
    event: {
      type: 'pointLock',
      pointId,
      lockId: `LK${pointId.slice(2)}`,
      substituteReason: '',
    } as TicketEvent,
  })),
  anyCode.map((pointId) => ({ who: 'u9', event: { type: 'pointTag', pointId } as TicketEvent })),
  anyCode.map((pointId) => ({
    who: 'u10',
    event: { type: 'pointFail', pointId, reason: '漏' } as TicketEvent,
  })),
  anyCode.map((pointId) => ({
    who: 'u10',
    event: { type: 'pointVerify', pointId, proof: proof(0) } as TicketEvent,
  })),
  anyCode.map((pointId) => ({ who: 'u9', event: { type: 'pointRestore', pointId } as TicketEvent })),
  anyUser.map((userId) => ({ who: 'u5', event: { type: 'personIn', userId } as TicketEvent })),
  anyUser.map((userId) => ({ who: 'u8', event: { type: 'personOut', userId } as TicketEvent })),
)

const beginnings: readonly (() => Live)[] = [
  () => live(ticket(0, 0), points(0)),
  () => live(ticket(4, 0), points(0)),
  () => live(ticket(4, 10), points(0)),
  () =>
    live(
      ticket(4, 12),
      points(5),
      codes.slice(0, 3).map((code) => hold(code, { holdId: `H0${code}` })),
    ),
  () =>
    live(
      ticket(20, 20),
      points(5),
      codes.slice(0, 3).map((code) => hold(code, { holdId: `H0${code}` })),
    ),
]

function live(of: Ticket, list: PointFact[], holds: HoldFact[] = []): Live {
  const people = ['u5', 'u6', 'u7', 'u8', 'u9', 'u10'].map((id) => person(id))
  return { ticket: of, points: list, holds, people, steps: [], keys: [] }
}

test('M5 replay equals live state for 1,000 random histories through the transition table, at every event', () => {
  let taken = 0
  const seen = new Set<string>()
  const histories = fc.tuple(
    fc.constantFrom(...beginnings),
    fc.array(fc.tuple(anyAttempt, fc.integer({ min: 0, max: 300 })), { minLength: 8, maxLength: 28 }),
  )
  fc.assert(
    fc.property(histories, ([begin, attempts]) => {
      const state = begin()
      let now = at('08:58')
      let recorded = rowsOf(state)
      const events: LoggedEvent[] = [{ seq: 1, at: now, delta: deltaOf({}, recorded) }]
      const remembered = [{ at: now, text: canonicalJson(recorded) }]
      for (const [{ who, event }, seconds] of attempts) {
        now += seconds * 1000
        const given = facts(who, '09:00', {
          now,
          points: state.points,
          holds: state.holds.filter((each) => each.state !== 0),
          persons: state.people,
          steps: state.steps,
          keys: state.keys,
        })
        const asked = event.type === 'pointVerify' ? { ...event, proof: proof(now) } : event
        const answer = advance(state.ticket, asked, given)
        if (!answer.ok) continue
        taken += 1
        seen.add(answer.transId)
        state.ticket = answer.ticket
        for (const effect of answer.effects) perform(state, effect, who, now)
        const after = rowsOf(state)
        events.push({ seq: events.length + 1, at: now, delta: deltaOf(recorded, after) })
        recorded = after
        if (remembered.at(-1)?.at === now) remembered.pop()
        remembered.push({ at: now, text: canonicalJson(after) })
      }
      const stored = JSON.parse(JSON.stringify(events)) as LoggedEvent[]
      // Each event's own moment, and the last millisecond before the next one.
      for (const [index, { at: time, text }] of remembered.entries()) {
        const until = index % 3 === 0 ? (remembered[index + 1]?.at ?? time + 1000) - 1 : time
        const scene = sceneAt({ events: stored, lockEvents: [], decisions: [] }, until)
        expect(canonicalJson(scene.recorded)).toBe(text)
      }
    }),
    { numRuns: 1_000, seed: 5 },
  )
  console.log(`M5: 1000 histories, ${taken} events taken, transitions ${[...seen].toSorted().join(' ')}`)
  // The property must not hold merely because nothing ever happens.
  expect(taken).toBeGreaterThan(1_000)
  expect(seen.size).toBeGreaterThan(12)
})
