import type { DecodedMessage } from './message.ts'

// Enough for every lock of a large plant; the longest silent one is forgotten first.
const REMEMBERED = 50_000

/**
 * Notices sequence numbers at or below the highest already seen in the same boot (§5.5.2). It only counts and marks: what to do
 * with such a message is decided on stored facts, after a restart too.
 */
export function createSequenceWatch(): (message: DecodedMessage) => boolean {
  const last = new Map<string, { boot: string; seq: number }>()
  return (message) => {
    const seq = 'seq' in message.body ? message.body.seq : undefined
    if (seq === undefined) return false
    const key = `${message.tenantId}/${message.sn}`
    const before = last.get(key)
    const backwards = before?.boot === message.body.boot && seq <= before.seq
    if (backwards) return true
    last.delete(key)
    last.set(key, { boot: message.body.boot, seq })
    if (last.size > REMEMBERED) {
      const [oldest] = last.keys()
      if (oldest !== undefined) last.delete(oldest)
    }
    return false
  }
}
