import type { KeyboardEvent } from 'react'
import { isComposing } from '../model/keyboard.ts'
import { movedColumn, narrowest } from '../model/layout.ts'
import type { Table } from '../model/table.ts'

/** What the keys of a column's header act on beside the table. */
export interface HeadHands {
  /** Another header, or with null none any more. */
  enterHead(key: string | null): void
  /** Down into the rows. */
  leaveDown(key: string): void
  openMenu(key: string): void
  say(text: string): void
}

/** px by which Alt and an arrow make a column wider or narrower. */
const widthStep = 16

/**
 * Keys while the header of a column is active: arrows walk, Enter and Space sort where the column is sorted, Shift+F10 or
 * Alt+Down opens its menu, Alt with an arrow makes it wider or narrower, Ctrl with an arrow moves it. True when the key was one
 * of these.
 */
export function pressHeadKey(event: KeyboardEvent, table: Table, key: string, hands: HeadHands): boolean {
  if (isComposing(event.nativeEvent)) return false
  const { columns } = table.placement
  const at = columns.findIndex(({ column }) => column.key === key)
  const placed = columns[at]
  if (!placed) return false
  const title = placed.column.title
  const done = () => {
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const isControl = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const by = event.key === 'ArrowLeft' ? -1 : 1
      const other = columns[at + by]
      if (event.altKey) {
        const width = Math.max(narrowest, placed.width + by * widthStep)
        table.arrange({ ...table.settings, widths: { ...table.settings.widths, [key]: width } })
        hands.say(`${title} 宽 ${width}`)
      } else if (isControl) {
        if (other && other.isPinned === placed.isPinned) {
          const shown = columns.map(({ column }) => column.key)
          table.arrange(movedColumn(table.settings, shown, key, at + by))
          hands.say(`${title} 已移到第 ${at + by + 1} 列`)
        } else hands.say(`${title} 已在边界，不能再移动`)
      } else if (other) hands.enterHead(other.column.key)
      return done()
    }
    case 'Home':
      hands.enterHead(columns[0]?.column.key ?? key)
      return done()
    case 'End':
      hands.enterHead(columns.at(-1)?.column.key ?? key)
      return done()
    case 'ArrowDown':
      if (event.altKey) hands.openMenu(key)
      else hands.leaveDown(key)
      return done()
    case 'ArrowUp':
      return done()
    case 'Enter':
    case ' ':
      if (placed.column.sorter) {
        table.turnSorting(key)
        hands.say(headText(table, key))
      } else hands.openMenu(key)
      return done()
    case 'ContextMenu':
      hands.openMenu(key)
      return done()
    case 'F10':
      if (!event.shiftKey) return false
      hands.openMenu(key)
      return done()
    case 'Escape':
      hands.enterHead(null)
      return done()
    default:
      return false
  }
}

/** What a screen reader is told of a header. */
export function headText(table: Table, key: string): string {
  const { sorting } = table.view.state
  const column = table.column(key)
  const order = sorting?.key === key ? (sorting.descending ? '，降序' : '，升序') : ''
  const words = table.columnFilters.get(key)
  const filter = words === undefined ? '' : `，已筛选“${words}”`
  return `列标题 ${column?.title ?? key}${order}${filter}，${column?.sorter ? '回车排序，' : ''}Alt 加向下键打开菜单`
}
