import { expect, test } from 'vitest'
import { taken } from '../testing/advanced.ts'
import {
  at,
  examiners,
  facts,
  hold,
  lock,
  point,
  points,
  proof,
  signers,
  stepRow,
  ticket,
} from '../testing/plant.ts'
import type { Advanced } from './advance.ts'
import type { TicketEvent } from './events.ts'

const state = ({ ticket: after }: Advanced) => `${after.status}/${after.phase}`
const does = ({ effects }: Advanced) => effects.map((effect) => effect.do)

test('SC01: T01 creates a draft with a number and round 1, whatever status was sent', () => {
  const answer = taken(null, { type: 'create', ticket: ticket(20, 20) }, facts('u1', '07:50'))
  expect([state(answer), answer.transId, answer.ticket.round, answer.from]).toEqual(['0/0', 'T01', 1, null])
  expect(does(answer)).toContain('number.reserve')
})

test('SC01: T04 submits with G01–G07 and the level (G29) evaluated and asks the first reviewer', () => {
  const answer = taken(ticket(0, 0), { type: 'submit', assignees: signers }, facts('u1', '08:00'))
  expect(state(answer)).toBe('1/0')
  expect(answer.verdicts.map((verdict) => verdict.id)).toEqual([
    'G01',
    'G02',
    'G29',
    'G03',
    'G04',
    'G05',
    'G06',
    'G07',
    'T04',
    'T46',
    'T49',
  ])
  const created = answer.effects.find((effect) => effect.do === 'steps.create')
  expect(created?.rows.map((row) => [row.userId, row.status, row.round])).toEqual([['u2', 1, 1]])
  expect(does(answer)).toEqual([
    'content.seal',
    'steps.create',
    'holds.tentative',
    'notice.send',
    'notice.send',
  ])
})

test('SC01: T07 the last review leads to 2 and asks the approvers', () => {
  const given = facts('u2', '08:10', { steps: [stepRow('r1', 1)] })
  const event: TicketEvent = {
    type: 'reviewPass',
    rowId: 'r1',
    contentHash: 'hash-1',
    opinion: '',
    examiners,
  }
  const answer = taken(ticket(1, 0), event, given)
  expect([state(answer), answer.transId, answer.ticket.reviewStatus, answer.ticket.approveStatus]).toEqual([
    '2/0',
    'T07',
    8,
    1,
  ])
})

test('SC01: T11 the last approval sets the valid end, reserves and creates grants', () => {
  const given = facts('u3', '08:20', { steps: [stepRow('r1', 1, { status: 8 }), stepRow('e1', 2)] })
  const event: TicketEvent = { type: 'approve', rowId: 'e1', contentHash: 'hash-1', opinion: '同意' }
  const answer = taken(ticket(2, 0), event, given)
  expect([state(answer), answer.transId, answer.ticket.validEnd]).toEqual(['4/0', 'T11', at('17:00')])
  expect(does(answer)).toEqual(['steps.set', 'reservations.make', 'grants.create', 'notice.send'])
})

test('SC01: T20 isolation begins inside its lead time', () => {
  const answer = taken(ticket(4, 0), { type: 'isolateStart' }, facts('u4', '08:30'))
  expect(state(answer)).toBe('4/10')
})

test('SC01: T21 T22 T23 lead a point to tagged; the last one completes phase 11 (G11)', () => {
  const operate: TicketEvent = { type: 'pointOperate', pointId: 'PT1', presenceProof: true }
  expect(state(taken(ticket(4, 10), operate, facts('u9', '08:35')))).toBe('4/10')
  const locking: TicketEvent = { type: 'pointLock', pointId: 'PT1', lockId: 'LK1', substituteReason: '' }
  const placed = taken(ticket(4, 10), locking, facts('u9', '08:36', { points: [point('PT1', 1)] }))
  expect(does(placed)).toEqual(['point.set', 'hold.place', 'lock.install'])
  const beforeLast = [point('PT1', 3), point('PT2', 3), point('PT3', 2), point('PT4', 4)]
  const tagged = taken(
    ticket(4, 10),
    { type: 'pointTag', pointId: 'PT3' },
    facts('u9', '08:56', { points: beforeLast }),
  )
  expect(state(tagged)).toBe('4/11')
})

test('SC01: T21 venting the drain last completes phase 11 as well', () => {
  const given = facts('u9', '08:56', {
    points: [point('PT1', 3), point('PT2', 3), point('PT3', 3), point('PT4', 0)],
  })
  const event: TicketEvent = { type: 'pointOperate', pointId: 'PT4', presenceProof: true, residualDone: true }
  expect(state(taken(ticket(4, 10), event, given))).toBe('4/11')
})

