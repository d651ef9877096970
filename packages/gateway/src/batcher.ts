export type Blame = 'refused' | 'alive' | 'unknown'

/** Settings of a batcher; the defaults of the gateway stand in `gateway.ts`. */
export type BatcherOptions<Item> = {
  readonly maxBatch: number
  /** Longest time the first item of a batch waits for company, ms. */
  readonly maxWaitMs: number
  /** Resolving means stored. */
  deliver(items: readonly Item[]): Promise<void>
  /** Items of one group may fail for a reason of their own; another group's success proves the store is alive. */
  groupOf(item: Item): string
  /** Called instead of endless repetition for an item that fails while its neighbours are stored. */
  onRefused(item: Item, error: unknown): void
  /**
   * What a failure says: `refused`, the store is alive and this content can never be stored; `alive`, the store answered,
   * and it may be the content; `unknown`, it may be away. Without it every failure is `unknown`.
   */
  blame?(error: unknown): Blame
  /** Told after each failure, with the pause that follows, ms. */
  onFailure(error: unknown, items: number, pauseMs: number): void
}

export type Batcher<Item> = {
  /** Resolves when the item is stored (or refused for good); rejects only when the batcher is closed before. */
  add(item: Item): Promise<void>
  /** How many items wait or are on their way. */
  size(): number
  /** Resolves when everything added so far is stored, or false after `ms`. */
  drain(ms: number): Promise<boolean>
  /** Gives up on everything that is not stored. */
  close(): void
}

type Entry<Item> = {
  readonly item: Item
  readonly stored: () => void
  readonly abandoned: (reason: Error) => void
  failures: number
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000
// So often must an item fail alone, while others are stored, before it is set aside.
const REFUSED_AFTER = 3
// So many groups failing in a row without one success mean that the store itself is away.
const OUTAGE_AFTER = 3

/**
 * Groups single messages into batches, one batch on its way at a time: while one is being stored the next one fills,
 * so batches grow with the load and the order of arrival is kept. Failed items stay at the head of the queue.
 */
export function createBatcher<Item>(options: BatcherOptions<Item>): Batcher<Item> {
  let queue: Entry<Item>[] = []
  let onTheWay: Entry<Item>[] = []
  let closed = false
  let busy = false
  let timer: NodeJS.Timeout | undefined
  let wake: (() => void) | undefined
  const idle = new Set<() => void>()

  function plan(): void {
    if (busy || closed || queue.length === 0) return
    if (queue.length >= options.maxBatch) {
      clearTimeout(timer)
      timer = undefined
      void work()
    } else {
      timer ??= setTimeout(() => {
        timer = undefined
        void work()
      }, options.maxWaitMs)
    }
  }

  async function work(): Promise<void> {
    busy = true
    let failuresInRow = 0
    while (queue.length > 0 && !closed) {
      onTheWay = queue.splice(0, options.maxBatch)
      const outcome = await deliverAll(onTheWay, options, failuresInRow > 0)
      queue = [...outcome.left, ...queue]
      onTheWay = []
      if (outcome.left.length === 0) {
        failuresInRow = 0
        continue
      }
      // While others are stored there is no outage to wait out.
      if (outcome.isAlive) failuresInRow = 0
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failuresInRow)
      failuresInRow += 1
      options.onFailure(outcome.error, outcome.left.length, pauseMs)
      await pause(pauseMs)
    }
    busy = false
    if (closed) abandonQueue()
    for (const resolve of idle) resolve()
    idle.clear()
    plan()
  }

  function abandonQueue(): void {
    for (const entry of queue) entry.abandoned(new Error('batcher closed before the message was stored'))
    queue = []
  }

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timeout = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timeout)
        resolve()
      }
    })

  return {
    add: (item) =>
      closed
        ? Promise.reject(new Error('batcher is closed'))
        : new Promise((stored, abandoned) => {
            queue.push({ item, stored, abandoned, failures: 0 })
            plan()
          }),
    size: () => queue.length + onTheWay.length,
    drain: async (ms) => {
      if (!busy && queue.length === 0) return true
      const done = new Promise<boolean>((resolve) => idle.add(() => resolve(true)))
      let timeout: NodeJS.Timeout | undefined
      const late = new Promise<boolean>((resolve) => (timeout = setTimeout(resolve, ms, false)))
      const result = await Promise.race([done, late])
      clearTimeout(timeout)
      return result
    },
    close: () => {
      closed = true
      clearTimeout(timer)
      wake?.()
      // What is on its way right now may still be stored; its promise follows that result.
      abandonQueue()
    },
  }
}

