import type { FeedEvent, FeedKind, FeedPage } from '@suoan/contract'

/** The stream as far as it has been read, newest first. */
export interface FeedRows {
  readonly events: readonly FeedEvent[]
  /** Fetches what is older than the last event; null where there is nothing, or no room for it. */
  readonly cursor: string | null
  /** As many events as are kept: what is older is looked for in its own log. */
  readonly isFull: boolean
  readonly kinds: readonly FeedKind[]
  readonly readTime: string
}

/** A page that is open for days keeps no more than this. */
export const mostRows = 500

export const keyOf = ({ source, id }: Pick<FeedEvent, 'source' | 'id'>): string => `${source}:${id}`

/**
 * The stream with its newest page: what both have stands once, as it is now. Where so much has happened meanwhile that the
 * page does not reach down to what was read before, the stream begins anew with it: a gap would look like silence.
 */
export function withNewest(before: FeedRows | undefined, page: FeedPage): FeedRows {
  const fresh = new Set(page.events.map(keyOf))
  const isJoined = before?.events.some((event) => fresh.has(keyOf(event))) ?? false
  const rest = isJoined ? (before?.events ?? []).filter((event) => !fresh.has(keyOf(event))) : []
  const cursor = isJoined && before !== undefined && !before.isFull ? before.cursor : page.cursor
  return bounded({
    events: [...page.events, ...rest],
    cursor: isJoined && before?.isFull ? null : cursor,
    isFull: isJoined && (before?.isFull ?? false),
    kinds: page.kinds,
    readTime: page.readTime,
  })
}

/** The stream with the page behind its end. */
export function withOlder(before: FeedRows, page: FeedPage): FeedRows {
  const known = new Set(before.events.map(keyOf))
  return bounded({
    ...before,
    events: [...before.events, ...page.events.filter((event) => !known.has(keyOf(event)))],
    cursor: page.cursor,
  })
}

function bounded(rows: FeedRows): FeedRows {
  if (rows.events.length <= mostRows) return rows
  return { ...rows, events: rows.events.slice(0, mostRows), cursor: null, isFull: true }
}

/** How many events have come that a stopped picture does not show. */
export function newSince(frozen: FeedRows, now: FeedRows): number {
  const known = new Set(frozen.events.map(keyOf))
  const end = now.events.findIndex((event) => known.has(keyOf(event)))
  return end < 0 ? now.events.length : end
}

/** How long it took until it was known, in words; empty where it is not told. */
export function latencyText(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds < 1) return '<1 s'
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} 分钟`
  return `${Math.round(seconds / 3600)} 小时`
}
