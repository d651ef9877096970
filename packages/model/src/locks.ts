import { decide, type Snapshot } from '@suoan/domain/interlock'
import { execPhase, grantStatus, holdState, holdType, lockPurpose } from '@suoan/domain/dictionaries'
import { restingHolds } from '@suoan/domain/isolation'
import { minute } from '@suoan/domain/verdict'
import { holdsOf } from './people-facts.ts'
import { onLock, onTicket } from './change-world.ts'
import { nameOf, workers, type PersonId } from './people.ts'
import { onRunning } from './perform-running.ts'
import { tagsOn } from './people-facts.ts'
import type { Reaction } from './react.ts'
import { momentOf, type Lock, type TicketWorld, type World } from './world.ts'
import { policy } from './facts.ts'

/** What the plant does of itself: a lock closes, time passes. Opening asks the interlock, or is force. */
export interface WorldMove {
  text: string
  /** Kind of move, for the coverage of the walk. */
  kind: 'close' | 'open' | 'force' | 'tick' | 'lapse'
  after: World
  opened: { lockId: string; decided: boolean; alarm: boolean } | null
  /** What the server asks of itself because of it. */
  asks?: readonly Reaction[]
}

/** A closing lock makes what was measured before it worth nothing (G12: later than the last closure). */
export function closed(world: World, lockId: string): World {
  const shut = onLock(world, lockId, { state: 'closed' })
  return {
    ...shut,
    tickets: shut.tickets.map((each) => ({
      ...each,
      items: each.items.map((item) =>
        item.lockId === lockId && item.proof === 'valid' ? { ...item, proof: 'old' as const } : item,
      ),
    })),
  }
}

/** The point an isolation lock holds: every ticket that rests on it is told when the lock opens (`reactions.ts`). */
export function pointHeldBy(world: World, lockId: string): string | null {
  return (
    world.holds.find((hold) => hold.lockId === lockId && hold.state === holdState.active)?.pointId ?? null
  )
}

/** Does the ticket count on the point: by a hold that is not lifted, or by one it accepted from the ticket it renews? */
export function reliesOn({ holds }: World, { ticket, items }: TicketWorld, pointId: string): boolean {
  const resting = holds.filter((hold) => hold.pointId === pointId && hold.state === holdState.active)
  const accepted = items.some((item) => item.pointId === pointId && [2, 3, 5].includes(item.state))
  return resting.some(
    (hold) => hold.workId === ticket.id || (accepted && hold.workId === ticket.parentWorkId),
  )
}

/** Moves of locks that no person of the ticket asks for. */
export function locksOnTheirOwn(world: World, byForce: boolean): WorldMove[] {
  return Object.values(world.locks).flatMap((lock): WorldMove[] =>
    lock.state !== 'closed'
      ? [{ kind: 'close', text: `锁具 ${lock.lockId} 关闭`, after: closed(world, lock.lockId), opened: null }]
      : byForce
        ? [
            {
              kind: 'force',
              text: `锁具 ${lock.lockId} 被强行打开（报警 A01）`,
              after: onLock(world, lock.lockId, { state: 'forced' }),
              opened: { lockId: lock.lockId, decided: false, alarm: true },
            },
          ]
        : [],
  )
}

/** Openings the interlock allows: who may come to ask is anybody, `decide` says no by default. */
export function openings(world: World, index: number, askers: readonly PersonId[]): WorldMove[] {
  const each = world.tickets[index]
  if (each === undefined) return []
  return Object.values(world.locks)
    .filter((lock) => lock.state === 'closed')
    .flatMap((lock) =>
      askers.flatMap((asker): WorldMove[] => {
        const decision = decide(snapshotOf(world, each, lock, asker))
        if (!decision.allow) return []
        return [
          {
            kind: 'open',
            text: `${nameOf(asker)} 按判定 ${decision.leg ?? ''} 打开锁具 ${lock.lockId}`,
            after: onLock(world, lock.lockId, { state: 'allowed' }),
            opened: { lockId: lock.lockId, decided: true, alarm: false },
          },
        ]
      }),
    )
}

