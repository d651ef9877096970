import { codeSeries } from './fill-code.ts'
import { dateSeries } from './fill-date.ts'
import { numberSeries } from './fill-number.ts'
import type { Series } from './fill-number.ts'

/** What the cells of a column hold, as far as filling goes; what was chosen is copied, whatever code stands behind it. */
export type FillKind = 'text' | 'number' | 'date' | 'copy'

/** Dates first: the end of one is digits, but no number of a code. A text that reads like a number is one. */
const seriesOf: Record<FillKind, (source: readonly unknown[]) => Series | null> = {
  number: numberSeries,
  date: dateSeries,
  text: (source) => dateSeries(source) ?? numberSeries(source) ?? codeSeries(source),
  copy: () => null,
}

/**
 * The next `count` values when the fill handle is drawn from `source` down or to the right, with `back` up or to the
 * left; the first of the answer is the one beside the source, in either direction. Numbers and codes with a constant
 * step go on, one code counts by 1, one number or one date is copied (design/pitfalls.md §1.11), two dates go on by
 * their months or days. Everything else is repeated; of an empty source there is nothing to fill.
 */
export function fillSeries(
  source: readonly unknown[],
  count: number,
  kind: FillKind,
  { back = false }: { readonly back?: boolean } = {},
): unknown[] {
  if (source.length === 0) return []
  const { length } = source
  const repeated = (index: number): unknown => source[((index % length) + length) % length]
  const series = seriesOf[kind](source)
  return Array.from({ length: Math.max(0, count) }, (_, n) => {
    const index = back ? -1 - n : length + n
    return series?.(index) ?? repeated(index)
  })
}
