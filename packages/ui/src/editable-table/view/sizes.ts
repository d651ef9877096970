/** Row heights by size, px; `medium` is the one of spec/2-data-entry.md §9. */
export const rowHeights = { medium: 61, small: 48, mini: 40, tiny: 32, touch: 56 } as const
export type TableSize = keyof typeof rowHeights

export const statisticsHeight = 32
export const headHeight: Readonly<Record<TableSize, number>> = {
  medium: 48,
  small: 40,
  mini: 36,
  tiny: 32,
  touch: 48,
}

/** Widths of the columns before the data, px. */
const narrow = 40
const wide = 60

export type LeadKind = 'drag' | 'expand' | 'check' | 'number'
export interface LeadColumn {
  readonly kind: LeadKind
  readonly left: number
  readonly width: number
}

/** Handle, expander, box and number, in this order (spec/5-screens.md §13.1); the first is wide over statistics. */
export function leadColumns(
  shown: Readonly<Record<LeadKind, boolean>>,
  hasStatistics: boolean,
): readonly LeadColumn[] {
  let left = 0
  return (['drag', 'expand', 'check', 'number'] as const)
    .filter((kind) => shown[kind])
    .map((kind, at) => {
      const width = kind === 'number' || (at === 0 && hasStatistics) ? wide : narrow
      const column = { kind, left, width }
      left += width
      return column
    })
}

export const leadWidth = (lead: readonly LeadColumn[]): number =>
  lead.reduce((sum, { width }) => sum + width, 0)
