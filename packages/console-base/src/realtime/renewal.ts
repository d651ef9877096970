import type { QueryClient } from '@tanstack/react-query'
import { staleKeys, type LiveMessage } from './live-message.ts'

/** Frames that arrive together name the same pages: a move of a ticket and of its locks are two frames and one change. */
const gatherMs = 20
/** How long a press waits to be told of its own change; frames leave the server at most 300 ms after it. */
const ownChangeMs = 1_000

/** What has been waiting for a change of one row. */
export interface Watch {
  /** Asks for fresh data once: with the frame that tells of the changed row, or by itself; null = nothing was changed. */
  renew(changedId: string | null): Promise<void>
}

/** Makes stale what frames of the notice channel name, and lets a press share the request that its own frame causes. */
export function createRenewal(client: QueryClient, isOpen: () => boolean) {
  let waiting: LiveMessage[] = []
  const listeners = new Set<(message: LiveMessage) => void>()
  const flush = () => {
    const messages = waiting
    waiting = []
    const keys = new Map(messages.flatMap(staleKeys).map((key) => [JSON.stringify(key), key]))
    for (const queryKey of keys.values()) void client.invalidateQueries({ queryKey })
    for (const message of messages) for (const listener of listeners) listener(message)
  }
  return {
    /** A frame has arrived. */
    take(message: LiveMessage): void {
      if (waiting.push(message) === 1) setTimeout(flush, gatherMs)
    },

    /**
     * Begins before a call that changes or makes a row. `renew` resolves when the pages under `queryKeys` are fresh: one
     * request for each, not one for the press and one for its frame. Without an open channel, or when nothing was changed,
     * it asks at once; when no frame comes within a second, then.
     */
    watch(resource: string, queryKeys: readonly (readonly string[])[]): Watch {
      const heard = new Set<string>()
      let tell: (isUnnamed: boolean) => void = () => undefined
      const listener = (message: LiveMessage) => {
        if (message.resource !== resource) return
        for (const id of message.ids) heard.add(id)
        // Whoever may not list every row is told of a change without its ids: once the call was answered, it counts as one's own.
        tell(message.ids.length === 0)
      }
      listeners.add(listener)
      return {
        async renew(changedId) {
          const isNotified = await new Promise<boolean>((resolve) => {
            const timer = setTimeout(() => resolve(false), changedId !== null && isOpen() ? ownChangeMs : 0)
            tell = (isUnnamed) => {
              if (changedId === null || !(isUnnamed || heard.has(changedId))) return
              clearTimeout(timer)
              resolve(true)
            }
            tell(false)
          })
          listeners.delete(listener)
          await Promise.all(
            queryKeys.map((queryKey) =>
              // Told: what the frame began is under way or done, and is shared.
              isNotified ? settled(client, queryKey) : client.invalidateQueries({ queryKey }),
            ),
          )
        },
      }
    },
  }
}

/** Resolves when nothing under the key is being fetched. */
function settled(client: QueryClient, queryKey: readonly string[]): Promise<void> {
  if (client.isFetching({ queryKey }) === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const end = client.getQueryCache().subscribe(() => {
      if (client.isFetching({ queryKey }) > 0) return
      end()
      resolve()
    })
  })
}
