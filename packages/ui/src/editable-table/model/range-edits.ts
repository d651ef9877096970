import type { CellChange, Column } from './column.ts'
import { boxValues, isUnreadable, type CellType } from './cell-type.ts'
import { fillSeries } from './fill.ts'
import type { Rectangle } from './range.ts'
import type { Row } from './row.ts'
import { partsOfRows } from './row-parts.ts'
import type { Table } from './table.ts'

/** What a paste or a fill did, to be said aloud. */
export interface Written {
  readonly cells: number
  /** Rows that were added to hold what did not fit. */
  readonly rows: number
  /** Cells nobody may edit were left as they are (design/pitfalls.md §1.9). */
  readonly protectedCells: number
  /** Texts that are no value of their column, with the first reason. */
  readonly unreadable: number
  readonly problem: string | null
  /** Lines and columns of what was pasted for which there is no place. */
  readonly beyondRows: number
  readonly beyondColumns: number
}

/** The texts of the range, as they go to the clipboard. */
export function copyRange(table: Table): readonly (readonly string[])[] {
  const rectangle = table.range.rectangle
  if (!rectangle) return []
  const columns = columnsOf(table, rectangle)
  return table.view.ids.slice(rectangle.top, rectangle.bottom + 1).map((id) => {
    const row = table.store.row(id)
    return columns.map((column) => (row && !column.hideInCopy ? table.text(row, column) : ''))
  })
}

/** Empties the cells of the range. */
export function clearRange(table: Table): Written {
  const rectangle = table.range.rectangle
  if (!rectangle) return nothingWritten
  const columns = columnsOf(table, rectangle)
  const ids = table.view.ids.slice(rectangle.top, rectangle.bottom + 1)
  return write(
    table,
    '清空',
    ids.flatMap((id) =>
      columns.map((column) => ({ id, key: column.key, value: emptyValue(table.typeOf(column), column) })),
    ),
  )
}

/**
 * Writes texts from the active cell on; one text fills the whole range. Lines beyond the last row become new rows. However
 * many cells it is, it is one edit, one notification and one pass of validation.
 */
export function pasteTexts(table: Table, texts: readonly (readonly string[])[]): Written {
  const rectangle = table.range.rectangle
  if (!rectangle || texts.length === 0) return nothingWritten
  const { top, bottom, left, right } = rectangle
  const widest = Math.max(...texts.map((line) => line.length))
  // A range that holds the clipboard several times over is filled with it, as in a sheet.
  const height = filledBy(bottom - top + 1, texts.length)
  const width = filledBy(right - left + 1, widest)
  const columns = table.placement.columns.slice(left, left + width).map(({ column }) => column)
  // Lines go on over the end of the page.
  const { page } = table.view.state
  const from = top + (page ? (page.current - 1) * page.pageSize : 0)
  const there = table.view.all.slice(from, from + height)
  const missing = height - there.length
  // In a tree nobody knows under which parent new rows belong.
  const grows = missing > 0 && table.mayAdd && table.isOwnOrder && !table.isTree
  const added = grows ? Array.from({ length: missing }, () => table.newRow({})) : []
  const targets = [...there, ...added.map(({ id }) => id)]
  const made = new Map(added.map((row) => [row.id, row]))
  const cells = columns.map((column) => ({
    column,
    key: column.key,
    read: reader(table.typeOf(column)),
    // What is the same for all rows is asked once, not for each of thousands.
    isOpen: typeof column.disabled === 'function' ? null : table.takesColumn(column, { id: '' }),
  }))
  const isLinked = columns.some(({ type }) => type === 'linkage')
  const everyKey = cells.map(({ key }) => key)
  const rows: { readonly row: Row; readonly keys: readonly string[] }[] = []
  let count = 0
  let unreadable = 0
  let protectedCells = 0
  let problem: string | null = null
  targets.forEach((id, line) => {
    const before = made.get(id) ?? table.store.row(id) ?? { id }
    // Later columns of the line are read beside the values of the earlier ones: a city under its new province.
    const row: Record<string, unknown> & Row = { ...before }
    const isOpen = made.has(id) || !table.isDisabled(id)
    const written = texts[line % texts.length] ?? []
    let changed: string[] | null = null
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at]
      const text = written[at % widest]
      if (cell === undefined || text === undefined) continue
      const { column, key } = cell
      if (!isOpen || !(cell.isOpen ?? table.takesColumn(column, before))) {
        protectedCells++
        continue
      }
      const value = cell.read(text, column, row)
      if (isUnreadable(value)) {
        unreadable++
        problem ??= `${column.title}：${value.problem}`
        continue
      }
      count++
      // A level that is pasted anew belongs to the levels above it that are pasted too.
      if (!isLinked && Object.is(row[key], value)) continue
      row[key] = value
      if (changed) changed.push(key)
      else changed = [key]
    }
    if (changed) rows.push({ row, keys: changed.length === everyKey.length ? everyKey : changed })
  })
  const edit = table.history.edit('粘贴', (editing) => {
    editing.insert(null, table.store.children(null)?.length ?? 0, added)
    if (isLinked) {
      const changes = rows.flatMap(({ row, keys }) =>
        keys.map((key) => ({ id: row.id, key, value: row[key] })),
      )
      for (const [id, part] of partsOfRows(table.linked(changes).changes)) editing.set(id, part)
    } else for (const { row, keys } of rows) editing.replace(row, keys)
  })
  if (added.length > 0) table.report({ kind: 'added', rows: added })
  if (edit) table.reportCells(edit)
  return {
    cells: count,
    rows: added.length,
    protectedCells,
    unreadable,
    problem,
    beyondRows: height - targets.length,
    beyondColumns: width - columns.length,
  }
}

