import {
  lockStatus,
  stateTrust,
  type EventType,
  type LockStatus,
  type StateTrust,
} from '../dictionaries/index.ts'
import { comparePosition, type Position } from '../device/order.ts'
import { minute } from '../verdict/index.ts'
import { countsAsClosed, isMoving, statusOf, type Part, type PhysicalState } from './truth-table.ts'

/** The live state of a lock as rows keep it. */
export interface LockState {
  latch: 0 | 1 | 9
  shackle: 0 | 1 | 9
  status: LockStatus
  trust: StateTrust
  /** When the state became true (corrected device time). */
  stateTime: number | null
  /** Position of the event the state comes from, with its place in the message while that is taken; null before the first. */
  last: (Position & { idx?: number }) | null
}

/** An event of the lock, decoded and with its time corrected. */
export interface LockEvent {
  /** A type that this version does not know is `UNKNOWN`. */
  type: EventType | 'UNKNOWN'
  position: Position
  /** Place among the events of one message, from 0. */
  idx?: number
  /** Sent later from the lock's memory; logged, but never live. */
  historical: boolean
  occurTime: number
  ok: boolean
  after: PhysicalState | null
}

interface EventRow {
  /** Parts after the event when the message does not carry them. */
  parts: PhysicalState | null
  /** Status that stands above the sensors. */
  status?: LockStatus
}

/** Events that say something about the lock's own parts; all others leave the state as it is. */
const physical: Readonly<Partial<Record<LockEvent['type'], EventRow>>> = {
  OPEN: { parts: { latch: 0, shackle: 0 } },
  CLOSE: { parts: { latch: 1, shackle: 1 } },
  NOTFULL: { parts: { latch: 1, shackle: 0 } },
  FORCE: { parts: null, status: lockStatus.tampered },
  TAMPER: { parts: null, status: lockStatus.tampered },
  JAM: { parts: null, status: lockStatus.jammed },
  BOOT: { parts: null },
  DOORO: { parts: null },
  DOORC: { parts: null },
}

/** How long before it was claimed a closure may have happened: the way from the lock to the form. [D] */
const claimedWithinMs = 15 * minute

/**
 * What a key brings later may stand for what a person has claimed (SC17): it is the device's own word about the same
 * moment. It never stands above what a device has told live.
 */
function answersClaim(state: LockState, event: LockEvent): boolean {
  const { trust, stateTime } = state
  return trust === stateTrust.claimed && stateTime !== null && event.occurTime >= stateTime - claimedWithinMs
}

/** Newer than what the state comes from; the events of one message stand in their order in it (§5.4, §5.5.2). */
export function isNewer(
  { position, idx }: Pick<LockEvent, 'position' | 'idx'>,
  last: LockState['last'],
): boolean {
  const order = comparePosition(position, last)
  return order > 0 || (order === 0 && last?.idx !== undefined && (idx ?? 0) > last.idx)
}

/**
 * What an event that is about something else, or that failed, says of the parts: a lock that stands open is believed
 * whatever it reports; that it is shut must be said by an event about that.
 */
function besides({ after }: Pick<LockEvent, 'after'>): EventRow | undefined {
  return after !== null && (after.latch === 0 || after.shackle === 0) ? { parts: after } : undefined
}

/** What an event says of the lock's parts and, with `before`, of its status; null when it says nothing of them. */
function toldBy(
  event: Pick<LockEvent, 'type' | 'ok' | 'after'>,
  before: LockStatus,
): (Pick<LockState, 'status'> & { known: Pick<LockState, 'latch' | 'shackle'> | null }) | null {
  const row = (event.ok ? physical[event.type] : undefined) ?? besides(event)
  if (!row) return null
  const parts = event.after ?? row.parts
  const known = parts === null ? null : { latch: sensed(parts.latch), shackle: sensed(parts.shackle) }
  if (row.status === undefined && known === null) return null
  return { status: row.status ?? (parts === null ? before : statusOf(parts, before)), known }
}

