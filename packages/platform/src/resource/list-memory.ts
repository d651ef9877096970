import type { Pool } from 'pg'
import type { SharedWork } from './shared-work.ts'

/** The keys of the row that stands right before `offset` in a sorted list. */
export interface PageAnchor {
  readonly offset: number
  readonly keys: readonly unknown[]
}

/** How many rows a list has. */
export interface Total {
  readonly total: number
  /** The planner's estimate, not a count. */
  readonly isEstimate: boolean
}

/**
 * What is remembered of a resource's lists, by scope and filter, so that a total is not counted for every page and a
 * deep page does not walk from the start (performance.md P3, P4). Any write through the engine empties it.
 */
export interface ListMemory {
  /** Totals of first sight: small ones counted, large ones estimated. */
  readonly totals: Memory<SharedWork<Total>>
  /** Totals counted to the end: the other end, from which late pages are reached. */
  readonly counts: Memory<number>
  /** By scope, filter and order. */
  readonly anchors: Memory<PageAnchor[]>
}

/** How long a total may be behind writes of other processes, ms. */
const TOTAL_MS = 4_000
/** How long positions deep in a list may be: who reads there sees the list as it stood, row after row. */
const POSITION_MS = 60_000
const MOST_LISTS = 2_000

/** Values by key, each for a while; the oldest go when there are too many. */
class Memory<V> {
  readonly #life: number
  readonly #entries = new Map<string, { readonly until: number; readonly value: V }>()

  /** `life` in ms. */
  constructor(life: number) {
    this.#life = life
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.until > performance.now() ? entry.value : undefined
  }

  set(key: string, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, { until: performance.now() + this.#life, value })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > MOST_LISTS && oldest !== undefined) this.#entries.delete(oldest)
  }

  /** Forgets the key, if it still holds this value. */
  drop(key: string, value: V): void {
    if (this.#entries.get(key)?.value === value) this.#entries.delete(key)
  }
}

const memories = new WeakMap<Pool, Map<string, ListMemory>>()

/** The memory of one resource over one database. */
export function listMemory(pool: Pool, resource: string): ListMemory {
  const byResource = memories.get(pool) ?? new Map<string, ListMemory>()
  memories.set(pool, byResource)
  const memory = byResource.get(resource) ?? {
    totals: new Memory(TOTAL_MS),
    counts: new Memory(POSITION_MS),
    anchors: new Memory(POSITION_MS),
  }
  byResource.set(resource, memory)
  return memory
}

/** After a change: the next list counts anew. */
export function forgetLists(pool: Pool, resource: string): void {
  memories.get(pool)?.delete(resource)
}
