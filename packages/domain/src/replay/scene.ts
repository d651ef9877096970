import type { LockStatus } from '../dictionaries/index.ts'
import { statusOf, type Part } from '../lock/index.ts'
import { applyDelta, type Delta, type Recorded, type Row } from './delta.ts'

/** One audit row of a ticket (`lo_work_trans`): when, and what it changed. */
export interface LoggedEvent {
  seq: number
  /** Server time, epoch ms. */
  at: number
  delta: Delta
}

/** One row of the lock log about a lock of the ticket (`lo_lock_log`). */
export interface LoggedLockEvent {
  lockId: string
  at: number
  eventType: string
  userName: string | null
  latch: Part | null
  shackle: Part | null
  succeeded: boolean
}

/** One answer of the interlock about the ticket (`lo_decision`). */
export interface LoggedDecision {
  decisionId: string
  at: number
  userId: string
  lockId: string
  allow: boolean
  code: string | null
}

/** Everything a ticket's replay is made of: its logs, nothing else. */
export interface Recording {
  events: readonly LoggedEvent[]
  lockEvents: readonly LoggedLockEvent[]
  decisions: readonly LoggedDecision[]
}

/** What the lock log says of a lock at a moment. */
export interface SeenLock {
  status: LockStatus
  /** When it last spoke, epoch ms. */
  at: number
  eventType: string
  userName: string | null
}

/** A ticket at one moment, from its logs alone (M5). */
export interface Scene {
  at: number
  /** The last audit row that counts, 0 = none yet. */
  seq: number
  recorded: Recorded
  ticket: Row | null
  /** Lock id → what its log says by then. */
  locks: Readonly<Record<string, SeenLock>>
  /** Decisions of the interlock up to the moment, newest first. */
  decisions: readonly LoggedDecision[]
}

/** Folds the audit rows up to `at`; events of the same millisecond count together, in their order. */
export function recordedAt(events: readonly LoggedEvent[], at: number): { seq: number; recorded: Recorded } {
  const past = events.filter((event) => event.at <= at).toSorted((a, b) => a.seq - b.seq)
  return {
    seq: past.at(-1)?.seq ?? 0,
    recorded: past.reduce((state, event) => applyDelta(state, event.delta), {} as Recorded),
  }
}

/** The ticket with its plan, locks, people and decisions at any second (M5). */
export function sceneAt(recording: Recording, at: number): Scene {
  const { seq, recorded } = recordedAt(recording.events, at)
  return {
    at,
    seq,
    recorded,
    ticket: Object.values(recorded['ticket'] ?? {})[0] ?? null,
    locks: locksAt(recording.lockEvents, at),
    decisions: recording.decisions.filter((each) => each.at <= at).toSorted((a, b) => b.at - a.at),
  }
}

/** The events whose report says where latch and shackle stand. */
function locksAt(events: readonly LoggedLockEvent[], at: number): Record<string, SeenLock> {
  const locks: Record<string, SeenLock> = {}
  for (const event of events.filter((each) => each.at <= at).toSorted((a, b) => a.at - b.at)) {
    if (event.latch === null && event.shackle === null) continue
    const { eventType, userName } = event
    const before = locks[event.lockId]?.status
    // A part that does not speak is unknown, and unknown is not closed (§0.3).
    const status = statusOf({ latch: event.latch ?? 9, shackle: event.shackle ?? 9 }, before)
    locks[event.lockId] = { status, at: event.at, eventType, userName }
  }
  return locks
}
