import type {
  Custody,
  GrantStatus,
  HoldState,
  ItemState,
  LockPurpose,
  RoleTag,
  StopCause,
} from '@suoan/domain/dictionaries'
import type { ReleaseFact, SignatureFact } from '@suoan/domain/invariants'
import { day, hour } from '@suoan/domain/verdict'
import { newTicketState, type KeyFact, type StepRow, type Ticket } from '@suoan/domain/work-ticket'
import type { PersonId, WorkerId } from './people.ts'

/**
 * Time as the guards can tell it apart: before the isolation may begin, inside the window, after `validEnd`, after
 * `closeDeadline`. Ages of reports and samples are environment faults (`environment-faults.ts`), not state.
 */
export type Clock = 0 | 1 | 2 | 3

export interface Item {
  pointId: string
  kind: 'isolate' | 'residual'
  order: number
  predecessors: readonly string[]
  plannedLockId: string | null
  lockId: string | null
  state: ItemState
  tagHung: boolean
  residualDone: 0 | 1 | 9
  isolatorId: string | null
  /** `old`: verified before the lock closed last. */
  proof: 'none' | 'valid' | 'old'
  /** Release group (T38). */
  group: 1 | 2
}

export interface Deal {
  handoverId: string
  tag: 'LEAD' | 'WORK'
  from: PersonId
  to: PersonId
  state: 0 | 1
}

/** A request to remove another's lock; `late` once its ten minutes are over. */
export interface Removal {
  removalId: string
  holdId: string
  ownerId: string
  requestBy: string
  approveBy: string | null
  removerId: string | null
  state: 0 | 1 | 2 | 3 | 8 | 9
  late: boolean
}

/** What runs beside status and phase. */
export interface Running {
  /** The set lifted for a test; `on` while somebody may open it. */
  test: { pointIds: readonly string[]; userIds: readonly string[]; on: boolean } | null
  /** The later end that was asked for. */
  extension: number | null
  handovers: readonly Deal[]
  /** Tags on this ticket of people whose tags change; everybody else carries those of `people.ts`. */
  tags: Readonly<Partial<Record<PersonId, readonly RoleTag[]>>>
  removals: readonly Removal[]
  /** Kinds of the causes that nobody has answered for yet (T55), in order. */
  stops: readonly StopCause[]
  emergency: 'none' | 'open' | 'escalated' | 'reviewed'
  /** Planned points are marked for others to see. */
  planned: boolean
  /** Its steps are past their time (T16). */
  late: boolean
  /** The guardian: at his post, away from it, or away for as long as work may go on without him (`guardAwayMin.stop`). */
  guard: 'here' | 'away' | 'late'
}

export const nothingRuns: Running = {
  test: null,
  extension: null,
  handovers: [],
  tags: {},
  removals: [],
  stops: [],
  emergency: 'none',
  planned: false,
  late: false,
  guard: 'here',
}

export interface TicketWorld {
  ticket: Ticket
  items: readonly Item[]
  steps: readonly StepRow[]
  signatures: readonly SignatureFact[]
  sealedHashes: readonly string[]
  keys: readonly KeyFact[]
  grants: { isolators: GrantStatus | null; crew: GrantStatus | null }
  evacuation: boolean
  /** Planned places whose newest gas sample is bad, in order. */
  badGas: readonly string[]
  running: Running
}

export interface Lock {
  lockId: string
  purpose: LockPurpose
  /** `allowed`: opened after an allow decision; `forced`: opened without one, its alarm A01 stands. */
  state: 'closed' | 'allowed' | 'forced'
  pointId: string | null
  custody: Custody
  boundTo: string | null
}

export interface Hold {
  holdId: string
  pointId: string
  workId: string
  userId: string
  lockId: string
  state: HoldState
}

/** A worker: where he is, and where his own lock hangs. */
export interface Worker {
  insideOf: string | null
  lockOn: string | null
  /** His lock was removed by others and he has not said that he knows (T49). */
  mustAck: boolean
  /** Without an account: his day pass has run out. */
  passOver: boolean
}

/** What does not change about a worker while a world is walked. */
export interface WorkerTraits {
  /** No account: he acts by his badge and his hand beside the leader, guardian or area's keeper (T26, T28, T42). */
  external: boolean
  briefed: boolean
}

export interface World {
  clock: Clock
  tickets: readonly TicketWorld[]
  locks: Readonly<Record<string, Lock>>
  /** Isolation holds; a worker's own hold is his `lockOn`. */
  holds: readonly Hold[]
  workers: Readonly<Record<WorkerId, Worker>>
  traits: Readonly<Record<WorkerId, WorkerTraits>>
}

/** What one step did that no state shows: holds taken away, lawful and unlawful openings, what the effects told. */
export interface StepTrail {
  releases: ReleaseFact[]
  opened: { lockId: string; decided: boolean; alarm: boolean } | null
  notices: number
}

export const planStart = Date.parse('2026-12-01T09:00:00+08:00')
export const planEnd = planStart + 8 * hour
export const laterEnd = planEnd + 2 * hour
/** End of a renewing ticket: after every moment of the world but the last. */
export const renewedEnd = planEnd + day

/** The moment each clock stands for. */
export const momentOf: Readonly<Record<Clock, number>> = {
  0: planStart - 3 * hour,
  1: planStart + hour,
  2: planEnd + 3 * hour,
  3: laterEnd + day + hour,
}

export interface ScenePoint {
  pointId: string
  kind: Item['kind']
  /** Planned lock; a drain has none. */
  lockId: string | null
  predecessors?: readonly string[]
  group?: 1 | 2
}

/** Where gas is planned to be sampled. */
export const gasPlaces = ['中部', '底部'] as const

export const noGrants = { isolators: null, crew: null } as const

/** A point of a scene as an untouched item of a ticket. */
export function itemOf(
  { pointId, kind, lockId, predecessors = [], group = 1 }: ScenePoint,
  order: number,
): Item {
  return {
    pointId,
    kind,
    order,
    predecessors,
    plannedLockId: lockId,
    lockId: null,
    state: 0,
    tagHung: false,
    residualDone: kind === 'residual' ? 0 : 9,
    isolatorId: null,
    proof: 'none',
    group,
  }
}

/** The head of a draft. */
export function draftOf(id: string, needIsolation: boolean): Ticket {
  return {
    ...newTicketState,
    id,
    workNo: `票${id}`,
    workType: '10',
    baseTypes: [],
    workLevel: '2',
    applicantId: 'app',
    leaderId: 'lead',
    areaCode: 'A',
    place: '泵房',
    content: '甲',
    planStart,
    planEnd,
    needIsolation,
    gasState: 0,
    parentWorkId: null,
  }
}

/** What a signature names: the parts of the content that move in this world. */
export const hashOf = ({ content, planEnd: end, workLevel }: Ticket): string =>
  `${content}${end === planEnd ? '' : '延'}${workLevel}`

/** Times of a ticket as the world tells them apart: set or not; rounds as first or later. */
export function settled(ticket: Ticket): Ticket {
  return {
    ...ticket,
    realStart: ticket.realStart === null ? null : planStart,
    realEnd: ticket.realEnd === null ? null : planEnd,
    suspendedAt: ticket.suspendedAt === null ? null : planStart,
  }
}
