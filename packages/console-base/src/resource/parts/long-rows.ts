/** What is drawn of a list that is too long to be drawn whole (decision 0761): chunks of its rows, by their number from 0. */

/** Rows of one chunk: so few that those of some chunks are drawn and laid out well within a frame. */
export const chunkSize = 4

/**
 * So many chunks come in one frame. A wheel at 24,000 px/s needs two; all that a jump brings would be more rows than are drawn
 * and laid out within a frame.
 */
const chunksInFrame = 3

/**
 * The chunks that stand between two heights of the list, the first and the last of them.
 * @param heightOf height of a chunk as it was last drawn, px
 * @param from px from the top of the first row
 */
export function chunksBetween(
  count: number,
  heightOf: (at: number) => number,
  from: number,
  to: number,
): readonly [first: number, last: number] {
  let first = 0
  let top = 0
  while (first < count - 1 && top + heightOf(first) <= from) {
    top += heightOf(first)
    first += 1
  }
  let last = first
  let bottom = top + heightOf(first)
  while (last < count - 1 && bottom < to) {
    last += 1
    bottom += heightOf(last)
  }
  return [first, last]
}

/**
 * What is drawn in the next frame: of what is drawn all that is still near, and of what is missing the chunks nearest to the
 * middle, `chunksInFrame` at most.
 * @param kept stays though it is not near: the keyboard stands in it
 */
export function nextDrawn(
  drawn: ReadonlySet<number>,
  [first, last]: readonly [first: number, last: number],
  kept: number | null,
): { readonly drawn: ReadonlySet<number>; readonly isWhole: boolean } {
  const stays = [...drawn].filter((at) => (at >= first && at <= last) || at === kept)
  const middle = (first + last) / 2
  const missing = Array.from({ length: last - first + 1 }, (_, n) => first + n)
    .filter((at) => !drawn.has(at))
    .toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
  const come = missing.slice(0, chunksInFrame)
  const isSame = come.length === 0 && stays.length === drawn.size
  return { drawn: isSame ? drawn : new Set([...stays, ...come]), isWhole: come.length === missing.length }
}

/** A chunk that is drawn, or so many in one that are not. */
export type Segment =
  | { readonly kind: 'chunk'; readonly at: number }
  | { readonly kind: 'gap'; readonly at: number; readonly height: number }

/** The list from top to bottom: what is not drawn stands in one gap between those that are. */
export function segmentsOf(
  count: number,
  drawn: ReadonlySet<number>,
  heightOf: (at: number) => number,
): Segment[] {
  const segments: Segment[] = []
  for (let at = 0; at < count; at += 1) {
    const before = segments.at(-1)
    if (drawn.has(at)) segments.push({ kind: 'chunk', at })
    else if (before?.kind === 'gap')
      segments[segments.length - 1] = { ...before, height: before.height + heightOf(at) }
    else segments.push({ kind: 'gap', at, height: heightOf(at) })
  }
  return segments
}
