import { useLayoutEffect, type RefObject } from 'react'
import { columnsWithin, type Placement } from '../model/layout.ts'
import type { CellId, RowId } from '../model/row.ts'
import { isScaled, rowWindow, scrollTopFor, seenRows, stepOf } from '../model/window.ts'
import type { CellBox } from './CellEditor.tsx'
import type { TableContext } from './context.ts'
import { statisticsOfTable } from './Foot.tsx'
import { headHeight, statisticsHeight } from './sizes.ts'
import { useSeen, type Seen } from './use-scroll.ts'

/** Rows drawn above and below what is seen at any place of a step. */
const spareRows = 2
/** px of scrolling sideways that draw no other columns. */
const sideStep = 120

/** Where everything of the grid stands, px; worked out from the size of the scroller, never measured cell by cell. */
export interface Geometry {
  readonly ids: readonly RowId[]
  readonly seen: Seen
  /** Heights of the header and of the statistics, and what they leave to the rows. */
  readonly head: number
  readonly foot: number
  readonly room: number
  /** Rows that are drawn, and the height of the body. */
  readonly first: number
  readonly end: number
  readonly height: number
  readonly shift: number
  /** The most rows that are drawn at once. */
  readonly drawn: number
  readonly placement: Placement
  /** Width that does not scroll: lead columns and pinned ones; and that of a whole row. */
  readonly fixedWidth: number
  readonly width: number
  /** Scrolled columns that are drawn. */
  readonly from: number
  readonly last: number
  /** Rows on the pages before this one. */
  readonly firstNumber: number
  boxOf(row: number, column: number): CellBox | null
  /** Scrolls a cell into the window. */
  reveal(cell: CellId): void
  /** Scrolls a column into the window. */
  revealColumn(key: string): void
}

/** The geometry as it is now; it also tells the table how much width its columns share. */
export function useGeometry(
  context: TableContext,
  scroller: RefObject<HTMLElement | null>,
  maxHeight: number,
  onScroll: () => void,
): Geometry {
  const { table, rowHeight, leadWidth, size } = context
  const { ids, state } = table.view
  const step = isScaled(ids.length, rowHeight) ? 0 : stepOf(maxHeight, rowHeight)
  const seen = useSeen(scroller, { down: step * rowHeight, right: sideStep }, onScroll)
  const head = headHeight[size]
  const foot = statisticsOfTable(context).length * statisticsHeight
  const room = Math.max(0, seen.height - head - foot)
  const place = { scrollTop: seen.scrollTop, room, rowHeight, count: ids.length }
  const { first, end, height, shift } = rowWindow(place, spareRows, step)
  useLayoutEffect(() => {
    if (seen.width > 0) table.setRoom(seen.width - leadWidth)
  }, [table, seen.width, leadWidth])
  const { placement } = table
  const { columns, pinnedWidth, scrolledWidth } = placement
  const fixedWidth = leadWidth + pinnedWidth
  const [from, last] = columnsWithin(
    placement,
    seen.scrollLeft,
    Math.max(0, seen.width - fixedWidth) + sideStep,
  )

  const revealColumn = (key: string) => {
    const element = scroller.current
    const placed = columns.find(({ column }) => column.key === key)
    if (!element || !placed || placed.isPinned) return
    const seenWidth = element.clientWidth - fixedWidth
    // A column wider than the room shows its beginning.
    if (placed.left < element.scrollLeft || placed.width > seenWidth) element.scrollTo({ left: placed.left })
    else if (placed.left + placed.width > element.scrollLeft + seenWidth)
      element.scrollTo({ left: placed.left + placed.width - seenWidth })
  }
  return {
    ids,
    seen,
    head,
    foot,
    room,
    first,
    end,
    height,
    shift,
    drawn: seenRows(room, rowHeight) + 2 * spareRows + step,
    placement,
    fixedWidth,
    width: Math.max(seen.width, fixedWidth + scrolledWidth),
    from,
    last,
    firstNumber: state.page ? (state.page.current - 1) * state.page.pageSize : 0,
    boxOf(row, column) {
      const placed = columns[column]
      if (row < 0 || !placed) return null
      return {
        top: row * rowHeight - shift,
        left: placed.left + (placed.isPinned ? leadWidth : fixedWidth),
        width: placed.width,
        height: rowHeight,
        isPinned: placed.isPinned,
        isLow: row > 0 && (row + 2) * rowHeight - shift > seen.scrollTop + room,
      }
    },
    reveal(cell) {
      const element = scroller.current
      if (!element) return
      const row = table.view.indexOf(cell.id)
      // The size as it is now: the tab it stands in may have been opened a moment ago.
      const now = { scrollTop: element.scrollTop, room: Math.max(0, element.clientHeight - head - foot) }
      const top = scrollTopFor(row, { ...place, ...now })
      if (top !== null) element.scrollTo({ top })
      revealColumn(cell.key)
    },
    revealColumn,
  }
}