/** How a paste reads texts into one column: what repeats is read once. */
function reader({ read, repeats }: CellType): CellType['read'] {
  if (!repeats) return read
  const known = new Map<string, unknown>()
  return (text, column) => {
    const value = known.get(text)
    if (value !== undefined || known.has(text)) return value
    const own = read(text, column)
    known.set(text, own)
    return own
  }
}

const filledBy = (room: number, size: number): number => (room % size === 0 ? room : size)

/** Continues the range downwards, or to the right, over `to`: what the fill handle does. */
export function fillRange(table: Table, from: Rectangle, to: Rectangle): Written {
  const changes: CellChange[] = []
  const misread: string[] = []
  const isDown = to.bottom > from.bottom || to.top < from.top
  const isBack = to.top < from.top || to.left < from.left
  if (isDown) {
    const count = isBack ? from.top - to.top : to.bottom - from.bottom
    const targets = isBack
      ? table.view.ids.slice(to.top, from.top).toReversed()
      : table.view.ids.slice(from.bottom + 1, to.bottom + 1)
    const sources = table.view.ids.slice(from.top, from.bottom + 1)
    for (const column of columnsOf(table, from)) {
      const values = sources.map((id) => table.store.row(id)?.[column.key])
      const series = fillSeries(values, count, table.typeOf(column).fills, { back: isBack })
      targets.forEach((id, index) => changes.push({ id, key: column.key, value: series[index] }))
    }
  } else {
    const own = columnsOf(table, from)
    const targets = table.placement.columns
      .slice(isBack ? to.left : from.right + 1, isBack ? from.left : to.right + 1)
      .map(({ column }) => column)
    const ordered = isBack ? targets.toReversed() : targets
    const fills = own[0] ? table.typeOf(own[0]).fills : 'text'
    for (const id of table.view.ids.slice(from.top, from.bottom + 1)) {
      const row = table.store.row(id)
      if (!row) continue
      const series = fillSeries(
        own.map(({ key }) => row[key]),
        ordered.length,
        fills,
        { back: isBack },
      )
      const [source] = own
      ordered.forEach((column, index) => {
        const read = source && readAcross(table, source, column, row, series[index])
        if (isUnreadable(read)) misread.push(`${column.title}：${read.problem}`)
        else changes.push({ id, key: column.key, value: read })
      })
    }
  }
  return write(table, '填充', changes, misread)
}

