import { expect, test } from 'vitest'
import {
  actor,
  closure,
  facts,
  flow,
  hold,
  lock,
  person,
  point,
  points,
  proof,
  stepRow,
  ticket,
  at,
} from '../testing/plant.ts'
import type { ExecPhase, WorkStatus } from '../dictionaries/index.ts'
import type { Ticket, TicketFacts } from '../work-ticket/index.ts'
import { breachesOf } from './invariants.ts'
import { isLive, safeDirectionAccepted } from './safe-direction.ts'
import type { ReleaseFact, SafetySnapshot, SafetyTicket } from './snapshot.ts'

const signed = [stepRow('r1', 1, { status: 8 }), stepRow('e1', 2, { status: 8 })]
const holds = ['PT1', 'PT2', 'PT3'].map((code) => hold(code))

function working(change: Partial<SafetyTicket> = {}, picture: Partial<TicketFacts> = {}): SafetyTicket {
  const given = facts('u5', '10:00', { points: points(5), holds, steps: signed, ...picture })
  return {
    ticket: ticket(20, 20, { onSiteCount: 1 }),
    picture: { ...given, persons: [person('u6', { onSite: true })], ...picture },
    evacuationOrdered: false,
    signatures: [
      { rowId: 'r1', contentHash: 'hash-1' },
      { rowId: 'e1', contentHash: 'hash-1' },
    ],
    sealedHashes: ['hash-1'],
    ...change,
  }
}

function plant(tickets: readonly SafetyTicket[], change: Partial<SafetySnapshot> = {}): SafetySnapshot {
  return { tickets, releases: [], openings: [], chains: [], ...change }
}

const ids = (snapshot: SafetySnapshot) => breachesOf(snapshot).map((breach) => breach.id)
const opened = point('PT1', 5, { closure: closure('LK1', at('09:30'), { lockStatus: 2 }) })
const others = [point('PT2', 5), point('PT3', 5), point('PT4', 5)]

test('I1–I7 hold for people at work behind locked and verified points', () => {
  expect(breachesOf(plant([working()]))).toEqual([])
})

const unprotected: readonly [string, Partial<TicketFacts>][] = [
  ['a point that lost its proof', { points: [point('PT1', 3), ...others] }],
  [
    'a lock of unknown state',
    { points: [point('PT1', 5, { closure: closure('LK1', 0, { lockStatus: 0 }) }), ...others] },
  ],
  ['a hold that is gone', { holds: [hold('PT2'), hold('PT3')] }],
  ['a hold lifted and a point reported as lifted', { points: [point('PT1', 6), ...others] }],
  [
    'a drain that is not released',
    { points: [...points(5).slice(0, 3), point('PT4', 5, { residualDone: 0 })] },
  ],
  ['no mandatory point at all', { points: [] }],
]
test.each(unprotected)('I1 is broken by %s while somebody is inside', (_title, picture) => {
  expect(ids(plant([working({}, picture)]))).toContain('I1')
})

test('I1 holds with an open lock once work is suspended and everybody was told to leave, and not before', () => {
  const stopped = { ticket: ticket(20, 21, { onSiteCount: 1 }) }
  const picture = {
    points: [opened, ...others],
    alarms: [{ alarmType: 'A01', level: 3 as const, source: 'LK1' }],
  }
  expect(ids(plant([working({ ...stopped, evacuationOrdered: true }, picture)]))).toEqual([])
  expect(ids(plant([working(stopped, picture)]))).toEqual(['I1'])
  expect(ids(plant([working({ evacuationOrdered: true }, picture)]))).toEqual(['I1'])
})

test('I1 a group that was given back (T38) is no longer asked for, as long as another point stands', () => {
  expect(ids(plant([working({}, { points: [point('PT1', 8), ...points(5).slice(1)] })]))).toEqual([])
  expect(ids(plant([working({}, { points: [point('PT1', 8)] })]))).toEqual(['I1'])
})

test('I1 counts whom the list does not know, and says nothing about an empty place', () => {
  const nobody = { points: [], persons: [person('u6')] }
  expect(ids(plant([working({}, nobody)]))).toEqual(['I1'])
  expect(ids(plant([working({ ticket: ticket(20, 20) }, nobody)]))).toEqual([])
})

