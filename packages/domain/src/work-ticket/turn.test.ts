import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemState } from '../dictionaries/index.ts'
import {
  actor,
  at,
  closure,
  facts,
  hold,
  person,
  point,
  points,
  proof,
  signers,
  stepRow,
  ticket,
} from '../testing/plant.ts'
import { minute } from '../verdict/index.ts'
import { advance } from './advance.ts'
import type { TicketEvent } from './events.ts'
import type { KeyFact, TicketFacts } from './facts.ts'
import type { Ticket } from './ticket.ts'
import { takersOf, turnTasks, type Candidate, type TurnAct, type TurnTask } from './turn.ts'

const now = at('09:00')
const everybody = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7', 'u8', 'u9', 'u10', 'u11', 'u12']

const candidate = (userId: string, holdsCerts = true): Candidate => ({
  actor: actor(userId),
  acting: {
    at: now,
    certs: [],
    requiredCerts: holdsCerts ? [] : [{ certType: '08', certName: '上锁挂牌' }],
    isContractor: false,
  },
})

const named = (of: Ticket, task: TurnTask, given: TicketFacts): string[] =>
  takersOf(
    of,
    task,
    given,
    everybody.map((userId) => candidate(userId)),
  ).map(({ actor: { userId } }) => userId)

const lines = (of: Ticket, given: TicketFacts): string[] =>
  turnTasks(of, given, signers)
    .filter(({ isOwnWay }) => isOwnWay !== true)
    .map((task) =>
      [task.act, task.at, named(of, task, given).join(','), task.missing.map(({ id }) => id).join(',')].join(
        ' ',
      ),
    )

describe('whose turn it is', () => {
  it('is the applicant to submit, then each reviewer and each approver of the round', () => {
    expect(lines(ticket(0, 0), facts('u1', '08:00'))).toEqual(['submit  u1 '])
    const rows = [stepRow('r1', 1), stepRow('r2', 1, { userId: 'u12', userName: '褚安' })]
    expect(lines(ticket(1, 0), facts('u1', '08:00', { steps: rows }))).toEqual([
      'reviewPass 李审 u2 ',
      'reviewPass 褚安 u12 ',
    ])
    const asked = { steps: [stepRow('r1', 1, { status: 8 }), stepRow('e1', 2)] }
    expect(lines(ticket(2, 0), facts('u1', '08:00', asked))).toEqual(['approve 王批 u3 '])
  })

  it('is the isolator at the first point, and the next point only once the one before it is done', () => {
    const given = facts('u1', '08:30', { points: points(0) })
    expect(lines(ticket(4, 0), given)).toEqual(['isolateStart  u4,u9 '])
    expect(lines(ticket(4, 10), given)).toEqual(['pointOperate PT1 u9 ', 'pointOperate PT4 u9 '])
    const one = facts('u1', '08:30', { points: [point('PT1', 1), ...points(0).slice(1)] })
    expect(lines(ticket(4, 10), one)[0]).toBe('pointLock PT1 u9 ')
  })

  it('is whoever may ask a lock whose closure has grown old, and the verifier at what is not proven', () => {
    const old = point('PT1', 3, { closure: closure('LK1', now - 30 * minute) })
    const rest = points(3).slice(1)
    const given = { ...facts('u1', '09:00', { points: [old, ...rest] }) }
    expect(lines(ticket(4, 10), given)).toEqual(['readLock PT1 u4,u5,u9,u10 '])
    expect(lines(ticket(4, 11), facts('u1', '09:00', { points: points(3) }))).toEqual([
      'pointVerify PT1 u10 ',
      'pointVerify PT2 u10 ',
      'pointVerify PT3 u10 ',
      'pointVerify PT4 u10 ',
    ])
  })

  it('is each of the crew for what he lacks, then the leader, then the permitter and not the leader again', () => {
    const crew = facts('u1', '09:00', {
      points: points(5),
      persons: [
        person('u5'),
        person('u6', { briefed: false, briefSigned: false }),
        person('u7', { briefSigned: false, personalLockOn: false }),
        person('u8', { checkedIn: false }),
        person('u9'),
        person('u10'),
      ],
    })
    expect(lines(ticket(4, 12), crew)).toEqual([
      'brief 孙作 u4,u5 ',
      'briefConfirm 周作 u7 ',
      'personalLockOn 周作 u7 ',
      'guardIn 吴监 u8 ',
      'start  u5 G13,G15',
    ])
    const ready = facts('u1', '09:00', { points: points(5) })
    expect(lines(ticket(4, 12), ready)).toEqual(['start  u5 '])
    const asked = { ...ready, keys: [key('start', 0, 'u5')] }
    expect(lines(ticket(4, 12), asked)).toEqual(['start 钱工 u4 '])
  })

  it('names nobody who lacks the certificate of the tag he would act by', () => {
    const given = facts('u1', '09:00', { points: points(5) })
    const [start] = turnTasks(ticket(4, 12), given)
    if (!start) throw new Error('no task')
    const leader = [candidate('u5')]
    expect(takersOf(ticket(4, 12), start, given, leader)).toEqual(leader)
    expect(takersOf(ticket(4, 12), start, given, [candidate('u5', false)])).toEqual([])
  })

  it('is whoever answers for the cause of a stop before it is the leader', () => {
    const cause = { causeId: 'c1', kind: '1' as const, reason: '有人触电', at: now, closedAt: null }
    const given = facts('u1', '09:04', { points: points(5), stopCauses: [cause] })
    expect(lines(ticket(20, 21), given)).toEqual(['causeClose 有人触电 u12 ', 'resume  u5 T33'])
  })

  it('is the owner of a lock, then the isolator from the last point back, then the three signatures', () => {
    const own = hold('PT1', { holdId: 'p6', userId: 'u6', userName: '孙作', holdType: 2 })
    const given = facts('u1', '12:00', {
      points: points(5),
      holds: [hold('PT1'), hold('PT2'), hold('PT3'), own],
    })
    expect(lines(ticket(20, 24), given)).toEqual(['personalLockOff 孙作 u6 ', 'pointRestore PT4 u9 G18'])
    const back = facts('u1', '09:30', { points: points(8) })
    expect(lines(ticket(20, 24), back)).toEqual(['finish  u5 '])
    const asked = { ...back, keys: [key('finish', 0, 'u5')] }
    expect(lines(ticket(20, 24), asked)).toEqual(['finish 钱工 u3 '])
    const accepted = { ...back, keys: [key('finish', 0, 'u5'), key('finish', 1, 'u3')] }
    expect(lines(ticket(20, 24), accepted)).toEqual(['finish 王批 u4 '])
  })

  it('is nobody once a ticket has ended', () => {
    expect(lines(ticket(30, 30), facts('u1', '18:00'))).toEqual([])
    expect(
      lines(ticket(1, 0, { voidFlag: true }), facts('u1', '09:00', { steps: [stepRow('r', 1)] })),
    ).toEqual([])
  })
})

