import type { DeviceAnswer, DeviceCommand, SendResult } from '@suoan/contract/device'
import type { Clock } from '@suoan/kit/clock'
import type { Kysely, Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/schema.ts'
import type { Announced, Emit, ReactionEvents, ReactionName } from '@suoan/contract/events'
import type { Jobs } from './jobs/registry.ts'
import type { BlobStore } from './files/store/blob-store.ts'
import type { Broadcaster } from './realtime/broadcaster.ts'
import type { TimerKind, TimerKinds } from '@suoan/contract/timers'

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
  /** Contents of uploaded files. */
  readonly blobs: BlobStore
  readonly log: Logger
  /** What may be missed, told to subscribers on every node. */
  readonly broadcasts: Broadcaster
  /** What must happen, done once; features declare their consumers here. */
  readonly reactions: Reactions
  readonly locks: LockPort
  /** What happens when a timer of a kind is due; features register here. */
  readonly timers: TimerHandlers
  /** 定时任务 that the program knows; features declare theirs here. */
  readonly jobs: Jobs
  /** Only calls are answered here: nothing is looked for by the clock. The server that does so stands beside it. */
  readonly onlyAnswers?: boolean
}

/** The one way to reach a lock. Only `create-server.ts` knows that it is MQTT (architecture.md §3). */
export interface LockPort {
  /** Hands a stored command to its device now; `sent: false` says why it could not be. */
  send(command: DeviceCommand): Promise<SendResult>
  /** Answers what a device asked (`down/resp`); where nobody can, the device asks again. */
  answer?(response: DeviceAnswer): Promise<SendResult>
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
  /**
   * Looks at what is stored whenever timers are looked for, for deadlines that stand in a row of their own. Handed the
   * context by whose clock deadlines are judged; never twice at a time; must be safe to repeat.
   */
  onLook(look: (ctx: Context) => Promise<void>): void
  readonly looks: readonly ((ctx: Context) => Promise<void>)[]
  /** From now on deadlines are judged by this clock, whatever the server's own says (`createTimerLook`). */
  judgeBy(clock: Clock): void
  /** The context by whose clock deadlines are judged, for looks that are no timers. */
  judged(ctx: Context): Context
}

/** Where a reaction happens: everything it writes through `tx` is kept together with the fact that it was done. */
export interface Reacting {
  readonly ctx: Context
  readonly tx: Tx
  readonly emit: Emit
  /** Epoch ms. */
  readonly now: number
}

/** Who does what about an event. A name is stored with the work: it never changes its meaning. */
export interface Consumer<N extends ReactionName> {
  /** `feature.what`, at most 40 letters. */
  readonly name: string
  /** What it does, in Chinese, for the page of failed reactions. */
  readonly title: string
  readonly event: N
  /** Whose order is kept: a lock, a ticket, a device. */
  readonly key: (data: ReactionEvents[N]) => string
  /**
   * Which of these concern it, asked in the transaction of the change for all that was announced there; all of them when
   * it is not given. It may keep too many, never too few: what it leaves out is never done. A fact it asks for in SQL must
   * be written only by transactions that hold the same row lock (the lock, the ticket) as the one that announces.
   */
  readonly wants?: (
    tx: Tx,
    items: readonly ReactionEvents[N][],
  ) => readonly ReactionEvents[N][] | Promise<readonly ReactionEvents[N][]>
  /** How many, of different subjects, it takes in one transaction; 1 when not given. */
  readonly atOnce?: number
  /**
   * Seconds it waits after an event before it does anything, so that what follows at once on the same subject is handled
   * with it; 0 when not given. For what people are told, never for what keeps them safe.
   */
  readonly waitS?: number
  /**
   * Does it. Only what it writes through `tx` is done once in effect; a throw takes that back and the work is tried again.
   * It takes several items only when `atOnce` says so.
   */
  readonly handle: (reacting: Reacting, items: readonly ReactionEvents[N][]) => Promise<void>
}

/** A consumer as the registry holds it: every one takes the data it was declared for. */
export type AnyConsumer = Omit<Consumer<ReactionName>, 'key' | 'wants' | 'handle'> & {
  readonly key: (data: never) => string
  readonly wants?: (tx: Tx, items: readonly never[]) => readonly object[] | Promise<readonly object[]>
  readonly handle: (reacting: Reacting, items: readonly never[]) => Promise<void>
}

/** The consumers of one server, and the way their work gets into the database. */
export interface Reactions {
  /** Throws when the name is taken. */
  declare<N extends ReactionName>(consumer: Consumer<N>): void
  readonly consumers: ReadonlyMap<string, AnyConsumer>
  /** Stores, in the transaction of the change, one row for every consumer that wants an event; returns how many. */
  store(tx: Tx, announced: readonly Announced[]): Promise<number>
  /** Something was stored, here or by another node: look at once. */
  wake(): void
  /** Called by `wake`; set by the one worker of this node. */
  onWake(look: () => void): void
}
