import type { PlacedColumn } from './layout.ts'
import type { CellId, RowId } from './row.ts'

/** A rectangle of cells by place, both ends included. */
export interface Rectangle {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

interface Facts {
  /** The rows and columns as they are shown: other lists as soon as they are shown otherwise. */
  readonly ids: () => readonly RowId[]
  readonly columns: () => readonly PlacedColumn[]
  readonly indexOf: (id: RowId) => number
}

/** A rectangle with all that it was worked out from. */
interface Known {
  readonly ids: readonly RowId[]
  readonly columns: readonly PlacedColumn[]
  readonly rectangle: Rectangle | null
}

/**
 * The active cell and the rectangle between it and the cell the rectangle began at. Both ends are kept as cells, not as
 * places, so a sort or an insertion moves the rectangle with its rows.
 */
export class CellRange {
  #active: CellId | null = null
  #anchor: CellId | null = null
  #known: Known | null = null
  readonly #facts: Facts
  readonly #changed: (before: Rectangle | null) => void

  constructor(facts: Facts, changed: (before: Rectangle | null) => void) {
    this.#facts = facts
    this.#changed = changed
  }

  get active(): CellId | null {
    return this.#active
  }

  /**
   * The rectangle by place; null where nothing is active or its cell is not shown. Every row that is drawn asks for it, so it
   * is looked up once for an order of rows and columns.
   */
  get rectangle(): Rectangle | null {
    const [ids, columns] = [this.#facts.ids(), this.#facts.columns()]
    if (this.#known?.ids !== ids || this.#known.columns !== columns)
      this.#known = { ids, columns, rectangle: this.#worked() }
    return this.#known.rectangle
  }

  #worked(): Rectangle | null {
    const [active, anchor] = [this.#active, this.#anchor]
    if (!active || !anchor) return null
    const [row, column] = this.#placeOf(active)
    if (row < 0 || column < 0) return null
    const [anchorRow, anchorColumn] = active === anchor ? [row, column] : this.#placeOf(anchor)
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
    this.#known = null
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
    const last = this.#cell(this.#facts.ids().length - 1, this.#facts.columns().length - 1)
    if (!first || !last) return
    this.#anchor = first
    this.#active = last
    this.#known = null
    this.#changed(before)
  }

  /** Moves the active cell by places; at the edges it stays. `extend` stretches the rectangle. */
  move(rows: number, columns: number, extend = false): CellId | null {
    const { active } = this
    const [row, column] = active ? this.#placeOf(active) : [0, 0]
    const cell = this.#cell(
      clamp(row + rows, this.#facts.ids().length - 1),
      clamp(column + columns, this.#facts.columns().length - 1),
    )
    if (cell) this.activate(cell, extend)
    return cell
  }

  /** The next cell in reading order, or the one before; null at the end of the table. */
  beside(step: 1 | -1): CellId | null {
    if (!this.#active) return null
    const count = this.#facts.columns().length
    const [row, column] = this.#placeOf(this.#active)
    const at = row * count + column + step
    return at < 0 ? null : this.#cell(Math.floor(at / count), at % count)
  }

  #placeOf({ id, key }: CellId): readonly [row: number, column: number] {
    return [this.#facts.indexOf(id), this.#facts.columns().findIndex(({ column }) => column.key === key)]
  }

  #cell(row: number, column: number): CellId | null {
    const id = this.#facts.ids()[row]
    const key = this.#facts.columns()[column]?.column.key
    return id === undefined || key === undefined ? null : { id, key }
  }
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most))
