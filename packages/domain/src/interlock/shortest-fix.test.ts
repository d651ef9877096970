import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySnapshot } from '../testing/any-snapshot.ts'
import { at } from '../testing/plant.ts'
import { cabinetLock, grant, snapshot, workTicket } from '../testing/snapshot.ts'
import { applyChange, changeText, decide, shortestFix, stepsOf, type Change, type Snapshot } from './index.ts'
import { judge } from './judge.ts'

const after = (given: Snapshot, changes: readonly Change[]) => changes.reduce(applyChange, given)
const kinds = (given: Snapshot) => {
  const fix = shortestFix(given)
  return fix.possible ? fix.changes.map(({ kind }) => kind) : fix.reason
}
const runs = { numRuns: 1500 }

test('M3 applying the list flips the decision to allow, for any snapshot that has one', () => {
  fc.assert(
    fc.property(anySnapshot, (given) => {
      const decision = decide(given)
      const fix = shortestFix(given)
      if (decision.allow) expect(fix).toEqual({ possible: true, changes: [] })
      if (!fix.possible) {
        expect(decision).toMatchObject({ allow: false, changes: [], never: fix.reason })
        expect(fix.reason).not.toBe('')
        return
      }
      expect(decide(after(given, fix.changes)).allow).toBe(true)
    }),
    runs,
  )
})

test('M3 no shorter part of the list flips it, in whatever order the rest is done', () => {
  fc.assert(
    fc.property(anySnapshot, fc.infiniteStream(fc.nat()), (given, dice) => {
      const fix = shortestFix(given)
      fc.pre(fix.possible && fix.changes.length > 0 && fix.changes.length <= 9)
      const changes = fix.possible ? fix.changes : []
      for (let mask = 0; mask < 2 ** changes.length - 1; mask++) {
        const part = changes.filter((_change, index) => (mask >> index) & 1)
        expect(judge(after(given, part)).allow).toBe(false)
      }
      const shuffled = changes
        .map((change) => ({ change, rank: dice.next().value ?? 0 }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ change }) => change)
      // Waiting ages proofs of presence and gas tests: what is done at a moment is done at the end of the wait.
      const waits = shuffled.filter(({ kind }) => ['wait', 'startWork', 'newTicket'].includes(kind))
      const rest = shuffled.filter((change) => !waits.includes(change))
      const inTime = [...waits.toSorted((a) => (a.kind === 'wait' ? -1 : 1)), ...rest]
      expect(judge(after(given, inTime)).allow).toBe(true)
    }),
    { numRuns: 700 },
  )
})

/** Everything the catalogue offers, whether the rules call for it or not. */
const everything: readonly Change[] = (
  [
    'signIn', 'acknowledge', 'provePresence', 'goOnline', 'confirmRemote', 'secondPerson', 'unfreezeLock', 'enableLock',
    'settleLock', 'issueLock', 'activateUser', 'renewCerts', 'addLock', 'grant', 'ownerOut', 'peopleOut',
    'personalLocksOff', 'finishBefore', 'guardianIn', 'gasTest', 'gasWatch', 'proveAgain', 'liftStop', 'closeAlarms', 'settleConflicts',
    'moveDeadline', 'otherTicketsRelease',
  ] as const
).map((kind) => ({ kind })) // prettier-ignore

test('M3 nothing shorter from the whole catalogue does: lists of one and two changes are tried out', () => {
  fc.assert(
    fc.property(anySnapshot, (given) => {
      const fix = shortestFix(given)
      const steps = fix.possible ? fix.changes.reduce((sum, change) => sum + stepsOf(change), 0) : 3
      const usable = everything.filter(({ kind }) => fits(given, kind))
      for (const first of usable) {
        const one = applyChange(given, first)
        if (stepsOf(first) < steps) expect([first.kind, judge(one).allow]).toEqual([first.kind, false])
        for (const second of usable) {
          if (stepsOf(first) + stepsOf(second) >= steps) continue
          const allow = judge(applyChange(one, second)).allow
          expect([first.kind, second.kind, allow]).toEqual([first.kind, second.kind, false])
        }
      }
    }),
    { numRuns: 150 },
  )
})

/** A change nobody could make where it does not belong: a remote confirmation of a lock that has no remote opening … */
const fits = (given: Snapshot, kind: Change['kind']): boolean =>
  kind === 'confirmRemote'
    ? given.method === '02' && given.lock.allowsRemote
    : kind !== 'settleLock' || [3, 4, 5].includes(given.lock.custody)

