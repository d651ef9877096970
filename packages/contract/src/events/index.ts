import type { Ticket, TicketEvent } from '@suoan/domain/work-ticket'
import type { Presence } from '../live-table.ts'
import type { MessageEventName } from '../message-events/index.ts'

/** What a ticket may be told by the system itself: an event nobody called for. */
export type SystemTicketEvent = Extract<
  TicketEvent,
  { type: 'pointFail' | 'suspend' | 'isolationRecheck' | 'isolationRestored' }
>

/**
 * What must be followed by something, by name, with its data. Emitted in the transaction of the change, stored there for
 * every consumer that wants it (`reactions/`), done once in effect, in order per subject. No name stands in `Broadcasts`
 * too, so that nothing which must happen can be subscribed to as something that may be missed, or the other way round.
 */
export interface ReactionEvents {
  'lock.opened': {
    tenantId: number
    lockId: string
    logId: string
    workId: string | null
    userId: string | null
    /** A decision of ours stands behind it, so nobody has to ask by what right it opened. */
    allowed: boolean
  }
  'lock.closed': { tenantId: number; lockId: string; logId: string; workId: string | null }
  /**
   * `eventType` of the report. Without a log row: `DIFF` when a state or telemetry contradicts what was known (A17), `SWAP`
   * when a lock is heard where it does not belong (A17 while it holds a point), `STUCK` when one did not arrive (A04), `LOST`
   * when its keeper reported it lost (A17 while a ticket relies on it), `NUMBERS` when its device used a number twice, one that
   * cannot be, or an old one for what is newer (A16).
   */
  'lock.alarmed': { tenantId: number; lockId: string; logId: string; eventType: string }
  /** A report changed what is known of a lock, or a lock came on line again. */
  'lock.stateChanged': { tenantId: number; lockId: string }
  /** Somebody opened a lock to rescue: the ticket behind it stops (L7). */
  'lock.rescued': { tenantId: number; lockId: string; workId: string; userId: string }
  /** A jump in a device's numbering: part of its log is missing (A10). */
  'device.gap': { tenantId: number; sn: string; from: number; to: number }
  /** A gas detector has measured; `ids` of its readings (`lo_gas_reading`), oldest first. */
  'gas.read': { tenantId: number; sn: string; ids: string[] }
  /** A reading concerns a ticket: it is a sample of it, at the place `position`. */
  'ticket.gasReading': { tenantId: number; workId: string; readingId: string; position: string }
  /** What a ticket's gas must be tested for may be another than before: its policy changed, or the areas its people go to. */
  'ticket.gasAsked': { tenantId: number; workId: string }
  /** A check of a chain found a break (A11). `label` names the lock or ticket to people. */
  'chain.broken': { tenantId: number; kind: 'lock' | 'work' | 'log' | 'anchor'; id: string; label: string }
  /** This server's clock was set, by more than a correction: epoch ms it should have said, and said. */
  'clock.jumped': { byMs: number; expected: number; shown: number }
  /** `hasEntered`: the status or phase is another than before the transition. */
  'ticket.moved': {
    tenantId: number
    workId: string
    transId: string
    hasEntered: boolean
  } & Pick<Ticket, 'status' | 'phase' | 'voidFlag' | 'closeFlag'>
  /** The energy map changed while people work under the ticket: whatever its points do not cut stops the work (G05, T32). */
  'ticket.energyChanged': { tenantId: number; workId: string }
  /** An account was frozen, deleted or taken out of a tenant: what works without asking for it ends. */
  'account.ended': { tenantId: number; userId: string }
  /**
   * People were told inside the console and are to be reached outside it too (decision 0830): by the channels that they
   * chose for the event, and groups by their robots. Whoever writes the notice emits it in the same transaction.
   */
  'message.wanted': {
    tenantId: number
    event: MessageEventName
    userIds: readonly string[]
    /** Called by telephone, beside the other channels. */
    calls?: readonly string[]
    title: string
    text: string
    /** Epoch ms. */
    at: number
    variables?: Readonly<Record<string, string>>
    about: { type: string; id: string } | null
  }
  /** A tenant was put out of use: nothing of it stays connected. */
  'tenant.ended': { tenantId: number }
  /** A reaction found that a ticket has to take an event of the system. */
  'ticket.advance': { tenantId: number; workId: string; event: SystemTicketEvent }
}

/** What may be missed: caches expire, consoles ask again. Told to this node's subscribers and carried to other nodes. */
export interface Broadcasts {
  'ticket.changed': { tenantId: number; ids: readonly string[] }
  'lock.changed': { tenantId: number; ids: readonly string[] }
  'command.settled': { tenantId: number; cmdId: string; lockId: string | null; status: number }
  /** A device may not connect any more (lost, disabled): whoever holds its connection ends it. */
  'device.disabled': { tenantId: number; sn: string }
  /** A message for people; `userIds` null = everybody of the tenant. `msgTxt` is read aloud: short, and empty to be silent. */
  'notice.sent': {
    tenantId: number
    userIds: readonly string[] | null
    msgId: string | null
    msgTxt: string
  }
  /** How far a long call of a person is, under the name that the call gave it. */
  'task.progressed': { tenantId: number; userId: string; task: string; done: number; total: number }
  'session.ended': { sessionId: string; userId: string; reason: string }
  'permissions.changed': { userIds: readonly string[] | 'all' }
  'dictionary.changed': { dictCode: string | null }
  'resource.changed': { resource: string; tenantId: number; ids: readonly string[] }
  /** Somebody on a page of this table went into a cell, or left it (4-api.md §11.2). */
  'presence.moved': { tenantId: number; table: string } & Presence
  /** Messages wait in the queue: this node's sender may look at once; others see them by their next look. */
  'messages.queued': Record<string, never>
  /** Reactions wait that this node may take. */
  'reactions.stored': Record<string, never>
  /** Never carried: this node was cut off from the others and does not know what it has missed. */
  'broadcasts.missed': Record<string, never>
}

export type ReactionName = keyof ReactionEvents
export type BroadcastName = keyof Broadcasts

/** Which broadcasts travel to the other nodes. The table is complete by its type. */
export const isCarried: Readonly<Record<BroadcastName, boolean>> = {
  'ticket.changed': true,
  'lock.changed': true,
  'command.settled': true,
  'device.disabled': true,
  'notice.sent': true,
  'task.progressed': true,
  'session.ended': true,
  'permissions.changed': true,
  'dictionary.changed': true,
  'resource.changed': true,
  'presence.moved': true,
  'messages.queued': false,
  'reactions.stored': true,
  'broadcasts.missed': false,
}

/** An announcement, as `emit` took it: its data is that of its name. */
export interface Announced<N extends ReactionName | BroadcastName = ReactionName | BroadcastName> {
  readonly name: N
  readonly data: (ReactionEvents & Broadcasts)[N]
}

export const isBroadcast = (announced: Announced): announced is Announced<BroadcastName> =>
  Object.hasOwn(isCarried, announced.name)

/** Announces what happened: reactions are stored with the change, broadcasts are told after the commit. */
export type Emit = <N extends ReactionName | BroadcastName>(
  name: N,
  data: (ReactionEvents & Broadcasts)[N],
) => void
