import type { Queryable } from '../db/run-sql.ts'

/** The keys of the row that stands right before `offset` in a sorted list. */
export interface PageAnchor {
  readonly offset: number
  readonly keys: readonly unknown[]
}

/**
 * What is remembered of a resource's lists for a few seconds, so that a total is not counted for every page and a deep
 * page does not walk from the start (performance.md P3, P4). Any write through the engine empties it.
 */
export interface ListMemory {
  readonly totals: Map<string, { readonly until: number; readonly total: Promise<Total> }>
  readonly anchors: Map<string, { readonly until: number; readonly list: PageAnchor[] }>
}

export interface Total {
  readonly total: number
  readonly totalCapped: boolean
}

/** How long totals and anchors may be behind writes of other processes. */
export const MEMORY_MS = 4_000
const MOST_LISTS = 2_000

const memories = new WeakMap<object, Map<string, ListMemory>>()

/** The memory of one resource over one database. */
export function listMemory(db: Queryable, resource: string): ListMemory {
  const byResource = memories.get(db) ?? new Map<string, ListMemory>()
  memories.set(db, byResource)
  const memory = byResource.get(resource) ?? { totals: new Map(), anchors: new Map() }
  byResource.set(resource, memory)
  return memory
}

/** After a change: the next list counts anew. */
export function forgetLists(db: Queryable, resource: string): void {
  memories.get(db)?.delete(resource)
}

/** Keeps a map from growing: the oldest entry goes. */
export function bounded<K, V>(map: Map<K, V>): void {
  if (map.size <= MOST_LISTS) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
