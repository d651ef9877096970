import type { CellTypes } from './cell-type.ts'
import type { Column } from './column.ts'

/** What a person changed about the columns; kept under the table's key. */
export interface ColumnSettings {
  /** Keys in the order the person wants; columns that came later stand at their own place. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  readonly pinned: readonly string[]
  /** px by key. */
  readonly widths: Readonly<Record<string, number>>
}

export const noSettings: ColumnSettings = { order: [], hidden: [], pinned: [], widths: {} }

/** A column where it stands: `left` is px from the beginning of its part, the pinned or the scrolled one. */
export interface PlacedColumn {
  readonly column: Column
  readonly left: number
  readonly width: number
  readonly isPinned: boolean
}

export interface Placement {
  /** In the order they are read: pinned ones first. */
  readonly columns: readonly PlacedColumn[]
  readonly pinnedCount: number
  readonly pinnedWidth: number
  readonly scrolledWidth: number
}

/** Nobody draws a column narrower, px. */
export const narrowest = 48

const rank = (column: Column, order: readonly string[], at: number): number => {
  const place = order.indexOf(column.key)
  return place === -1 ? at : place
}

/**
 * Where each column stands. `room` px are to be filled: columns without a width of their own share what is left, none
 * becomes narrower than its type wants; what does not fit is scrolled.
 */
export function placeColumns(
  columns: readonly Column[],
  types: CellTypes,
  settings: ColumnSettings = noSettings,
  room = 0,
): Placement {
  const least = (column: Column) => Math.max(column.minWidth ?? 0, types.of(column).width)
  const wantsPin = ({ fixed, key }: Column) => fixed === 'left' || settings.pinned.includes(key)
  const ownWidth = ({ key, width }: Column) => settings.widths[key] ?? width
  const candidates = columns
    .filter((column) => column.type !== 'hidden' && !settings.hidden.includes(column.key))
    .map((column, at) => ({ column, at: rank(column, settings.order, at), own: ownWidth(column) }))
    .sort((a, b) => a.at - b.at)
  // Pinned columns take half of the room at most: on a phone the others could not be seen.
  let pinnedRoom = 0
  const shown = candidates
    .map((each) => {
      const width = each.own ?? least(each.column)
      const isPinned = wantsPin(each.column) && (room === 0 || pinnedRoom + width <= room / 2)
      if (isPinned) pinnedRoom += width
      return { ...each, isPinned }
    })
    .sort((a, b) => Number(b.isPinned) - Number(a.isPinned))
  const taken = shown.reduce((sum, { column, own }) => sum + (own ?? least(column)), 0)
  const elastic = shown.filter(({ own, isPinned }) => own === undefined && !isPinned)
  const extra = elastic.length === 0 ? 0 : Math.max(0, Math.floor((room - taken) / elastic.length))
  let [pinnedWidth, scrolledWidth] = [0, 0]
  const placed = shown.map(({ column, isPinned, own }): PlacedColumn => {
    const width = Math.max(narrowest, own ?? least(column) + (isPinned ? 0 : extra))
    const left = isPinned ? pinnedWidth : scrolledWidth
    if (isPinned) pinnedWidth += width
    else scrolledWidth += width
    return { column, left, width, isPinned }
  })
  return {
    columns: placed,
    pinnedCount: placed.filter(({ isPinned }) => isPinned).length,
    pinnedWidth,
    scrolledWidth,
  }
}

/** The first and the one after the last scrolled column that stand in a window of `width` px from `from`. */
export function columnsWithin(placement: Placement, from: number, width: number): readonly [number, number] {
  const { columns, pinnedCount } = placement
  let start = pinnedCount
  while (start < columns.length - 1 && endOf(columns[start]) <= from) start++
  let end = start
  while (end < columns.length && (columns[end]?.left ?? 0) < from + width) end++
  return [start, end]
}
const endOf = (placed: PlacedColumn | undefined) => (placed ? placed.left + placed.width : 0)

/** Settings after a column was moved to stand before or behind another. */
export function movedColumn(
  settings: ColumnSettings,
  shown: readonly string[],
  key: string,
  to: number,
): ColumnSettings {
  const rest = shown.filter((each) => each !== key)
  return { ...settings, order: rest.toSpliced(to, 0, key) }
}

/** Settings as they were kept, when they can be read; what is not understood is let go. */
export function readSettings(text: string | null): ColumnSettings {
  if (text === null) return noSettings
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null) return noSettings
    const list = (name: string) => {
      const value: unknown = Reflect.get(kept, name)
      return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
    }
    const widths: unknown = Reflect.get(kept, 'widths')
    return {
      order: list('order'),
      hidden: list('hidden'),
      pinned: list('pinned'),
      widths: Object.fromEntries(
        Object.entries(typeof widths === 'object' && widths !== null ? widths : {}).filter(
          (each): each is [string, number] => typeof each[1] === 'number' && each[1] >= narrowest,
        ),
      ),
    }
  } catch (error) {
    if (error instanceof SyntaxError) return noSettings
    throw error
  }
}
