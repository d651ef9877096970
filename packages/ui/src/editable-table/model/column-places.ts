import type { CellTypes } from './cell-type.ts'
import type { Column } from './column.ts'
import { noSettings, placeColumns, type ColumnSettings, type Placement } from './layout.ts'

/** Where the columns stand: as somebody has arranged them, in the width there is. Worked out when it is next read. */
export class ColumnPlaces {
  #settings: ColumnSettings = noSettings
  #room = 0
  #placement: Placement | null = null
  readonly #types: CellTypes
  readonly #columns: () => readonly Column[]

  constructor(types: CellTypes, columns: () => readonly Column[]) {
    this.#types = types
    this.#columns = columns
  }

  get settings(): ColumnSettings {
    return this.#settings
  }

  get placement(): Placement {
    return (this.#placement ??= this.#placed(this.#settings))
  }

  /** The columns are other ones. */
  forget(): void {
    this.#placement = null
  }

  arrange(settings: ColumnSettings): void {
    this.#settings = settings
    this.#placement = null
  }

  /** The width that columns share, px; false where it is that already. */
  setRoom(room: number): boolean {
    if (room === this.#room) return false
    this.#room = room
    this.#placement = null
    return true
  }

  /** Whether one more pinned column would have room. */
  mayPin(key: string): boolean {
    const pinned = [...this.#settings.pinned, key]
    return this.#placed({ ...this.#settings, pinned }).columns.some(
      ({ column, isPinned }) => column.key === key && isPinned,
    )
  }

  #placed(settings: ColumnSettings): Placement {
    return placeColumns(this.#columns(), this.#types, settings, this.#room)
  }
}
