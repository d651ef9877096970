import { expect, test } from 'vitest'
import {
  custody,
  domainDictionaries,
  lockPurpose,
  type Custody,
  type ExecPhase,
  type LockPurpose,
  type RoleTag,
  type WorkStatus,
} from '../dictionaries/index.ts'
import { at } from '../testing/plant.ts'
import { cabinetLock, grant, snapshot, workTicket } from '../testing/snapshot.ts'
import {
  asksTwoPeople,
  decide,
  isSwitchable,
  legs,
  switchableLegs,
  usesSecond,
  type InterlockTicket,
  type Leg,
  type Snapshot,
} from './index.ts'

/** §5.8, the column “applies to”; R15 is asked wherever a decision is made away from the server. */
const appliesTo: Readonly<Record<string, readonly Leg[]>> = {
  R02: ['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L8'],
  R03: ['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7', 'L8'],
  R04: ['L1', 'L2', 'L3', 'L4', 'L7'],
  R05: ['L1', 'L2', 'L3', 'L4', 'L8'],
  R06: ['L1', 'L2', 'L3', 'L4', 'L8'],
  // FP5 is asked at work too: an access lock may guard the place of a live bay.
  R08: ['L1', 'L2', 'L4'],
  // And on L2 for what already protects somebody: an abnormal point's lock, a box with personal locks on it.
  R09: ['L2', 'L3', 'L4'],
  R10: ['L1', 'L3'],
  R11: ['L1', 'L2', 'L3'],
  R12: ['L1', 'L2', 'L3', 'L4'],
  R13: ['L1', 'L2', 'L3', 'L4'],
  R14: ['L7'],
  R15: ['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7', 'L8'],
}

test.each(Object.entries(appliesTo))('%s is asked on exactly the legs of §5.8', (rule, expected) => {
  const asked = legs.filter(({ rules }) => rules.includes(rule)).map(({ leg }) => leg)
  expect(asked.toSorted()).toEqual([...expected])
})

test('R07 is asked on L1–L4, on L5 as “his own lock”, and on L6 as “his to keep”', () => {
  const asked = legs.filter(({ rules }) => rules.includes('R07')).map(({ leg }) => leg)
  expect(asked.toSorted()).toEqual(['L1', 'L2', 'L3', 'L4', 'L5', 'L6'])
})

/** The column “none” of the matrix of §5.8: who opens a lock that stands on no ticket. */
const withoutTicket: readonly [LockPurpose, Custody, readonly string[]][] = [
  [1, 0, ['keeper']],
  [1, 1, ['keeper', 'holder']],
  [3, 0, ['keeper']],
  [3, 1, ['keeper', 'holder']],
]
const everyCustody: readonly Custody[] = Object.values(custody)
const everyPurpose: readonly LockPurpose[] = [1, 2, 3, 5]

test.each(everyPurpose.flatMap((purpose) => everyCustody.map((state) => [purpose, state] as const)))(
  'L6 R07 purpose %i in custody %i, without a ticket, opens for exactly the people of the matrix',
  (purpose, state) => {
    const people = [
      { name: 'keeper', change: { keeperId: 'u6', holderId: 'x' }, tags: [] },
      { name: 'holder', change: { keeperId: 'x', holderId: state === 1 ? 'u6' : null }, tags: [] },
      { name: 'keeper of other locks', change: { keeperId: 'x', holderId: 'y' }, tags: ['KEEPER'] as const },
    ]
    const allowed = people.filter(({ change, tags }) => {
      const { user } = snapshot({})
      const lock = cabinetLock({ purpose, custody: state, pointId: null, ...change })
      return decide(snapshot({ lock, ticket: null, grants: [], user: { ...user, postTags: tags } })).allow
    })
    const expected = withoutTicket.find(([p, c]) => p === purpose && c === state)?.[2] ?? []
    expect(allowed.map(({ name }) => name)).toEqual([...expected])
  },
)

test('L6 what hangs on a point opens for nobody without a ticket, whatever its custody says', () => {
  for (const purpose of everyPurpose)
    for (const state of everyCustody) {
      const lock = cabinetLock({ purpose, custody: state, pointId: 'PT1', keeperId: 'u6' })
      expect(decide(snapshot({ lock, ticket: null, grants: [] })).allow).toBe(false)
    }
})

