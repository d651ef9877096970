import { fail } from '../fail.ts'

/** How much work is done at once, and how much may wait for it. */
export interface QueueLimits {
  readonly running: number
  readonly waiting: number
  /** Of one key (an address, a person), running and waiting together. */
  readonly ofOne: number
}

interface Waiting {
  readonly key: string
  go(): void
  giveUp(): void
}

/**
 * Runs costly work for anybody who asks, so that a flood costs neither memory nor the turn of others: at most `running`
 * at once, the keys take turns, and each key has its own small queue. One over its share is refused with `TOO_MANY`.
 * When the whole queue is full, the last of the key with the longest one gives up its place to a key with a shorter;
 * whoever finds no place so is refused with `BUSY`.
 */
export function fairQueue(limits: QueueLimits) {
  // In the order in which the keys are served next; a key without anybody waiting stands in no line.
  const lines = new Map<string, Waiting[]>()
  const held = new Map<string, number>()
  let running = 0
  let waiting = 0

  const leaveLine = (line: Waiting[], one: Waiting): void => {
    line.splice(line.indexOf(one), 1)
    waiting -= 1
    if (line.length === 0) lines.delete(one.key)
  }
  const serveNext = (): void => {
    const [next] = lines.values()
    const one = next?.[0]
    if (next === undefined || one === undefined) {
      running -= 1
      return
    }
    leaveLine(next, one)
    // Behind the others, whatever else of this key waits.
    if (next.length > 0) {
      lines.delete(one.key)
      lines.set(one.key, next)
    }
    one.go()
  }
  const makeRoom = (key: string): void => {
    const own = lines.get(key)?.length ?? 0
    const longest = [...lines.values()].reduce((most, line) => (line.length > most.length ? line : most), [])
    const last = longest.at(-1)
    if (last === undefined || longest.length <= own + 1) throw fail('BUSY')
    leaveLine(longest, last)
    last.giveUp()
  }
  const wait = (key: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const line = lines.get(key) ?? []
      lines.set(key, line)
      line.push({ key, go: resolve, giveUp: () => reject(fail('BUSY')) })
      waiting += 1
    })

  return async function run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const own = held.get(key) ?? 0
    if (own >= limits.ofOne) throw fail('TOO_MANY')
    if (running >= limits.running && waiting >= limits.waiting) makeRoom(key)
    held.set(key, own + 1)
    try {
      if (running >= limits.running) await wait(key)
      else running += 1
      try {
        return await task()
      } finally {
        // The place is handed over, not given back, so a newcomer cannot overtake.
        serveNext()
      }
    } finally {
      const left = (held.get(key) ?? 1) - 1
      if (left === 0) held.delete(key)
      else held.set(key, left)
    }
  }
}