test('M3 every change says who does it and what, in Chinese', () => {
  fc.assert(
    fc.property(anySnapshot, (given) => {
      const fix = shortestFix(given)
      if (!fix.possible) return
      for (const change of fix.changes) {
        const { by, text } = changeText(given, change)
        expect(by).toMatch(/\p{Script=Han}/u)
        expect(text).toMatch(/\p{Script=Han}/u)
        expect(text).not.toMatch(/undefined|null|NaN/)
      }
    }),
    runs,
  )
})

test('M3 the list is the shortest: signing in and a gas test, in one answer', () => {
  const given = snapshot({
    user: { ...snapshot().user, strongLoginAt: null },
    ticket: workTicket({ gas: { controlled: true, pass: true, sampleTime: at('09:00'), limitMin: 30 } }),
  })
  expect(decide(given).fix).toEqual(['重新登录', '由检测人补做气体检测'])
})

test('M3 before the window the answer is to wait, and what would be too old by then is done then', () => {
  const early = snapshot({ at: at('08:00'), presence: { kind: 'NFC', at: at('08:00'), matches: true } })
  expect(kinds(early)).toEqual(['wait', 'provePresence'])
  expect(decide(early).fix[0]).toBe('等到 2026-12-01 09:00:00')
})

test('M3 a change that a later one makes idle is left out: a new ticket needs no start before it', () => {
  const given = snapshot({
    lock: cabinetLock({ ticketRequired: false }),
    ticket: workTicket({ phase: 23, workType: '30' }),
    grants: [grant({ grantType: 4, phases: [], validFrom: null })],
    legsOff: ['L8'],
  })
  expect(kinds(given)).toEqual(['newTicket'])
})

test('M3 somebody who is not on the ticket is named on it and for the lock', () => {
  const given = snapshot({ ticket: workTicket({ userTags: [] }), grants: [] })
  expect(kinds(given)).toEqual(['addPerson', 'grant'])
  expect(decide(given).fix[0]).toContain('把孙作列为作业人员')
})

test('M3 a suspended ticket is resumed; an expired one needs a new ticket', () => {
  expect(kinds(snapshot({ ticket: workTicket({ phase: 21 }) }))).toEqual(['startWork'])
  expect(kinds(snapshot({ ticket: workTicket({ status: 40, phase: 25 }) }))).toEqual(['newTicket'])
})

test('R07 M3 an isolation lock that must stay closed: nothing people do now opens it, and the answer says so', () => {
  for (const [status, phase] of [
    [4, 11],
    [4, 12],
    [20, 20],
    [20, 21],
    [40, 25],
  ] as const) {
    const given = snapshot({ lock: cabinetLock({ purpose: 1 }), ticket: workTicket({ status, phase }) })
    expect(decide(given).never).toContain('必须保持关闭')
  }
})

test('L5 M3 somebody else’s personal lock: no list, only the owner or an emergency removal', () => {
  const decision = decide(snapshot({ lock: cabinetLock({ purpose: 4, ownerUserId: 'u7' }), ticket: null }))
  expect(decision.fix).toEqual([])
  expect(decision.never).toContain('个人锁只能由锁主本人开启')
})

test('M3 nobody is told to take a second role: a verifier at work is not made a worker (G04, G12)', () => {
  const decision = decide(snapshot({ ticket: workTicket({ userTags: ['VERIFY'] }) }))
  expect(decision.never).toContain('只允许作业人、监护人开启')
})

test('R08 M3 the five preventions are answered with the points to move, as few as possible', () => {
  const item = { pointCode: 'Q0', state: 1 as const, waitingFor: ['PT0'], inLiftedSet: false }
  const given = snapshot({
    lock: cabinetLock({ purpose: 1, pointId: 'Q0' }),
    user: { ...snapshot().user, name: '郑隔' },
    ticket: workTicket({ status: 4, phase: 10, userTags: ['ISO'], item }),
    grants: [grant({ phases: [10] })],
    prevention: {
      pointId: 'Q0',
      rules: [
        {
          ruleId: 'r1',
          pointId: 'Q0',
          pointCode: 'Q0',
          action: 'OPEN_POS',
          kind: 'FP2',
          expr: 'Q1.open && (PT3.deadVerified || Q1.locked)',
          message: '须先分断路器 Q1',
          normalPos: 'ON',
          safePos: 'OFF',
        },
      ],
      points: [
        { pointCode: 'Q1', state: 0, normalPos: 'ON', safePos: 'OFF', lockUnsure: false },
        { pointCode: 'PT3', state: 0, normalPos: 'ON', safePos: 'OFF', lockUnsure: false },
      ],
    },
  })
  expect(decide(given).fix).toEqual(['先把 Q1 操作并锁定在“分”', '先完成 PT0'])
})
