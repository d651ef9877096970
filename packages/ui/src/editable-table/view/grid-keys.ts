import type { KeyboardEvent } from 'react'
import { commandOf } from '../model/keyboard.ts'
import { clearRange, fillFirst, type Written } from '../model/range-edits.ts'
import type { CellId, RowId } from '../model/row.ts'
import type { Table } from '../model/table.ts'

/** What the keys of the grid act on beside the table. */
export interface KeyHands {
  readonly hasTree: boolean
  /** Rows that PageUp and PageDown move by. */
  readonly pageRows: number
  enter(cell: CellId | null): void
  /** To the cell beside the active one, in reading order. */
  step(by: 1 | -1): void
  edit(): void
  say(text: string): void
  told(verb: string, written: Written): void
  find(): void
  turnBack(which: 'undo' | 'redo'): void
  expand(id: RowId): void
  insertBelow(id: RowId): void
  openRowMenu(id: RowId): void
  /** The header of a column becomes what the keys act on. */
  enterHead(key: string): void
}

const isMenuKey = ({ key, shiftKey }: KeyboardEvent) => key === 'ContextMenu' || (key === 'F10' && shiftKey)

/** Does what a key asks of the table while no cell is edited, as in a spreadsheet (model/keyboard.ts names the keys). */
export function pressKey(event: KeyboardEvent, table: Table, hands: KeyHands): void {
  const { range } = table
  const cell = range.active
  if (cell && isMenuKey(event)) {
    event.preventDefault()
    if (!table.isReadOnly) hands.openRowMenu(cell.id)
    return
  }
  const command = commandOf(event.nativeEvent)
  if (!command) return
  // At either end of the table Tab goes on to what stands beside it, so the keyboard is never caught here.
  if (command.do === 'next' && !range.beside(command.step)) return
  // Nothing is active any more: the dialog around the table may close.
  if (command.do === 'leave' && !cell) return
  event.preventDefault()
  event.stopPropagation()
  const { columns } = table.placement
  const rowCount = table.view.ids.length
  switch (command.do) {
    case 'move': {
      const isOnTop = rowCount === 0 || (cell !== null && table.view.indexOf(cell.id) === 0)
      const key = cell?.key ?? columns[0]?.column.key
      if (command.rows < 0 && isOnTop && !command.extend && key !== undefined) return hands.enterHead(key)
      return hands.enter(range.move(command.rows, command.columns, command.extend))
    }
    case 'edge':
      return hands.enter(
        range.move(command.rows * rowCount, command.columns * columns.length, command.extend),
      )
    case 'page':
      return hands.enter(range.move(command.rows * hands.pageRows, 0, command.extend))
    case 'next':
      return hands.step(command.step)
    case 'edit':
      return hands.edit()
    case 'clear':
      return hands.told('清空', clearRange(table))
    case 'toggle':
      if (cell && !table.toggle(cell)) {
        table.selection.toggle(cell.id)
        const verb = table.selection.has(cell.id) ? '已勾选' : '未勾选'
        hands.say(`${verb}第 ${table.view.indexOf(cell.id) + 1} 行`)
      }
      return
    case 'fillDown':
      return hands.told('填充', fillFirst(table, 'down'))
    case 'fillRight':
      return hands.told('填充', fillFirst(table, 'right'))
    case 'undo':
    case 'redo':
      return hands.turnBack(command.do)
    case 'selectAll':
      return range.all()
    case 'insertBelow':
      if (cell && table.mayAdd) hands.insertBelow(cell.id)
      return
    case 'moveRow':
      if (cell && !table.shiftRow(cell.id, command.step))
        hands.say(table.isOwnOrder ? '已在边界，不能再移动' : '排序或筛选时不能移动行，请先恢复原顺序')
      return hands.enter(cell)
    case 'open':
      if (cell && hands.hasTree && table.isExpanded(cell.id) !== command.isOpen) hands.expand(cell.id)
      return
    case 'find':
      return hands.find()
    case 'leave':
      return range.activate(null)
  }
}
