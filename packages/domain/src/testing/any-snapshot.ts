import * as fc from 'fast-check'
import { custody, execPhase, grantStatus, roleTags, workStatus } from '../dictionaries/index.ts'
import type { InterlockTicket, Snapshot } from '../interlock/index.ts'
import type { PointState } from '../isolation/index.ts'
import { at } from './plant.ts'
import { cabinetLock, grant, snapshot, workTicket } from './snapshot.ts'

/** One value most of the time, any of the others now and then: a snapshot in which few things are wrong. */
const mostly = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { arbitrary: fc.constant(usual), weight: 4 },
    { arbitrary: fc.constantFrom(usual, ...others), weight: 1 },
  )
const several = <T>(values: readonly T[]) => mostly<readonly T[]>([], values, values.slice(0, 1))
const now = at('10:00')
/** Minutes from now. */
const inMin = (minutes: number) => now + minutes * 60_000

const second = {
  userId: 'u7',
  name: '周作',
  at: now,
  user: { ...snapshot({}).user, userId: 'u7', name: '周作' },
}

const user = fc.record({
  userId: fc.constant('u6'),
  name: fc.constant('孙作'),
  active: mostly(true, false),
  strongLoginAt: mostly<number | null>(inMin(-60), inMin(-721), inMin(5), null),
  mustAck: mostly(false, true),
  missingCerts: several(['电工', '高处']),
  postTags: fc.subarray(['KEEPER', 'SAFETY'] as const),
})

const lock = fc
  .record({
    purpose: fc.constantFrom(1, 2, 2, 2, 3, 4, 5),
    enabled: mostly(true, false),
    frozen: mostly(false, true),
    custody: mostly(custody.installed, ...Object.values(custody)),
    pointId: fc.constantFrom('Q0', null),
    heldBy: several(['B-4', 'A-1']),
    holderId: fc.constantFrom(null, 'u6'),
    ownerUserId: fc.constantFrom(null, 'u6', 'u7'),
    wornBy: mostly([], [{ userId: 'u6', name: '孙作' }], [{ userId: 'u7', name: '周作' }]),
    ticketRequired: mostly(true, false),
    dualAuth: mostly<0 | 1 | 2>(0, 1, 2),
    allowsRemote: fc.boolean(),
  })
  .map((change) => cabinetLock({ ...change, purpose: purposeOf(change.purpose) }))

const purposeOf = (purpose: number) => ([1, 2, 3, 4, 5] as const)[purpose - 1] ?? 2

const item: fc.Arbitrary<InterlockTicket['item']> = fc.option(
  fc.record({
    pointCode: fc.constant('Q0'),
    state: fc.constantFrom(0 as const, 1 as const, 3 as const, 5 as const, 6 as const, 9 as const),
    waitingFor: several(['Q1', 'V-101']),
    inLiftedSet: fc.boolean(),
  }),
  { nil: null },
)

const ticket = fc
  .record({
    status: mostly(workStatus.executing, ...Object.values(workStatus)),
    phase: mostly(execPhase.working, ...Object.values(execPhase)),
    workType: mostly('10', '30'),
    voidFlag: mostly(false, true),
    planStart: mostly(inMin(-60), inMin(30), now),
    validEnd: mostly<number | null>(inMin(420), inMin(-1), null),
    closeDeadline: mostly<number | null>(inMin(1860), inMin(-1), null),
    userTags: fc.oneof(
      fc.constant(['WORK'] as const),
      fc.subarray(
        roleTags.filter((tag) => ['WORK', 'ISO', 'VERIFY', 'GUARD', 'LEAD', 'PERMIT'].includes(tag)),
      ),
    ),
    listsLock: mostly(true, false),
    item,
    onSite: several(['周作']),
    personalLocksOn: several(['PL6（孙作）']),
    otherHolds: several(['B-2']),
    lockHolds: several(['B-3']),
    gas: fc.record({
      controlled: fc.boolean(),
      pass: mostly(true, false),
      sampleTime: mostly<number | null>(inMin(-10), inMin(-40), null),
      limitMin: fc.constant(30),
      unheard: several(['泵坑 O2 没有指派检测仪']),
    }),
    guardian: fc.record({ required: fc.boolean(), present: mostly(true, false) }),
    blockingConflicts: several(['C-1']),
    dualRequired: mostly(false, true),
  })
  .map((change) => workTicket(change))