/** Whether an event says how the lock stands, by what it is or by its sensors. */
export const tellsParts = (event: Pick<LockEvent, 'type' | 'ok' | 'after'>): boolean =>
  toldBy(event, lockStatus.unknown) !== null

/**
 * The state after an event (§5.5.2). Only an event with a greater `(bootOrder, seq)`, or a later one of the same message,
 * moves it; older ones and historical ones return the very same state, unless a claim waits for them. A failed or
 * state-less event refreshes nothing but its position, unless it says that the lock stands open.
 */
export function applyEvent(state: LockState, event: LockEvent): LockState {
  if (event.historical && !answersClaim(state, event)) return state
  if (!isNewer(event, state.last)) return state
  const last = { ...event.position, idx: event.idx ?? 0 }
  const told = toldBy(event, state.status)
  if (told === null) return { ...state, last }
  const { status, known } = told
  return {
    latch: known?.latch ?? state.latch,
    shackle: known?.shackle ?? state.shackle,
    status,
    trust: stateTrust.confirmed,
    // The 15 s of a move count from its beginning, however often the lock says that it still moves.
    stateTime: isMoving(status) && isMoving(state.status) ? state.stateTime : event.occurTime,
    last,
  }
}

/** What a report that may not move the state denies of it. */
export interface Denial {
  /** What the report says the lock is. */
  said: LockStatus
  /** What is still believed; the very same state where nothing was any more. */
  state: LockState
}

/** When a report happened that may not move the state, epoch ms. */
export interface DenialTime {
  /** The earliest it can have been; null when nobody knows. */
  at: number | null
  /** The time it is recorded with. */
  occurTime: number
}

/**
 * A report that its number puts behind the state although it happened later, or that has no number (§5.5.2): it cannot move
 * the state, but what it denies is believed no more (§0.3: unknown is not closed). A lock that was shut is unknown from then
 * on, one that was not stays what it was, and neither is believed until the lock has told its state. Of a report whose time
 * nobody knows only that the lock is not shut is heard. Null when nothing is denied: a word from before the state, or the
 * same word again.
 */
export function deniedBy(
  state: LockState,
  event: Pick<LockEvent, 'type' | 'ok' | 'after'>,
  { at, occurTime }: DenialTime,
): Denial | null {
  const told = toldBy(event, state.status)
  if (told === null) return null
  const isShut = countsAsClosed(told.status)
  const wasShut = countsAsClosed(state.status)
  const isBelieved = state.trust !== stateTrust.unknown
  if (isShut === wasShut && isBelieved) return null
  if (at === null ? isShut : state.stateTime !== null && at <= state.stateTime) return null
  const { status: said } = told
  if (!wasShut || isShut) return { said, state: isBelieved ? { ...state, trust: stateTrust.unknown } : state }
  const stateTime = Math.max(state.stateTime ?? occurTime, occurTime)
  const unknown = { latch: 9, shackle: 9, status: lockStatus.unknown, trust: stateTrust.unknown } as const
  return { said, state: { ...state, ...unknown, stateTime } }
}

/**
 * The same for the sensors that telemetry carries; a missing one stands as it is known to stand. A motor on its way ends
 * with an event of its own, and no sensor talks a forced or jammed lock shut.
 */
export function deniedByReading(
  state: LockState,
  sensors: Partial<PhysicalState>,
  time: DenialTime,
): Denial | null {
  const after = { latch: sensors.latch ?? state.latch, shackle: sensors.shackle ?? state.shackle }
  const said = statusOf(after, state.status)
  if (said === lockStatus.unknown || isMoving(said) || isMoving(state.status)) return null
  if (countsAsClosed(said) && (state.status === lockStatus.tampered || state.status === lockStatus.jammed))
    return null
  return deniedBy(state, { type: 'BOOT', ok: true, after }, time)
}

function sensed(part: Part): 0 | 1 | 9 {
  return part === 'moving' ? 9 : part
}