function key(event: string, index: number, userId: string): KeyFact {
  return { event, index, userId, userName: actor(userId).name, at: now }
}

const anyItem = fc.constantFrom<ItemState>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
const mostly = <T>(usual: T, ...others: readonly T[]) =>
  fc.oneof(
    { arbitrary: fc.constant(usual), weight: 3 },
    { arbitrary: fc.constantFrom(usual, ...others), weight: 1 },
  )

const anyScene = fc
  .record({
    state: fc.constantFrom(
      ...([
        [0, 0],
        [1, 0],
        [2, 0],
        [3, 0],
        [4, 0],
        [4, 10],
        [4, 11],
        [4, 12],
        [4, 24],
        [20, 20],
        [20, 21],
        [20, 22],
        [20, 23],
        [20, 24],
        [40, 24],
        [40, 25],
      ] as const),
    ),
    states: fc.oneof(
      fc.constantFrom<ItemState[]>([5, 5, 5, 5], [8, 8, 8, 8], [3, 3, 3, 4], [0, 0, 0, 0]),
      fc.array(anyItem, { minLength: 4, maxLength: 4 }),
    ),
    age: mostly(1, 30),
    crew: fc.array(
      fc.record({
        briefed: mostly(true, false),
        briefSigned: mostly(true, false),
        personalLockOn: mostly(true, false),
        checkedIn: mostly(true, false),
        onSite: mostly(false, true),
        mustAck: mostly(false, true),
      }),
      { minLength: 6, maxLength: 6 },
    ),
    keys: mostly<readonly (readonly [string, number, string])[]>(
      [],
      [['start', 0, 'u5']],
      [['resume', 0, 'u5']],
      [['finish', 0, 'u5']],
      [
        ['finish', 0, 'u5'],
        ['finish', 1, 'u3'],
      ],
      [['closeExpired', 0, 'u5']],
    ),
    cause: mostly<'1' | '4' | null>(null, '1', '4'),
    personal: mostly<string | null>(null, 'u6'),
    uncertified: fc.subarray(everybody, { maxLength: 3 }),
    time: mostly('09:30', '05:00', '17:30'),
    alarms: mostly<TicketFacts['alarms']>([], [{ alarmType: 'A03', level: 3, source: 'LK1' }]),
    workType: mostly('10', '20'),
  })
  .map(({ state: [status, phase], workType, ...raw }) => {
    const moment = at(raw.time)
    const of = ticket(status, phase, { workType, round: status === 3 ? 2 : 1 })
    const placed = raw.states.map((state, index) => {
      const code = `PT${index + 1}`
      const base = point(code, state)
      return {
        ...base,
        closure: base.closure && closure(`LK${index + 1}`, moment - raw.age * minute),
        proof: state === 5 ? proof(moment - (raw.age * minute) / 2) : null,
      }
    })
    const ids = ['u5', 'u6', 'u7', 'u8', 'u9', 'u10']
    const given = facts('u1', raw.time, {
      points: placed,
      persons: ids.map((id, index) => person(id, raw.crew[index])),
      keys: raw.keys.map(([event, index, userId]) => ({ ...key(event, index, userId), at: moment - minute })),
      stopCauses:
        raw.cause === null
          ? []
          : [{ causeId: 'c1', kind: raw.cause, reason: '停', at: moment - minute, closedAt: null }],
      holds: [
        ...placed.filter(({ state }) => state >= 2 && state <= 7).map(({ pointId }) => hold(pointId)),
        ...(raw.personal === null
          ? []
          : [hold('PT1', { holdId: 'p6', userId: raw.personal, userName: '孙作', holdType: 2 as const })]),
      ],
      steps: [
        stepRow('r1', 1, { status: status === 1 ? 1 : 8, round: of.round }),
        stepRow('e1', 2, { status: status === 2 ? 1 : status === 1 ? 0 : 8, round: of.round }),
        stepRow('e2', 2, { status: status === 2 ? 1 : 0, userId: 'u12', userName: '褚安', round: of.round }),
      ].filter(({ id }) => status !== 1 || id === 'r1'),
      alarms: raw.alarms,
    })
    return { of, given, people: everybody.map((id) => candidate(id, !raw.uncertified.includes(id))) }
  })

