import { once } from 'node:events'
import type { Writable } from 'node:stream'

/** Writes and waits while the reader is slow, so that memory does not grow with the sheet. */
export async function put(sink: Writable, bytes: Uint8Array): Promise<void> {
  if (sink.destroyed) throw new Error('the reader of the sheet went away')
  if (sink.write(bytes)) return
  const ended = new AbortController()
  try {
    // A reader that goes away emits `close` and never `drain`; `once` rejects on `error` by itself.
    await Promise.race([
      once(sink, 'drain', { signal: ended.signal }),
      once(sink, 'close', { signal: ended.signal }).then(() => {
        throw new Error('the reader of the sheet went away')
      }),
    ])
  } finally {
    ended.abort()
  }
}