/** Ctrl+D and Ctrl+R: the first row, or column, of the range over the rest of it. */
export function fillFirst(table: Table, direction: 'down' | 'right'): Written {
  const rectangle = table.range.rectangle
  if (!rectangle) return nothingWritten
  const { top, bottom, left, right } = rectangle
  const changes: CellChange[] = []
  const misread: string[] = []
  const ids = table.view.ids.slice(top, bottom + 1)
  const columns = columnsOf(table, { top, bottom, left, right })
  for (const [line, id] of ids.entries())
    for (const [at, column] of columns.entries()) {
      const source = direction === 'down' ? ids[0] : id
      const from = direction === 'down' ? column : columns[0]
      if ((direction === 'down' ? line : at) === 0 || !source || !from) continue
      const row = table.store.row(source)
      if (!row) continue
      const value = from === column ? row[from.key] : readAcross(table, from, column, row, row[from.key])
      if (isUnreadable(value)) misread.push(`${column.title}：${value.problem}`)
      else changes.push({ id, key: column.key, value })
    }
  return write(table, '填充', changes, misread)
}

/**
 * A value of one column as a value of another: it is read as what people see, since the same code means another thing in
 * another list. What is chosen and never read goes over as it is, between columns of one type.
 */
function readAcross(table: Table, from: Column, to: Column, row: Row, value: unknown): unknown {
  const [source, target] = [table.typeOf(from), table.typeOf(to)]
  const read = target.read(source.text(value, from, row), to, row)
  const isChosen = source.name === target.name && target.editor === 'open' && !target.takesTyping
  return isUnreadable(read) && isChosen && to.options === undefined ? value : read
}

/** Why typing this value into the cell would be refused; null where it would be taken, or is never typed. */
function problemOf(table: Table, { id, key, value }: CellChange): string | null {
  const column = table.column(key)
  const row = table.store.row(id)
  if (!column || !row) return null
  const type = table.typeOf(column)
  if (type.editor !== 'text' && !type.takesTyping) return null
  const read = type.read(type.text(value, column, row), column, row)
  return isUnreadable(read) ? `${column.title}：${read.problem}` : null
}

const columnsOf = (table: Table, { left, right }: Rectangle): readonly Column[] =>
  table.placement.columns.slice(left, right + 1).map(({ column }) => column)

/** A cell that the page draws itself holds rules of its own: it is written there and not by the range around it. */
function isWritable(table: Table, { key }: CellChange): boolean {
  const column = table.column(key)
  return column !== undefined && table.typeOf(column).editor !== 'none'
}

/**
 * Writes what nobody is kept from editing and typing would take, and says how much was left. `misread` are the reasons of
 * cells for which there was no value at all.
 */
function write(
  table: Table,
  label: string,
  wanted: readonly CellChange[],
  misread: readonly string[] = [],
): Written {
  const open = wanted.filter((cell) => table.mayEdit(cell) && isWritable(table, cell))
  const problems = [...misread]
  const fitting = open.filter((cell) => {
    const problem = problemOf(table, cell)
    if (problem !== null) problems.push(problem)
    return problem === null
  })
  const { changes, refused } = table.linked(fitting)
  table.setMany(changes, label)
  return {
    ...nothingWritten,
    cells: fitting.length - refused,
    protectedCells: wanted.length - open.length,
    unreadable: problems.length + refused,
    problem: problems[0] ?? (refused > 0 ? '不在上一级之下' : null),
  }
}

const nothingWritten: Written = {
  cells: 0,
  rows: 0,
  protectedCells: 0,
  unreadable: 0,
  problem: null,
  beyondRows: 0,
  beyondColumns: 0,
}

const emptyValue = (type: CellType, column: Column): unknown =>
  type.editor === 'toggle' ? boxValues(column)[1] : null