const points = fc
  .tuple(fc.constantFrom(0, 1, 2, 3, 4, 9), fc.constantFrom(0, 1, 2, 3, 4, 9), fc.boolean())
  .map(([q1, pt3, lockUnsure]): PointState[] => [
    { pointCode: 'Q1', state: q1, normalPos: 'ON', safePos: 'OFF', lockUnsure },
    { pointCode: 'PT3', state: pt3, normalPos: 'ON', safePos: 'OFF', lockUnsure: false },
  ])

const prevention = fc
  .record({
    points,
    expr: fc.constantFrom(
      'true',
      'Q1.open',
      'Q1.open && PT3.deadVerified',
      'Q1.closed || PT3.locked',
      '!Q1.open && !PT3.open',
      'Q1.open && Q1.closed',
      'Q9.open',
    ),
    action: fc.constantFrom('OPEN_POS' as const, 'CLOSE_POS' as const, 'ENTER' as const),
  })
  .map(({ points: known, expr, action }): Snapshot['prevention'] => ({
    pointId: 'Q0',
    rules: [
      {
        ruleId: 'r1',
        pointId: 'Q0',
        pointCode: 'Q0',
        action,
        kind: 'FP2',
        expr,
        message: '须满足条件',
        normalPos: 'ON',
        safePos: 'OFF',
      },
    ],
    points: known,
  }))

const emergency: fc.Arbitrary<Snapshot['emergency']> = mostly<Snapshot['emergency']>(
  null,
  { kind: 'REMOVAL', approvedAt: now - 60_000, used: false, removerId: 'u6', witnessId: 'u8' },
  { kind: 'REMOVAL', approvedAt: now - 11 * 60_000, used: true, removerId: 'u7', witnessId: null },
  { kind: 'RESCUE', approvedAt: now, used: false, removerId: '', witnessId: null },
)

const grants = fc
  .record({
    grantType: mostly<1 | 2 | 4>(4, 1, 2),
    status: mostly(grantStatus.active, grantStatus.pending, grantStatus.revoked),
    workId: mostly('W1', 'W2'),
    userId: mostly('u6', 'u7'),
    validTo: mostly(inMin(60), inMin(-1)),
    phases: fc.constantFrom([], [20 as const]),
  })
  .map((change) => [grant({ ...change, validFrom: null })])

/** Snapshots of every kind: mostly near a yes, some with many things wrong, some that nothing can help. */
export const anySnapshot: fc.Arbitrary<Snapshot> = fc
  .record({
    method: mostly<'01' | '02'>('01', '02'),
    user,
    lock,
    ticket: fc.oneof({ arbitrary: ticket, weight: 5 }, { arbitrary: fc.constant(null), weight: 1 }),
    grants: fc.oneof(grants, fc.constant([])),
    presence: mostly<Snapshot['presence']>(
      { kind: 'NFC', at: now - 30_000, matches: true },
      { kind: 'QR', at: now - 30_000, matches: false },
      { kind: 'NFC', at: now - 180_000, matches: true },
      null,
    ),
    remoteConfirmedBy: fc.constantFrom(null, 'u6', 'u8'),
    second: mostly<Snapshot['second']>(
      null,
      { userId: 'u7', name: '周作', at: now },
      { ...second, tags: ['WORK'] },
      { ...second, tags: [] },
    ),
    prevention,
    alarms: several(['A03 LK2']),
    stopOrder: mostly<string | null>(null, '台风'),
    emergency,
    ownerOnSite: fc.boolean(),
    offline: mostly<Snapshot['offline']>(null, { clockTrusted: false, epochTrusted: false }),
    legsOff: mostly<Snapshot['legsOff']>([], ['L2'], ['L1'], ['L8']),
  })
  .map((change) => snapshot({ ...change, at: now }))