type Outcome<Item> = {
  readonly left: Entry<Item>[]
  readonly error?: unknown
  /** The store answered meanwhile. */
  readonly isAlive?: boolean
}

async function deliverAll<Item>(
  batch: Entry<Item>[],
  options: BatcherOptions<Item>,
  failedBefore: boolean,
): Promise<Outcome<Item>> {
  const error = await attempt(batch, options)
  if (error === undefined) return { left: [] }
  // The first failure may be a passing one; only the second time, or when the store has answered, is the batch taken apart.
  return failedBefore || blameOf(options, error) !== 'unknown'
    ? sift(batch, options, error.cause)
    : { left: batch, error: error.cause }
}

const blameOf = <Item>({ blame }: BatcherOptions<Item>, failure: { readonly cause: unknown }): Blame =>
  blame?.(failure.cause) ?? 'unknown'

/**
 * Delivers group by group, then item by item, to find those that fail for a reason of their own. A store that answers is
 * no outage, however many fail in a row: whoever has nothing wrong with it never waits for whoever has.
 */
async function sift<Item>(
  batch: Entry<Item>[],
  options: BatcherOptions<Item>,
  firstError: unknown,
): Promise<Outcome<Item>> {
  const groups = groupsOf(batch, options)
  const pieces = groups.length > 1 ? groups : batch.map((entry) => [entry])
  const left: Entry<Item>[] = []
  let isAlive = false
  let error = firstError
  for (const [index, piece] of pieces.entries()) {
    if (!isAlive && index >= OUTAGE_AFTER) {
      left.push(...pieces.slice(index).flat())
      break
    }
    const failure = await attempt(piece, options)
    isAlive ||= failure === undefined || blameOf(options, failure) !== 'unknown'
    if (failure === undefined) continue
    error = failure.cause
    left.push(...piece)
  }
  return isAlive ? { left: await singleOut(left, options), error, isAlive } : { left: batch, error }
}

function groupsOf<Item>(batch: Entry<Item>[], options: BatcherOptions<Item>): Entry<Item>[][] {
  const groups = new Map<string, Entry<Item>[]>()
  for (const entry of batch) {
    const key = options.groupOf(entry.item)
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return [...groups.values()]
}

/** The store is alive, so whoever fails alone now is to blame; order inside a group is kept. */
async function singleOut<Item>(
  suspects: Entry<Item>[],
  options: BatcherOptions<Item>,
): Promise<Entry<Item>[]> {
  const left: Entry<Item>[] = []
  for (const entry of suspects) {
    const failure = await attempt([entry], options)
    if (failure === undefined) continue
    entry.failures += 1
    if (entry.failures < REFUSED_AFTER && blameOf(options, failure) !== 'refused') {
      left.push(entry)
      continue
    }
    options.onRefused(entry.item, failure.cause)
    entry.stored()
  }
  return left
}

/** undefined when stored; the error in a box otherwise, because anything can be thrown. */
async function attempt<Item>(
  entries: readonly Entry<Item>[],
  options: BatcherOptions<Item>,
): Promise<{ readonly cause: unknown } | undefined> {
  try {
    await options.deliver(entries.map((entry) => entry.item))
  } catch (cause) {
    return { cause }
  }
  for (const entry of entries) entry.stored()
  return undefined
}
