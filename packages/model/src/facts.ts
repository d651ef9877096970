import { itemState, lockPurpose } from '@suoan/domain/dictionaries'
import type { EnergyGraph } from '@suoan/domain/isolation'
import { minute } from '@suoan/domain/verdict'
import {
  isPointInUse,
  isTicketIn,
  type ClosureFact,
  type LockFact,
  type PointFact,
  type PolicyFact,
  type TicketFacts,
} from '@suoan/domain/work-ticket'
import { flow } from './flow.ts'
import { nameOf, onTicket, type PersonId } from './people.ts'
import { actingOf, actorOn, holdsOf, personOf, tagsOn } from './people-facts.ts'
import { overdue, runningFacts } from './running-facts.ts'
import { gasPlaces, hashOf, momentOf, type Item, type TicketWorld, type World } from './world.ts'

export const policy: PolicyFact = {
  maxHours: 24,
  earlyMin: 0,
  isolateLeadMin: 120,
  extendMax: 1,
  gasPreMin: 30,
  gasInterruptMin: 60,
  guardRequired: 1,
  personalLock: true,
  briefRequired: true,
  isolationRequired: 1,
  idleFireWatchMin: 0,
  editableFields: ['planEnd', 'workLevel'],
  coreFields: [],
  withdrawAfterDecision: false,
  unset: [],
}

function closureOf(world: World, item: Item, now: number): ClosureFact | null {
  const lock = item.lockId === null ? undefined : world.locks[item.lockId]
  if (lock === undefined) return null
  return {
    lockId: lock.lockId,
    lockCode: lock.lockId,
    lockStatus: lock.state === 'closed' ? 1 : 2,
    trust: 1,
    reach: 'online',
    closedAt: now - 10 * minute,
    confirmedAt: now - minute,
    confirmMaxAgeMin: 10,
    heartbeatSec: 600,
    visualCheckAt: null,
    claimPhoto: false,
    claimById: null,
    witnessId: null,
  }
}

/** A measurement of zero by the verifier, after the last closure or before it. */
export const proofAt = (now: number, isOld: boolean): NonNullable<PointFact['proof']> => ({
  verifierId: 'ver',
  verifierName: nameOf('ver'),
  at: now - (isOld ? 20 : 5) * minute,
  method: '3',
  value: 0,
  unit: 'MPa',
  result: true,
  reVerifyDue: null,
})

function pointOf(world: World, { ticket }: TicketWorld, item: Item, now: number): PointFact {
  return {
    pointId: item.pointId,
    pointCode: item.pointId,
    pointName: item.pointId,
    kind: item.kind,
    lockCount: item.kind === 'residual' ? 0 : 1,
    pointType: 'VLV',
    order: item.order,
    mandatory: true,
    state: item.state,
    predecessors: item.predecessors,
    plannedLockId: item.plannedLockId,
    closure: closureOf(world, item, now),
    tagHung: item.tagHung,
    tagPrinted: true,
    residualDone: item.residualDone,
    isolatorId: item.isolatorId,
    proof: item.proof === 'none' ? null : proofAt(now, item.proof === 'old'),
    verifyMethods: ['3'],
    verifyLimit: item.kind === 'residual' ? '' : '0',
    releaseGroup: item.group,
    enabled: true,
    usedBy: world.tickets
      .filter((other) => other.ticket.id !== ticket.id && isTicketIn('live', other.ticket))
      .filter((other) =>
        other.items.some((each) => each.pointId === item.pointId && isPointInUse(each.state)),
      )
      .map((other) => other.ticket.workNo),
  }
}

function locksOf(world: World, { ticket, items }: TicketWorld): LockFact[] {
  const listed = [...items.map((item) => item.plannedLockId ?? ''), 'AC']
  // A renewing ticket plans the locks of the one it renews (T46).
  const kin = world.tickets.filter(
    (other) => other.ticket.id === ticket.parentWorkId || other.ticket.parentWorkId === ticket.id,
  )
  const mine = [ticket.id, ...kin.map((other) => other.ticket.id)]
  // One that stands open is in somebody's hands, also when the ticket has not taken it yet.
  const awaited = items.flatMap((item) =>
    item.state === itemState.waiting ? (item.plannedLockId ?? []) : [],
  )
  return Object.values(world.locks)
    .filter((lock) => listed.includes(lock.lockId))
    .map((lock) => ({
      lockId: lock.lockId,
      lockCode: lock.lockId,
      lockName: lock.lockId,
      purpose: lock.purpose,
      allowedPurposes: [lock.purpose],
      enabled: true,
      frozen: false,
      custody: lock.custody,
      battery: 80,
      battLow: 20,
      openAlarms: lock.state === 'forced' ? ['A01'] : [],
      reachable: true,
      suitsExZone: true,
      boundTo: lock.boundTo === null || mine.includes(lock.boundTo) ? null : `票${lock.boundTo}`,
      lockStatus: lock.state === 'closed' ? 1 : 2,
      trust: 1,
      returned:
        lock.purpose === lockPurpose.isolation &&
        lock.pointId === null &&
        lock.boundTo !== ticket.id &&
        !(lock.state !== 'closed' && awaited.includes(lock.lockId)),
    }))
}