test('I2 is broken by an isolation lock that stands open under a hold, without an alarm for that lock', () => {
  const open = { points: [opened, ...others] }
  const stopped = { ticket: ticket(20, 21), evacuationOrdered: true }
  const of = (source: string) => [{ alarmType: 'A01', level: 3 as const, source }]
  const empty = { ...open, persons: [] }
  expect(ids(plant([working(stopped, empty)]))).toEqual(['I2'])
  expect(ids(plant([working(stopped, { ...empty, alarms: of('LK2') })]))).toEqual(['I2'])
  expect(ids(plant([working(stopped, { ...empty, alarms: of('LK1') })]))).toEqual([])
  expect(ids(plant([working(stopped, { ...empty, holds: [] })]))).toEqual([])
})

const openIn = (
  phase: readonly [WorkStatus, ExecPhase],
  state: 0 | 5 | 6 | 7 | 9,
  picture: Partial<TicketFacts> = {},
) =>
  ids(
    plant([
      working(
        { ticket: ticket(...phase) },
        {
          persons: [],
          points: [point('PT1', state, { closure: closure('LK1', at('09:30'), { lockStatus: 2 }) })],
          ...picture,
        },
      ),
    ]),
  )

test('I2 lets a lock stand open while it is placed, lifted for a test with nobody inside, or restored', () => {
  expect(openIn([4, 10], 9)).toEqual([])
  expect(openIn([20, 22], 6)).toEqual([])
  expect(openIn([20, 24], 5)).toEqual([])
  expect(openIn([4, 11], 5)).toEqual(['I2'])
  expect(openIn([20, 22], 5)).toEqual(['I2'])
  const inside = { persons: [person('u6', { onSite: true })] }
  expect(openIn([20, 22], 6, inside)).toContain('I2')
  expect(
    openIn([20, 24], 5, { holds: [hold('PT1'), hold('PT1', { holdId: 'P', holdType: 3, userId: 'u6' })] }),
  ).toEqual(['I2'])
})

test('I2 a hold lifted for a test counts no more once the test is over (T32, T36), and only with nobody inside while it runs', () => {
  const lifted = { holds: [hold('PT1', { state: 2 })] }
  expect(openIn([20, 21], 7, lifted)).toEqual([])
  expect(openIn([40, 25], 9, lifted)).toEqual([])
  expect(openIn([20, 21], 9)).toEqual(['I2'])
  const inside = { ...lifted, persons: [person('u6', { onSite: true })] }
  expect(openIn([20, 22], 6, inside)).toContain('I2')
})

test('I2 a lock accepted from the ticket that is being renewed is judged where its hold is (T46)', () => {
  const parents = { holds: [hold('PT1', { workId: 'W2', workNo: 'B-2' })] }
  expect(openIn([4, 10], 9, parents)).toEqual([])
})

test('I2 no phase of one ticket makes it lawful to open the lock another ticket rests on', () => {
  const shared = [hold('PT1'), hold('PT1', { holdId: 'B', workId: 'W2', workNo: 'B-2' })]
  expect(openIn([20, 24], 5, { holds: shared })).toEqual(['I2'])
  const ownLocks = [hold('PT1'), hold('PT1', { holdId: 'B', workId: 'W2', lockId: 'LK9' })]
  expect(openIn([20, 24], 5, { holds: ownLocks })).toEqual([])
})

test('I3 a person’s hold goes only by himself, by emergency removal, or by a transfer that was accepted', () => {
  const release = {
    holdId: 'H',
    workId: 'W1',
    ownerId: 'u6',
    personal: true,
    removedBy: 'u6',
    mode: 1,
    acceptedBy: null,
  } satisfies ReleaseFact
  const broken = (change: Partial<ReleaseFact>) => ids(plant([], { releases: [{ ...release, ...change }] }))
  expect(broken({})).toEqual([])
  expect(broken({ removedBy: 'u9' })).toEqual(['I3'])
  expect(broken({ removedBy: 'u12', mode: 2 })).toEqual([])
  expect(broken({ removedBy: 'u7', mode: 3 })).toEqual(['I3'])
  expect(broken({ removedBy: 'u7', mode: 3, acceptedBy: 'u7' })).toEqual([])
  expect(broken({ removedBy: 'u9', personal: false })).toEqual([])
})

