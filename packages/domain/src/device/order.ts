/** Place of a message in a device's life: restarts counted in the order the server first saw them, then `seq`. */
export interface Position {
  bootOrder: number
  seq: number
}

/** Negative when `a` is older than `b` (§5.5.2); everything is newer than nothing. */
export function comparePosition(a: Position, b: Position | null): number {
  if (b === null) return 1
  return a.bootOrder - b.bootOrder || a.seq - b.seq
}

/** What to do with a message (§5.5.1–3). */
export type Arrival =
  /** Seen before: answer the same ack, store nothing. */
  | { kind: 'duplicate' }
  /** Next in line. */
  | { kind: 'live' }
  /** Newer, but numbers are missing between: A10 and READLOG from `from` to `to`. */
  | { kind: 'gap'; from: number; to: number }
  /** Older than the live state: log and join sessions, never overwrite. */
  | { kind: 'late' }
  /** A number no device reaches: nothing may be ordered by it (A16). */
  | { kind: 'unbelievable' }

/** More messages than a device sends unheard; a greater jump is a wrong number. [D] */
const longestJump = 100_000
/** One message a second for 68 years. [D] */
const greatestSeq = 2 ** 31 - 1

/** A number that a device can have come to: others order nothing. */
export const isReachable = (seq: number): boolean => seq <= greatestSeq

/** `seen` answers the unique index `(sn, boot, seq)`; `last` is the newest position of the device (§5.5.1–3). */
export function classifyArrival(position: Position, last: Position | null, seen: boolean): Arrival {
  if (seen) return { kind: 'duplicate' }
  if (!isReachable(position.seq)) return { kind: 'unbelievable' }
  if (comparePosition(position, last) <= 0) return { kind: 'late' }
  // Inside a boot numbers start at 1 and grow by 1; a new boot starts again, so its first number must be 1.
  const expected = last !== null && last.bootOrder === position.bootOrder ? last.seq + 1 : 1
  if (last !== null && position.seq - expected >= longestJump) return { kind: 'unbelievable' }
  // Before the first message ever there is nothing to have missed.
  if (last !== null && position.seq > expected) return { kind: 'gap', from: expected, to: position.seq - 1 }
  return { kind: 'live' }
}
