/**
 * What happened, by name, with its data (architecture.md §6). Written to the outbox inside the transaction,
 * delivered after the commit, at least once; reactions are idempotent.
 */
export interface EventMap {
  'lock.opened': {
    tenantId: number
    lockId: string
    logId: string
    workId: string | null
    userId: string | null
  }
  'lock.closed': { tenantId: number; lockId: string; logId: string; workId: string | null }
  /**
   * `eventType` of the report. Without a log row: `DIFF` when a full state contradicts what was known (A17), `SWAP` when
   * a lock is heard where it does not belong (A17 while it holds a point), `STUCK` when one did not arrive (A04).
   */
  'lock.alarmed': { tenantId: number; lockId: string; logId: string; eventType: string }
  /** A device may not connect any more (lost, disabled): whoever holds its connection ends it. */
  'device.disabled': { tenantId: number; sn: string }
  /** A jump in a device's numbering: part of its log is missing (A10). */
  'device.gap': { tenantId: number; sn: string; from: number; to: number }
  /** A check of a chain found a break (A11). `label` names the lock or ticket to people. */
  'chain.broken': { tenantId: number; kind: 'lock' | 'work'; id: string; label: string }
  /** This server's clock was set, by more than a correction: epoch ms it should have said, and said. */
  'clock.jumped': { byMs: number; expected: number; shown: number }
  'lock.stateChanged': { tenantId: number; lockId: string }
  'command.settled': { tenantId: number; cmdId: string; lockId: string | null; status: number }
  /** The end of a ticket at work is `minutes` away (60, 30, 10). */
  'ticket.reminder': { tenantId: number; workId: string; minutes: number }
  'ticket.moved': { tenantId: number; workId: string; transId: string; status: number; phase: number }
  /** A message for people; `userIds` null = everybody of the tenant. `msgTxt` is read aloud: short, and empty to be silent. */
  'notice.sent': {
    tenantId: number
    userIds: readonly string[] | null
    msgId: string | null
    msgTxt: string
  }
  /** Somebody opened a lock to rescue: the ticket behind it stops (L7). */
  'lock.rescued': { tenantId: number; lockId: string; workId: string; userId: string }
  'session.ended': { sessionId: string; userId: string; reason: string }
  'permissions.changed': { userIds: readonly string[] | 'all' }
  'dictionary.changed': { dictCode: string | null }
  'resource.changed': { resource: string; tenantId: number; ids: readonly string[] }
}

export type EventName = keyof EventMap

export interface EventBus {
  /** Tells this node's listeners, after the commit. */
  emit<N extends EventName>(name: N, data: EventMap[N]): void
  /** Returns the function that ends the subscription. */
  on<N extends EventName>(name: N, listener: (data: EventMap[N]) => void | Promise<void>): () => void
}

/** An in-process bus. A listener that throws is reported to `onError` and does not stop the others. */
export function createEventBus(onError: (error: unknown, name: EventName) => void): EventBus {
  const listeners = new Map<EventName, Set<(data: never) => void | Promise<void>>>()
  return {
    emit(name, data) {
      for (const listener of listeners.get(name) ?? []) {
        // Each listener was registered under this name, so it takes this data.
        void Promise.resolve()
          .then(() => listener(data as never))
          .catch((error: unknown) => onError(error, name))
      }
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener)
      return () => set.delete(listener)
    },
  }
}