/** Who is named on the tickets of a world with one worker or two. */
export const crewOf = (count: 1 | 2): readonly PersonId[] =>
  count === 1 ? onTicket.filter((id) => id !== 'w2') : onTicket

const line = (pointId: string, fromId: string, toId: string): EnergyGraph['edges'][0] & object => ({
  id: pointId,
  fromId,
  toId,
  directed: true,
  pointId,
  pointCode: pointId,
  normalOpen: true,
  weight: 1,
})

/** Work behind P2 alone: P1 feeds what lies before it, so its group may be given back first (T38, G05). */
const twoFeeds: Pick<TicketFacts, 'energy' | 'zoneIds'> = {
  zoneIds: ['Z'],
  energy: {
    nodes: [
      { id: 'S', code: 'S', type: 'SOURCE' },
      { id: 'N', code: 'N', type: 'JUNC' },
      { id: 'Z', code: 'Z', type: 'ZONE' },
    ],
    edges: [line('P1', 'S', 'N'), line('P2', 'N', 'Z')],
  },
}

/** The snapshot the guards of one ticket read, without an environment fault. */
export function factsOf(
  world: World,
  index: number,
  actor: PersonId,
  crew: readonly PersonId[],
): TicketFacts {
  const each = world.tickets[index]
  if (each === undefined) throw new Error(`no ticket ${index}`)
  const now = momentOf[world.clock]
  const locks = locksOf(world, each)
  const forced = locks.filter((lock) => lock.openAlarms.length > 0)
  return {
    now,
    actor: actorOn(each, actor),
    acting: actingOf(actor, now),
    policy,
    form: {
      workName: '换机封',
      hazards: ['04'],
      measureCount: 1,
      emptyMeasures: 0,
      missingMeasures: [],
      permitters: ['赵值'],
      noIsoReason: '不涉及能量',
      emergencyContact: '值班室',
      stopped: [],
    },
    level: {
      base: each.ticket.workLevel,
      fireZones: [],
      overlapping: [],
      earlyMin: 0,
      beside: [],
      rules: {},
    },
    measures: [{ measureId: 'M1', content: '设备已停运', confirmedBy: 'grd', confirmedAt: now - minute }],
    persons: crew.filter((id) => tagsOn(each, id).length > 0).map((id) => personOf(world, id, each)),
    // No row of the plant: the built-in separation holds by itself.
    dutyRules: [],
    points: each.items.map((item) => pointOf(world, each, item, now)),
    prevention: { rules: [], points: [] },
    holds: holdsOf(world, each),
    locks,
    ...(each.items.some((item) => item.group === 2) ? twoFeeds : { energy: null, zoneIds: [] }),
    unmodelled: [],
    isolationStatement: '隔离方案已覆盖全部能量',
    conflicts: [],
    gas: {
      required: true,
      needed: gasPlaces.map((position) => ({ gasCode: 'O2', position })),
      tests: gasPlaces.map((position) => ({
        gasCode: 'O2',
        position,
        sampleTime: now - minute,
        pass: !each.badGas.includes(position),
        calibValidTo: now + minute,
      })),
    },
    gasWatch: {
      required: true,
      detectors: gasPlaces.map((position) => ({
        deviceSn: `D${position}`,
        position,
        fault: null,
        readings: [{ gasCode: 'O2', goodAt: now, doubt: null }],
      })),
      bareSince: {},
    },
    alarms: forced.map((lock) => ({ alarmType: 'A01', level: 3, source: lock.lockCode })),
    stopOrder: null,
    sessions: locks
      .filter((lock) => lock.lockStatus !== 1)
      .map((lock) => ({ lockCode: lock.lockCode, openTime: now - minute })),
    unsyncedOps: [],
    unsyncedOverride: '',
    flow,
    steps: each.running.late ? each.steps.map((row) => overdue(row, now)) : each.steps,
    insideFence: true,
    keys: each.keys.map((key) => ({ ...key, at: now })),
    siteCheck: { areaInspected: true, toolsCleared: true, guardsRefitted: true, photo: true },
    notifiedAt: now - minute,
    contentHash: hashOf(each.ticket),
    fireWatchDoneAt: null,
    areaCapacity: null,
    areaOnSite: 0,
    ...runningFacts(world, each, now),
  }
}
