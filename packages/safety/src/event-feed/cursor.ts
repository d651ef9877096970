import { feedSources, type FeedSource } from '@suoan/contract'
import { fail } from '@suoan/platform/fail'

/** The place of an event in the stream: newest first, and within one moment by its log and its id. */
export interface FeedPlace {
  /** ISO 8601 to the millisecond. */
  readonly at: string
  readonly source: FeedSource
  readonly id: string
}

/** Negative when `a` stands before `b`, that is when it is the newer one. */
export function inFeedOrder(a: FeedPlace, b: FeedPlace): number {
  if (a.at !== b.at) return a.at > b.at ? -1 : 1
  if (a.source !== b.source) return a.source < b.source ? -1 : 1
  return a.id === b.id ? 0 : a.id > b.id ? -1 : 1
}

export const writeCursor = ({ at, source, id }: FeedPlace): string => `${at}_${source}_${id}`

/** @throws BAD_INPUT for a text that no answer gave */
export function readCursor(text: string): FeedPlace {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([A-Za-z]{1,20})_([\w-]{1,32})$/.exec(text)
  const [, at = '', name = '', id = ''] = match ?? []
  const source = feedSources.find((each) => each === name)
  if (source === undefined || Number.isNaN(Date.parse(at)))
    throw fail('BAD_INPUT', { detail: '翻页标记无效，请重新查询' })
  return { at, source, id }
}

/**
 * What of one log stands behind a place, as a condition on its time and id: a log that comes first within a moment begins
 * before that moment, one that comes later still has the rows of the moment itself.
 * @param n number of the first free parameter of the statement
 */
export function behindPlace(
  place: FeedPlace | null,
  source: FeedSource,
  columns: { readonly time: string; readonly id: string },
  n: number,
): { readonly text: string; readonly values: readonly string[] } {
  if (place === null) return { text: '', values: [] }
  const { time, id } = columns
  if (source === place.source)
    return {
      text: `and (${time}, ${id}) < ($${n}::timestamptz, $${n + 1}::text)`,
      values: [place.at, place.id],
    }
  const sign = source > place.source ? '<=' : '<'
  return { text: `and ${time} ${sign} $${n}::timestamptz`, values: [place.at] }
}
