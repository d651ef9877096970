import type { ExecPhase } from '@suoan/domain/dictionaries'
import type { TicketEventType } from '@suoan/domain/work-ticket'
import type { Runs } from './asked.ts'
import type { Outcome } from './outcomes.ts'
import type { PersonId } from './people.ts'
import {
  planStart,
  type Clock,
  type Lock,
  type ScenePoint,
  type TicketWorld,
  type WorkerTraits,
  type World,
} from './world.ts'

/** A small world to walk: where it begins and what may happen in it. */
export interface Scene {
  name: string
  /** Chinese: what this walk looks at. */
  about: string
  start: World
  /** Events nobody asks for here; another scene drives them. */
  without: readonly TicketEventType[]
  /** Several signatures are given at once: this scene looks at something else. */
  signTogether: boolean
  /** Edits of content, time and level. */
  edits: boolean
  /** Deciders may delegate and add signers (T15). */
  handsOn: boolean
  /** Latest clock. */
  until: Clock
  workers: 1 | 2
  /** Locks may be opened by force. */
  force: boolean
  /** Gas may fail while people work: at the first of its planned places, or at each of them. */
  gas: boolean | 'everywhere'
  /** What must be possible somewhere in this walk. */
  goals: readonly Outcome[]
  /** Phase another scene goes on from; tickets in it count as ended. */
  endsIn: ExecPhase | null
  /** What runs beside status and phase. */
  runs: readonly Runs[]
  /** People of this scene beside the usual ones. */
  extra: readonly PersonId[]
}

const accessLock: Lock = {
  lockId: 'AC',
  purpose: 2,
  state: 'closed',
  pointId: null,
  custody: 2,
  boundTo: null,
}

function isolationLocks(points: readonly ScenePoint[]): Record<string, Lock> {
  return Object.fromEntries(
    points.flatMap(({ lockId }) =>
      lockId === null ? [] : [[lockId, { ...accessLock, lockId, purpose: 1 as const, custody: 0 as const }]],
    ),
  )
}

const employed: WorkerTraits = { external: false, briefed: true }
const atHome = { insideOf: null, lockOn: null, mustAck: false, passOver: false }

/** A world as a scene begins it: both workers at home and nothing held. */
export function world(
  tickets: readonly TicketWorld[],
  points: readonly ScenePoint[],
  clock: Clock,
  bound: string | null,
  hasAccessLock = false,
): World {
  const locks = { ...isolationLocks(points), ...(hasAccessLock ? { AC: accessLock } : {}) }
  return {
    clock,
    tickets,
    locks: Object.fromEntries(
      Object.entries(locks).map(([id, lock]) => [
        id,
        { ...lock, boundTo: bound && id !== 'AC' ? bound : null },
      ]),
    ),
    holds: [],
    workers: { w1: atHome, w2: atHome },
    traits: { w1: employed, w2: employed },
  }
}

export const whole = {
  without: [],
  signTogether: false,
  edits: false,
  handsOn: false,
  until: 3,
  workers: 1,
  force: true,
  gas: true,
  endsIn: null,
  runs: [],
  extra: [],
} as const
export const approval: readonly TicketEventType[] = [
  'create',
  'edit',
  'deleteDraft',
  'submit',
  'withdraw',
  'reviewPass',
  'reviewReject',
  'approve',
  'approveReject',
  'returnReview',
  'delegate',
  'addSigner',
  'urge',
  'stepOverdue',
]

export const onPaper: readonly Outcome[] = ['submit', 'reviewed', 'approve', 'sign', 'expire', 'void']
export const execution: readonly Outcome[] = [
  'isolate',
  'operate',
  'lock',
  'tag',
  'verify',
  'begin',
  'resume',
  'enter',
  'release',
  'restore',
  'close',
]

export const one: readonly ScenePoint[] = [{ pointId: 'P1', kind: 'isolate', lockId: 'L1' }]
export const withDrain: readonly ScenePoint[] = [...one, { pointId: 'P2', kind: 'residual', lockId: null }]
export const two: readonly ScenePoint[] = [
  { pointId: 'P1', kind: 'isolate', lockId: 'L1' },
  { pointId: 'P2', kind: 'isolate', lockId: 'L2', predecessors: ['P1'] },
]

/** A ticket at work behind its locked, tagged and proven points, as the walk of the execution leaves it. */
export function atWork(each: TicketWorld): TicketWorld {
  return {
    ...each,
    ticket: { ...each.ticket, status: 20, phase: 20, realStart: planStart },
    grants: { isolators: 1, crew: 1 },
    items: each.items.map((item) => ({
      ...item,
      state: 5,
      lockId: item.plannedLockId,
      tagHung: item.plannedLockId !== null,
      isolatorId: 'iso',
      proof: 'valid',
    })),
  }
}

/** The same ticket's holds and locks in their place. */
export function locked(start: World, workId: string): World {
  const mine = start.tickets.find(({ ticket }) => ticket.id === workId)?.items ?? []
  const on = mine.flatMap(({ pointId, lockId }) => (lockId === null ? [] : [{ pointId, lockId }]))
  return {
    ...start,
    holds: [
      ...start.holds,
      ...on.map(({ pointId, lockId }) => ({
        holdId: `${workId}-${pointId}`,
        pointId,
        workId,
        userId: 'iso',
        lockId,
        state: 1 as const,
      })),
    ],
    locks: {
      ...start.locks,
      ...Object.fromEntries(
        on.map(({ pointId, lockId }) => [
          lockId,
          { ...accessLock, lockId, purpose: 1 as const, pointId, boundTo: workId },
        ]),
      ),
    },
  }
}