test('I4 executing needs every step of both stages signed over the sealed content', () => {
  const without = (steps: TicketFacts['steps']) => ids(plant([working({}, { steps })]))
  expect(without([signed[0]!])).toEqual(['I4'])
  expect(without([stepRow('r1', 1), signed[1]!])).toEqual(['I4'])
  expect(without(signed.map((row) => ({ ...row, round: 2 })))).toContain('I4')
  expect(ids(plant([working({}, { steps: signed, flow: [...flow, { ...flow[1]!, stepNo: 2 }] })]))).toEqual([
    'I4',
  ])
  expect(ids(plant([working({ signatures: [{ rowId: 'r1', contentHash: 'hash-1' }] })]))).toEqual(['I4'])
  expect(ids(plant([working({ sealedHashes: ['hash-1', 'hash-2'] })]))).toEqual(['I4'])
  const edited = { ticket: ticket(20, 20, { onSiteCount: 1, contentHash: 'hash-2' }) }
  expect(ids(plant([working({ ...edited, sealedHashes: ['hash-1', 'hash-2'] })]))).toEqual([])
})

test('I4 an emergency ticket has its duty manager’s approval instead of every step, over the content that was sealed (T50)', () => {
  const emergency = { byId: 'u8', reviewDue: 0, reviewed: false, escalated: false }
  const urgent = (change: Partial<SafetyTicket>) => ids(plant([working(change, { steps: [], emergency })]))
  const taken = ticket(20, 20, { onSiteCount: 1, approveStatus: 8 })
  expect(urgent({ ticket: taken })).toEqual([])
  expect(urgent({ ticket: { ...taken, approveStatus: 0 } })).toContain('I4')
  expect(urgent({ ticket: taken, sealedHashes: ['hash-1', 'hash-2'] })).toEqual(['I4'])
})

test('I5 a finished ticket has no session, no hold and no lock that is neither closed nor returned', () => {
  const done = (picture: Partial<TicketFacts>) =>
    ids(
      plant([
        working(
          { ticket: ticket(30, 30) },
          { holds: [], persons: [], points: points(8), sessions: [], ...picture },
        ),
      ]),
    )
  expect(done({})).toEqual([])
  expect(done({ holds: [hold('PT1')] })).toEqual(['I5'])
  expect(done({ holds: [hold('PT1', { workId: 'W2' })] })).toEqual([])
  expect(done({ sessions: [{ lockCode: 'LK4', openTime: at('09:30') }] })).toEqual(['I5'])
  expect(done({ locks: [lock('LK1', { lockStatus: 0 })] })).toEqual(['I5'])
  expect(done({ locks: [lock('LK1', { lockStatus: 2, returned: true })] })).toEqual([])
})

test('I6 an opening has a decision or an alarm', () => {
  const opening = { logId: '1', lockCode: 'LK1', decided: false, alarmTypes: [] as string[] }
  const of = (change: Partial<typeof opening>) => ids(plant([], { openings: [{ ...opening, ...change }] }))
  expect([of({}), of({ decided: true }), of({ alarmTypes: ['A02'] }), of({ alarmTypes: ['A06'] })]).toEqual([
    ['I6'],
    [],
    [],
    ['I6'],
  ])
})

test('I7 a broken chain is named with its first bad row', () => {
  const chains = [{ kind: 'work' as const, subject: 'W1', ok: false, firstBreak: 2 }]
  expect(breachesOf(plant([], { chains }))[0]?.text).toContain('第 3 行')
})

const states: readonly (readonly [WorkStatus, ExecPhase])[] = [
  [4, 10],
  [4, 11],
  [4, 12],
  [20, 20],
  [20, 21],
  [20, 22],
  [20, 23],
  [4, 24],
  [20, 24],
  [40, 24],
  [40, 25],
]
test.each(states)('I8 safe-direction events are accepted in %s/%s', (status, phase) => {
  const before: Ticket = ticket(status, phase)
  expect(isLive(before)).toBe(true)
  const given = facts('u6', '20:00', { actor: actor('u6'), points: points(3), holds, stopOrder: '台风' })
  expect(safeDirectionAccepted(before, given)).toEqual([])
})

test('I8 names the event and the reason when the table refuses it', () => {
  const refusing = () => ({
    ok: false as const,
    stage: 'state' as const,
    code: 'LO-4201' as const,
    message: '不行',
    rules: [],
  })
  const given = facts('u6', '10:00', { points: [point('PT1', 5, { proof: proof(at('09:00')) })] })
  const texts = safeDirectionAccepted(ticket(20, 20), given, refusing).map((breach) => breach.text)
  expect(texts.length).toBeGreaterThan(3)
  expect(texts[0]).toContain('停止作业')
})
