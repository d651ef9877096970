/** Work that several callers wait for together. */
export interface SharedWork<T> {
  /** Its result; `signal` aborts when this caller waits no longer. */
  join(signal: AbortSignal | undefined): Promise<T>
}

/**
 * Starts work whose signal aborts once every caller has gone away, so that nothing is done for nobody and nobody loses
 * what he waits for with another. `drop` is called when it failed or was left by all: the next caller starts it anew.
 */
export function sharedWork<T>(work: (signal: AbortSignal) => Promise<T>, drop: () => void): SharedWork<T> {
  const left = new AbortController()
  let waiting = 0
  let isDone = false
  let result: Promise<T> | undefined
  const leave = (): void => {
    waiting -= 1
    if (waiting > 0 || isDone) return
    drop()
    left.abort()
  }
  return {
    async join(signal) {
      result ??= work(left.signal).finally(() => (isDone = true))
      waiting += 1
      if (signal?.aborted) leave()
      else signal?.addEventListener('abort', leave, { once: true })
      try {
        return await result
      } catch (error) {
        drop()
        throw error
      } finally {
        signal?.removeEventListener('abort', leave)
      }
    },
  }
}