/** The check that a press really meets: he stands there, has said what the dialog asks, and has opened the lock of a point he restores. */
const really = (of: Ticket, event: TicketEvent, given: TicketFacts, { actor: who, acting }: Candidate) =>
  advance(of, event, {
    ...given,
    ...(event.type === 'pointRestore' ? { points: lockOpened(given.points, event.pointId) } : {}),
    actor: who,
    acting,
    siteCheck: { areaInspected: true, toolsCleared: true, guardsRefitted: true, photo: true },
    notifiedAt: given.now,
  })

it('names exactly those to whom the transition itself says yes, and nobody while something is missing', () => {
  let yes = 0
  fc.assert(
    fc.property(anyScene, ({ of, given, people }) => {
      for (const task of turnTasks(of, given, signers)) {
        const { press } = task
        if (press === null || task.isOwnWay) continue
        const takers = takersOf(of, task, given, people)
        for (const who of people) {
          const answer = really(of, press(who.actor.userId), given, who)
          const mayBeNamed = takers.includes(who)
          if (task.missing.length > 0) expect(answer.ok, `${task.act} ${task.at}`).toBe(false)
          else if (mayBeNamed) expect(answer.ok, `${task.act} ${who.actor.userId}`).toBe(true)
          // Anybody on the plant may say that somebody has left (T29): only he and the counters are asked to.
          else if (task.act !== 'personOut')
            expect(answer.ok, `${task.act} left out ${who.actor.userId}`).toBe(false)
          if (mayBeNamed && task.missing.length === 0) yes += 1
        }
      }
    }),
    { numRuns: 150 },
  )
  expect(yes).toBeGreaterThan(100)
})

const lockOpened = (all: TicketFacts['points'], pointId: string): TicketFacts['points'] =>
  all.map((each) =>
    each.pointId === pointId && each.closure
      ? { ...each, closure: { ...each.closure, lockStatus: 2 } }
      : each,
  )

it('leaves out no step that would bring the ticket on', () => {
  const steps: readonly (readonly [TurnAct, (userId: string, pointId: string) => TicketEvent])[] = [
    ['isolateStart', () => ({ type: 'isolateStart' })],
    ['start', () => ({ type: 'start' })],
    ['resume', () => ({ type: 'resume' })],
    ['testEnd', () => ({ type: 'testEnd', deEnergised: true })],
    ['finish', () => ({ type: 'finish', closeResult: '1' })],
    ['closeExpired', () => ({ type: 'closeExpired' })],
    ['pointTag', (_, pointId) => ({ type: 'pointTag', pointId })],
    [
      'pointLock',
      (_, pointId) => ({ type: 'pointLock', pointId, lockId: `LK${pointId.slice(2)}`, substituteReason: '' }),
    ],
  ]
  let seen = 0
  fc.assert(
    fc.property(anyScene, ({ of, given, people }) => {
      const tasks = turnTasks(of, given, signers)
      for (const who of people)
        for (const [act, press] of steps)
          for (const pointId of act.startsWith('point') ? ['PT1', 'PT2', 'PT3', 'PT4'] : ['']) {
            if (!really(of, press(who.actor.userId, pointId), given, who).ok) continue
            seen += 1
            const task = tasks.find(
              (each) => each.act === act && (pointId === '' || each.pointId === pointId),
            )
            expect(task && takersOf(of, task, given, [who]), `${act} ${pointId} ${who.actor.userId}`).toEqual(
              [who],
            )
          }
    }),
    { numRuns: 150 },
  )
  expect(seen).toBeGreaterThan(20)
})
