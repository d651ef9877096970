import type { Clock } from '@suoan/kit/clock'
import type { Kysely, Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/schema.ts'
import type { EventBus } from './events.ts'
import type { TimerKind, TimerKinds } from './timers/kinds.ts'

/** A transaction. A function that runs in one receives only this, never the outer `db`. */
export type Tx = Transaction<Database>

/** Who calls, as proved by the session; never built from what the client says. */
export interface Actor {
  readonly sessionId: string
  readonly userId: string
  readonly username: string
  readonly realname: string
  /** The tenant in force; 0 when the user belongs to none. */
  readonly tenantId: number
  /** Current department code, '' when none is chosen. */
  readonly orgCode: string
  readonly orgCodes: readonly string[]
  readonly roleIds: readonly string[]
  readonly roleCodes: readonly string[]
  /** Granted permission codes. */
  readonly permissions: ReadonlySet<string>
}

/** What every feature may use; built once in `create-server.ts`. */
export interface Context {
  readonly config: Config
  readonly db: Kysely<Database>
  readonly pool: Pool
  /** For exports and other long reads. */
  readonly exportPool: Pool
  /** For statements whose cost grows with the table (db/run-cancellable.ts). */
  readonly searchPool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly events: EventBus
  readonly locks: LockPort
  /** What happens when a timer of a kind is due; features register here. */
  readonly timers: TimerHandlers
}

/** The one way to reach a lock. Only `create-server.ts` knows that it is MQTT (architecture.md §3). */
export interface LockPort {
  /** Hands a stored command to its device now; `sent: false` says why it could not be. */
  send(
    command: DeviceCommand,
  ): Promise<{ readonly sent: true } | { readonly sent: false; readonly code: string }>
}

export interface DeviceCommand {
  readonly cmdId: string
  readonly tenantId: number
  readonly sn: string
  /** Serial number of the gateway the lock hangs below, if any. */
  readonly parentSn: string | null
  readonly type: string
  /** Epoch ms after which the device must drop it. */
  readonly exp: number
  readonly by: string
  readonly workId: string | null
  readonly decisionId: string | null
  readonly params: Readonly<Record<string, unknown>>
}

/** A moment that has come: whose it is and what it is about. */
export interface DueTimer<K extends TimerKind = TimerKind> {
  readonly id: string
  readonly tenantId: number
  readonly kind: K
  /** The ticket, lock, warning … the timer belongs to. */
  readonly subjectId: string
  /** Tells several timers of one kind and subject apart, e.g. `-30`; '' when there is only one. */
  readonly key: string
  /** When it was due, epoch ms; handlers may run late. */
  readonly dueAt: number
  readonly data: TimerKinds[K]
}

/**
 * What happens when the moment has come. The context is the look's own: its clock goes on where the server's was set
 * back, so a handler judges by it and by no other. It runs outside any transaction and must be safe to repeat: after a crash, or
 * when it outlives its lease, it runs again. A throw leaves the timer in place, to be tried again later.
 */
export type TimerHandler<K extends TimerKind> = (ctx: Context, timer: DueTimer<K>) => Promise<void>

/** The handlers of one server, by kind; features fill it when they are mounted. */
export interface TimerHandlers {
  on<K extends TimerKind>(kind: K, handler: TimerHandler<K>): void
  of(kind: string): TimerHandler<TimerKind> | undefined
  readonly kinds: readonly string[]
  /** From now on deadlines are judged by this clock, whatever the server's own says (`createTimerLook`). */
  judgeBy(clock: Clock): void
  /** The context by whose clock deadlines are judged, for looks that are no timers. */
  judged(ctx: Context): Context
}
