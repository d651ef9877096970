import type { BroadcastName, Broadcasts } from '@suoan/contract/events'

/** Tells this node's subscribers what may be missed; a relay carries it to the other nodes. */
export interface Broadcaster {
  /** Tells the subscribers; from inside a transaction use `emit`, which waits for the commit. */
  emit<N extends BroadcastName>(name: N, data: Broadcasts[N]): void
  /** Returns the function that ends the subscription. */
  on<N extends BroadcastName>(name: N, subscriber: (data: Broadcasts[N]) => void | Promise<void>): () => void
}

/** An in-process broadcaster. A subscriber that throws is reported to `onError` and does not stop the others. */
export function createBroadcaster(onError: (error: unknown, name: BroadcastName) => void): Broadcaster {
  const subscribers = new Map<BroadcastName, Set<(data: never) => void | Promise<void>>>()
  return {
    emit(name, data) {
      for (const subscriber of subscribers.get(name) ?? []) {
        // Each subscriber was registered under this name, so it takes this data.
        void Promise.resolve()
          .then(() => subscriber(data as never))
          .catch((error: unknown) => onError(error, name))
      }
    },
    on(name, subscriber) {
      const set = subscribers.get(name) ?? new Set()
      subscribers.set(name, set)
      set.add(subscriber)
      return () => set.delete(subscriber)
    },
  }
}
