import type { ColumnRegular } from '@revolist/revogrid'
import {
  changedRow,
  changedText,
  columns,
  columnWidth,
  compareTexts,
  makePaste,
  newRowText,
  numberKey,
  textKey,
  textOf,
  type BenchRow,
} from './data.ts'
import { offer } from './harness.ts'
import { defineCustomElements } from './revo-parts.ts'
import './page.css'

defineCustomElements()

const revoColumns: ColumnRegular[] = columns.map(({ key, title, type }) => ({
  prop: key,
  name: title,
  size: columnWidth,
  sortable: true,
  ...(type === 'select' || type === 'checkbox'
    ? { cellTemplate: (_create, { value }) => textOf(type, value) }
    : {}),
  ...(type === 'input'
    ? { cellCompare: (prop, a, b) => compareTexts(a[prop], b[prop]) }
    : type === 'inputNumber'
      ? { cellCompare: (prop, a, b) => Number(a[prop]) - Number(b[prop]) }
      : {}),
}))

let grid: HTMLRevoGridElement | null = null
const element = () => {
  if (!grid) throw new Error('the grid is not mounted')
  return grid
}
const columnOf = (key: string): ColumnRegular => {
  const found = revoColumns.find(({ prop }) => prop === key)
  if (!found) throw new Error(`no column ${key}`)
  return found
}
/** It knows no texts of choices: the values themselves stand in the text. */
const clipboardData = new DataTransfer()
clipboardData.setData(
  'text/plain',
  makePaste()
    .map((value) => columns.map(({ key }) => String(value[key])).join('\t'))
    .join('\n'),
)

offer({
  cell: '.rgCell',
  async mount(host, rows) {
    grid = document.createElement('revo-grid')
    grid.style.height = '100%'
    grid.rowSize = 40
    grid.range = true
    grid.applyOnClose = true
    grid.columns = revoColumns
    grid.source = rows
    const drawn = new Promise<void>((resolve) =>
      grid?.addEventListener('aftergridrender', () => resolve(), { once: true }),
    )
    host.append(grid)
    await drawn
  },
  unmount: () => grid?.remove(),
  scroller: (host) => host.querySelector<HTMLElement>('.vertical-inner'),
  set: () =>
    element().setDataAt({ row: changedRow, col: 0, val: changedText, rowType: 'rgRow', colType: 'rgCol' }),
  async insert() {
    element().source = [{ id: 'new', [textKey]: newRowText }, ...element().source]
  },
  sortNumber: () => element().updateColumnSorting(columnOf(numberKey), 'asc', false),
  sortText: () => element().updateColumnSorting(columnOf(textKey), 'asc', false),
  clearSort: () => element().clearSorting(),
  // Rows are ticked in the Pro edition only: the range of all cells.
  selectAll: () =>
    element().setCellsFocus({ x: 0, y: 0 }, { x: columns.length - 1, y: element().source.length - 1 }),
  clearSelection: () => element().clearFocus(),
  // As if it came from the keyboard: the grid reads a text of tabs and lines.
  async paste() {
    await element().setCellsFocus({ x: 0, y: 0 }, { x: 0, y: 0 })
    await new Promise((resolve) => requestAnimationFrame(resolve))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  },
  async selected() {
    const range = await element().getSelectedRange()
    return range ? (range.y1 - range.y + 1) * (range.x1 - range.x + 1) : 0
  },
  async value(row, key) {
    const shown: readonly BenchRow[] = await element().getVisibleSource()
    return shown[row]?.[key]
  },
})