/** What the matrix of §5.8 permits: who opens a lock of this purpose in this phase. Missing = nobody. */
const matrix: readonly [LockPurpose, ExecPhase, readonly RoleTag[]][] = [
  [1, 10, ['ISO']],
  [1, 22, ['ISO', 'PERMIT', 'LEAD']],
  [1, 23, ['ISO']],
  [1, 24, ['ISO']],
  [2, 10, ['ISO', 'VERIFY']],
  [2, 11, ['VERIFY']],
  [2, 12, ['VERIFY']],
  [2, 20, ['WORK', 'CONTR', 'GUARD']],
  [2, 22, ['PERMIT', 'LEAD', 'WORK', 'CONTR']],
  [2, 23, ['ISO']],
  [2, 24, ['ISO', 'LEAD', 'GUARD', 'WORK', 'CONTR']],
  [3, 10, ['ISO']],
  [3, 22, ['ISO', 'PERMIT', 'LEAD']],
  [3, 23, ['ISO']],
  [3, 24, ['ISO', 'LEAD', 'PERMIT']],
]
const phases: readonly [ExecPhase, WorkStatus][] = [
  [0, 4],
  [10, 4],
  [11, 4],
  [12, 4],
  [20, 20],
  [21, 20],
  [22, 20],
  [23, 20],
  [24, 20],
  [25, 40],
  [30, 30],
]
const tags: readonly RoleTag[] = [
  'ISO',
  'VERIFY',
  'WORK',
  'CONTR',
  'GUARD',
  'LEAD',
  'PERMIT',
  'SAFETY',
  'DEPT',
]
const purposes = [lockPurpose.isolation, lockPurpose.access, lockPurpose.lockBox] as const

/** Everything else is in order: only purpose, phase and tag decide. */
function openedBy(purpose: LockPurpose, phase: ExecPhase, status: WorkStatus, tag: RoleTag) {
  const item: InterlockTicket['item'] = {
    pointCode: 'PT1',
    state: phase === 10 ? 1 : phase === 24 ? 5 : 6,
    waitingFor: [],
    inLiftedSet: phase === 22 || phase === 23,
  }
  return decide(
    snapshot({
      lock: cabinetLock({ purpose, pointId: 'PT1' }),
      grants: [grant({ phases: [] })],
      ticket: workTicket({ phase, status, userTags: [tag], item }),
    }),
  )
}

test.each(purposes.flatMap((purpose) => phases.map(([phase, status]) => [purpose, phase, status] as const)))(
  'R07 L1 L2 L3 L4 purpose %i in phase %i (status %i) opens for exactly the people of the matrix',
  (purpose, phase, status) => {
    const expected = matrix.find(([p, ph]) => p === purpose && ph === phase)?.[2] ?? []
    const allowed = tags.filter((tag) => openedBy(purpose, phase, status, tag).allow)
    expect(allowed.toSorted()).toEqual([...expected].toSorted())
  },
)

test('L3 a test run asks for people out and personal locks off (R09), gas and guardian (R10), and only the lifted set', () => {
  const testing = (change: Partial<InterlockTicket>) =>
    decide(
      snapshot({
        lock: cabinetLock({ purpose: 1, pointId: 'PT1' }),
        grants: [grant({ phases: [22], grantType: 6 })],
        ticket: workTicket({
          phase: 22,
          userTags: ['PERMIT'],
          item: { pointCode: 'PT1', state: 6, waitingFor: [], inLiftedSet: true },
          ...change,
        }),
      }),
    )
  const failing = (change: Partial<InterlockTicket>) =>
    testing(change)
      .rules.filter((rule) => rule.applies && !rule.pass)
      .map(({ id }) => id)
  expect([testing({}).allow, testing({}).leg]).toEqual([true, 'L3'])
  expect(failing({ onSite: ['孙作'] })).toEqual(['R09'])
  expect(failing({ personalLocksOn: ['PL6（孙作）'] })).toEqual(['R09'])
  expect(failing({ otherHolds: ['B-2'] })).toEqual(['R09'])
  expect(failing({ guardian: { required: true, present: false } })).toEqual(['R10'])
  expect(failing({ item: { pointCode: 'PT1', state: 5, waitingFor: [], inLiftedSet: false } })).toEqual([
    'R07',
  ])
})

