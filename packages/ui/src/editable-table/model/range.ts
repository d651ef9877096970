import type { CellId, RowId } from './row.ts'

/** A rectangle of cells by place, both ends included. */
export interface Rectangle {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

interface Facts {
  readonly indexOf: (id: RowId) => number
  readonly rowAt: (index: number) => RowId | undefined
  readonly rowCount: () => number
  readonly columnOf: (key: string) => number
  readonly columnAt: (index: number) => string | undefined
  readonly columnCount: () => number
}

/**
 * The active cell and the rectangle between it and the cell the rectangle began at. Both ends are kept as cells, not as
 * places, so a sort or an insertion moves the rectangle with its rows.
 */
export class CellRange {
  #active: CellId | null = null
  #anchor: CellId | null = null
  readonly #facts: Facts
  readonly #changed: (before: Rectangle | null) => void

  constructor(facts: Facts, changed: (before: Rectangle | null) => void) {
    this.#facts = facts
    this.#changed = changed
  }

  get active(): CellId | null {
    return this.#active
  }

  /** The rectangle by place; null where nothing is active or its cell is not shown. */
  get rectangle(): Rectangle | null {
    if (!this.#active || !this.#anchor) return null
    const [row, anchorRow] = [this.#facts.indexOf(this.#active.id), this.#facts.indexOf(this.#anchor.id)]
    const [column, anchorColumn] = [
      this.#facts.columnOf(this.#active.key),
      this.#facts.columnOf(this.#anchor.key),
    ]
    if (row < 0 || column < 0) return null
    const [otherRow, otherColumn] = [
      anchorRow < 0 ? row : anchorRow,
      anchorColumn < 0 ? column : anchorColumn,
    ]
    return {
      top: Math.min(row, otherRow),
      bottom: Math.max(row, otherRow),
      left: Math.min(column, otherColumn),
      right: Math.max(column, otherColumn),
    }
  }

  /** Makes a cell active; `extend` keeps the other end of the rectangle where it is. */
  activate(cell: CellId | null, extend = false): void {
    const before = this.rectangle
    this.#active = cell
    if (!extend || !cell || !this.#anchor) this.#anchor = cell
    this.#changed(before)
  }

  /** The rectangle from the cell it began at to a place. */
  stretchTo(row: number, column: number): void {
    const cell = this.#cell(row, column)
    if (cell) this.activate(cell, true)
  }

  /** All cells of the page. */
  all(): void {
    const before = this.rectangle
    const first = this.#cell(0, 0)
    const last = this.#cell(this.#facts.rowCount() - 1, this.#facts.columnCount() - 1)
    if (!first || !last) return
    this.#anchor = first
    this.#active = last
    this.#changed(before)
  }

  /** Moves the active cell by places; at the edges it stays. `extend` stretches the rectangle. */
  move(rows: number, columns: number, extend = false): CellId | null {
    const { active } = this
    const row = active ? this.#facts.indexOf(active.id) : 0
    const column = active ? this.#facts.columnOf(active.key) : 0
    const cell = this.#cell(
      clamp(row + rows, this.#facts.rowCount() - 1),
      clamp(column + columns, this.#facts.columnCount() - 1),
    )
    if (cell) this.activate(cell, extend)
    return cell
  }

  /** The next cell in reading order, or the one before; null at the end of the table. */
  beside(step: 1 | -1): CellId | null {
    if (!this.#active) return null
    const count = this.#facts.columnCount()
    const at = this.#facts.indexOf(this.#active.id) * count + this.#facts.columnOf(this.#active.key) + step
    return at < 0 ? null : this.#cell(Math.floor(at / count), at % count)
  }

  #cell(row: number, column: number): CellId | null {
    const id = this.#facts.rowAt(row)
    const key = this.#facts.columnAt(column)
    return id === undefined || key === undefined ? null : { id, key }
  }
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most))
