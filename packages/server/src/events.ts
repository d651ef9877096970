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
  'lock.alarmed': { tenantId: number; lockId: string; logId: string; eventType: string }
  'lock.stateChanged': { tenantId: number; lockId: string }
  'command.settled': { tenantId: number; cmdId: string; lockId: string | null; status: number }
  'ticket.moved': { tenantId: number; workId: string; transId: string; status: number; phase: number }
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