test('R13 two credentials count within 60 seconds, before or after, and never from one person', () => {
  const dual = (userId: string, secondsBefore: number) =>
    decide(
      snapshot({
        lock: cabinetLock({ dualAuth: 2 }),
        second: { userId, name: '周作', at: at('10:00') - secondsBefore * 1000 },
      }),
    ).allow
  expect([dual('u7', 0), dual('u7', 60), dual('u7', -60)]).toEqual([true, true, true])
  expect([dual('u7', 61), dual('u7', -61), dual('u6', 0)]).toEqual([false, false, false])
})

test('R13 the second person is named on the ticket and fit to open by himself (R03)', () => {
  const { user } = snapshot({})
  const dual = (tags: readonly RoleTag[], change: Partial<typeof user> = {}) =>
    decide(
      snapshot({
        lock: cabinetLock({ dualAuth: 2 }),
        second: {
          userId: 'u7',
          name: '周作',
          at: at('10:00'),
          tags,
          user: { ...user, userId: 'u7', name: '周作', ...change },
        },
      }),
    )
  expect(dual(['GUARD']).allow).toBe(true)
  expect(dual([]).message).toContain('周作 不在工作票')
  expect(dual(['WORK'], { strongLoginAt: null }).message).toContain('第二人 周作：登录已超过')
  expect(dual(['WORK'], { missingCerts: ['电工证'] }).message).toContain('电工证')
  expect(dual(['WORK'], { mustAck: true }).allow).toBe(false)
})

test('R12, R13 an opening rests on the word of a second person where two are asked for or it is remote', () => {
  const rests = (change: Partial<Snapshot>) => {
    const asked = snapshot(change)
    return usesSecond(asked, decide(asked).leg)
  }
  expect(rests({})).toBe(false)
  expect(rests({ lock: cabinetLock({ dualAuth: 2 }) })).toBe(true)
  expect(rests({ method: '02' })).toBe(true)
  const own = cabinetLock({ dualAuth: 2, purpose: 4, ownerUserId: 'u6' })
  expect(rests({ lock: own, method: '02' })).toBe(false)
})

test('R12 a remote opening needs a type that allows it and another person on site, whoever asks', () => {
  const remote = (allowsRemote: boolean, remoteConfirmedBy: string | null) =>
    decide(snapshot({ method: '02', presence: null, lock: cabinetLock({ allowsRemote }), remoteConfirmedBy }))
      .allow
  expect([remote(true, 'u8'), remote(true, null), remote(true, 'u6'), remote(false, 'u8')]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('R15 offline both the clock and the revocation epoch must be trusted, on every leg', () => {
  for (const offline of [
    { clockTrusted: false, epochTrusted: true },
    { clockTrusted: true, epochTrusted: false },
  ]) {
    const personal = { lock: cabinetLock({ purpose: 4, ownerUserId: 'u6' }), ticket: null, offline }
    const store = { lock: cabinetLock({ purpose: 1, custody: 0, keeperId: 'u6' }), ticket: null, offline }
    for (const change of [{ offline }, personal, store]) {
      const failing = decide(snapshot(change)).rules.filter((rule) => rule.applies && !rule.pass)
      expect(failing.map(({ id }) => id)).toEqual(['R15'])
    }
  }
  expect(decide(snapshot({ offline: { clockTrusted: true, epochTrusted: true } })).allow).toBe(true)
})

test('§5.8 the settings name exactly the legs a tenant may do without; those that protect people are none of them', () => {
  const named = domainDictionaries
    .find(({ code }) => code === 'lo_interlock_leg')
    ?.items.map(({ value }) => value)
  expect(named).toEqual([...switchableLegs])
  expect(
    legs
      .map(({ leg }) => leg)
      .filter((leg) => !isSwitchable(leg))
      .toSorted(),
  ).toEqual(['L1', 'L4', 'L5', 'L7'])
})

test('R13 a ticket asks for two by its type and level, by a measure, and always as a switching order', () => {
  const plain = { workType: '10', byPolicy: false, byMeasure: false }
  expect(asksTwoPeople(plain)).toBe(false)
  for (const change of [{ workType: '23' }, { byPolicy: true }, { byMeasure: true }])
    expect(asksTwoPeople({ ...plain, ...change })).toBe(true)
})