function snapshotOf(world: World, each: TicketWorld, lock: Lock, asker: PersonId): Snapshot {
  const at = momentOf[world.clock]
  const { ticket, items } = each
  const item = items.find((one) => (one.lockId ?? one.plannedLockId) === lock.lockId) ?? null
  const restoring = ticket.phase === execPhase.releasing
  const waitingFor = items.filter((other) =>
    item === null
      ? false
      : restoring
        ? other.order > item.order && ![0, 8].includes(other.state)
        : other.order < item.order && (other.state === 0 || other.state === 9),
  )
  const holds = holdsOf(world, each)
  const listed = lock.purpose !== lockPurpose.isolation || (item !== null && lock.boundTo === ticket.id)
  const tags = tagsOn(each, asker)
  const { test } = each.running
  const mayTest =
    test !== null &&
    test.on &&
    test.userIds.includes(asker) &&
    item !== null &&
    test.pointIds.includes(item.pointId)
  const status = tags.some((tag) => tag === 'ISO' || tag === 'VERIFY')
    ? each.grants.isolators
    : each.grants.crew
  const isCrew = tags.some((tag) => tag === 'WORK' || tag === 'GUARD')
  const isIsolator = tags.some((tag) => tag === 'ISO' || tag === 'VERIFY')
  const inside = workers.filter((id) => world.workers[id].insideOf === ticket.id)
  const ofTicket: Snapshot['grants'] =
    status !== null && (isCrew || isIsolator) && (isIsolator || lock.purpose === lockPurpose.access)
      ? [
          {
            grantId: `${asker}-${lock.lockId}`,
            userId: asker,
            scope: { kind: 'lock', lockId: lock.lockId },
            grantType: 4,
            actions: ['OPEN'],
            validFrom: null,
            validTo: ticket.closeDeadline,
            weekPlan: [],
            maxUses: 0,
            usedCount: 0,
            workId: ticket.id,
            phases: isIsolator ? [10, 11, 12, 23, 24] : [20],
            methods: [],
            status,
          },
        ]
      : []
  return {
    at,
    action: 'OPEN',
    method: '01',
    user: {
      userId: asker,
      name: nameOf(asker),
      active: true,
      strongLoginAt: at - minute,
      mustAck: asker === 'w1' || asker === 'w2' ? world.workers[asker].mustAck : false,
      missingCerts: [],
      postTags: tags,
    },
    lock: {
      lockId: lock.lockId,
      lockCode: lock.lockId,
      lockName: lock.lockId,
      purpose: lock.purpose,
      enabled: true,
      frozen: false,
      custody: lock.custody,
      keeperId: null,
      holderId: null,
      ownerUserId: null,
      pointId: lock.pointId,
      areaCode: 'A',
      lockTypeId: 'T',
      groupIds: [],
      ticketRequired: true,
      dualAuth: 0,
      allowsRemote: false,
    },
    ticket: {
      workId: ticket.id,
      workNo: ticket.workNo,
      workType: ticket.workType,
      status: ticket.status,
      phase: ticket.phase,
      voidFlag: ticket.voidFlag,
      planStart: ticket.planStart,
      validEnd: ticket.validEnd,
      closeDeadline: ticket.closeDeadline,
      earlyMin: policy.earlyMin,
      isolateLeadMin: policy.isolateLeadMin,
      userTags: asker === 'stranger' ? [] : tags,
      listsLock: listed,
      item: item && {
        pointCode: item.pointId,
        state: item.state,
        waitingFor: waitingFor.map((other) => other.pointId),
        inLiftedSet: item.state === 6 || item.state === 7,
      },
      onSite: inside.map(nameOf),
      personalLocksOn: workers.filter((id) => world.workers[id].lockOn === ticket.id).map((id) => `PL-${id}`),
      otherHolds: restingHolds(holds)
        .filter((hold) => hold.workId !== ticket.id && hold.pointId === item?.pointId)
        .map((hold) => hold.workNo),
      lockHolds: restingHolds(world.holds.map((hold) => ({ ...hold, holdType: holdType.isolationLock })))
        .filter((hold) => hold.workId !== ticket.id && hold.lockId === lock.lockId)
        .map((hold) => hold.workId),
      gas: { controlled: true, pass: each.badGas.length === 0, sampleTime: at - minute, limitMin: 30 },
      guardian: { required: true, present: each.running.guard === 'here' },
      blockingConflicts: [],
      dualRequired: false,
    },
    grants: [...(mayTest ? [testGrant(asker, lock.lockId, ticket.id)] : []), ...ofTicket],
    presence: { kind: 'NFC', at, matches: true },
    remoteConfirmedBy: null,
    second: null,
    prevention: { pointId: null, rules: [], points: [] },
    alarms: Object.values(world.locks)
      .filter((each) => each.state === 'forced')
      .map((each) => `A01 ${each.lockId}`),
    stopOrder: null,
    emergency: null,
    ownerOnSite: false,
    offline: null,
    legsOff: [],
  }
}

/** Named people open the lifted set while the test runs (L3). */
const testGrant = (userId: string, lockId: string, workId: string): Snapshot['grants'][0] & object => ({
  grantId: `test-${userId}-${lockId}`,
  userId,
  scope: { kind: 'lock', lockId },
  grantType: 6,
  actions: ['OPEN'],
  validFrom: null,
  validTo: null,
  weekPlan: [],
  maxUses: 0,
  usedCount: 0,
  workId,
  phases: [22],
  methods: [],
  status: grantStatus.active,
})

/** Time: the next moment the guards can tell apart, and signatures that lapse after their hour. */
export function timePasses(world: World, until: World['clock']): WorldMove[] {
  const next = world.clock + 1
  const tick: WorldMove[] =
    next <= until
      ? [
          {
            kind: 'tick',
            text: clockText[next] ?? '',
            after: { ...world, clock: next as World['clock'] },
            opened: null,
          },
        ] // ≤ until, a clock
      : []
  const lapse = world.tickets.flatMap((each, index): WorldMove[] =>
    each.keys.length > 0
      ? [
          {
            kind: 'lapse',
            text: `${each.ticket.workNo} 的签认一小时后失效`,
            after: onTicket(world, index, () => ({ keys: [] })),
            opened: null,
          },
        ]
      : [],
  )
  const removals = world.tickets.flatMap((each, index): WorldMove[] =>
    each.running.removals
      .filter((removal) => removal.state < 2 && !removal.late)
      .map((removal) => ({
        kind: 'lapse',
        text: `${each.ticket.workNo} 的应急拆锁申请过了十分钟`,
        after: onRunning(world, index, ({ removals: all }) => ({
          removals: all.map((other) => (other === removal ? { ...other, late: true } : other)),
        })),
        opened: null,
      })),
  )
  return [...tick, ...lapse, ...removals]
}

const clockText: Readonly<Record<number, string>> = {
  1: '时间到计划开始之后',
  2: '时间过有效截止',
  3: '时间过收尾期限',
}