test('SC01: T24 the last verification leads to phase 12 (G12)', () => {
  const given = facts('u10', '08:58', { points: [...points(5).slice(0, 3), point('PT4', 4)] })
  const event: TicketEvent = {
    type: 'pointVerify',
    pointId: 'PT4',
    proof: proof(at('08:58'), { method: '4', value: null, unit: '' }),
  }
  expect(state(taken(ticket(4, 11), event, given))).toBe('4/12')
})

test('SC01: T26 a worker puts his own lock on the box', () => {
  const event: TicketEvent = {
    type: 'personalLockOn',
    userId: 'u6',
    lockId: 'PL6',
    ownerId: 'u6',
    pointId: null,
    boxId: 'LB1',
  }
  expect(does(taken(ticket(4, 12), event, facts('u6', '08:59')))).toEqual(['personalHold.place'])
})

test('SC01: T27 the leader asks, the permitter confirms, and work starts', () => {
  const ready = { points: points(5) }
  const asked = taken(ticket(4, 12), { type: 'start' }, facts('u5', '09:00', ready))
  expect([state(asked), asked.waitingFor, does(asked)]).toEqual(['4/12', ['PERMIT'], ['key.record']])
  const keys = [{ event: 'start', index: 0, userId: 'u5', userName: '钱工', at: at('09:00') }]
  const started = taken(ticket(4, 12), { type: 'start' }, facts('u4', '09:01', { ...ready, keys }))
  expect([state(started), started.ticket.realStart, started.waitingFor]).toEqual(['20/20', at('09:01'), null])
  expect(does(started)).toEqual([
    'key.record',
    'keys.clear',
    'grants.activate',
    'timers.start',
    'notice.send',
  ])
})

test('SC01: T28 and T29 count people in and out, and a second report of leaving counts nobody', () => {
  const entered = taken(
    ticket(20, 20),
    { type: 'personIn', userId: 'u6' },
    facts('u5', '09:05', { points: points(5) }),
  )
  expect(entered.ticket.onSiteCount).toBe(1)
  const inside = facts('u8', '15:00')
  const persons = inside.persons.map((each) => (each.userId === 'u6' ? { ...each, onSite: true } : each))
  const left = taken(
    ticket(20, 20, { onSiteCount: 1 }),
    { type: 'personOut', userId: 'u6' },
    { ...inside, persons },
  )
  expect(left.ticket.onSiteCount).toBe(0)
  const again = taken(ticket(20, 20, { onSiteCount: 1 }), { type: 'personOut', userId: 'u6' }, inside)
  expect([again.ticket.onSiteCount, again.effects]).toEqual([1, []])
})

test('SC01: T41 T42 T43 release in reverse order', () => {
  const release = taken(ticket(20, 20), { type: 'releaseBegin' }, facts('u5', '15:00', { points: points(5) }))
  expect(state(release)).toBe('20/24')
  const box = hold('PT1', { holdId: 'HP6', userId: 'u6', userName: '孙作', holdType: 3, lockCode: 'PL6' })
  const off = taken(
    ticket(20, 24),
    { type: 'personalLockOff', holdId: 'HP6' },
    facts('u6', '15:05', { holds: [box] }),
  )
  expect(does(off)).toEqual(['hold.release'])
  const last = points(5).map((each) => (each.pointCode === 'PT4' ? { ...each, state: 8 as const } : each))
  const restored = taken(
    ticket(20, 24),
    { type: 'pointRestore', pointId: 'PT3' },
    facts('u9', '15:10', {
      points: last.map((each) => ({
        ...each,
        closure: each.closure && { ...each.closure, lockStatus: 2 as const },
      })),
      holds: [hold('PT3')],
    }),
  )
  expect(does(restored)).toEqual(['hold.release', 'point.set', 'tag.remove', 'lock.open', 'lock.return'])
})

test('SC01: T44 leader, territory owner and permitter finish in this order', () => {
  const done = { points: points(8), locks: [lock('LK1', { returned: true, lockStatus: 2 })] }
  const event: TicketEvent = { type: 'finish', closeResult: '1' }
  const first = taken(ticket(20, 24), event, facts('u5', '15:28', done))
  expect(first.waitingFor).toEqual(['DEPT'])
  const key = (index: number, userId: string) => ({
    event: 'finish',
    index,
    userId,
    userName: userId,
    at: at('15:28'),
  })
  const second = taken(ticket(20, 24), event, facts('u3', '15:29', { ...done, keys: [key(0, 'u5')] }))
  expect(second.waitingFor).toEqual(['PERMIT'])
  const third = taken(
    ticket(20, 24),
    event,
    facts('u4', '15:30', { ...done, keys: [key(0, 'u5'), key(1, 'u3')] }),
  )
  expect([state(third), third.ticket.closeResult, third.ticket.realEnd]).toEqual(['30/30', '1', at('15:30')])
  expect(does(third)).toContain('chain.seal')
})
