import type { CellId } from './row.ts'
import type { Refused } from './validation.ts'

/** The cell whose editor is open, and what was typed there that its column cannot take. */
export class OpenCell {
  #cell: CellId | null = null
  #refused: Refused | null = null
  readonly #listeners = new Set<() => void>()

  get cell(): CellId | null {
    return this.#cell
  }

  set(cell: CellId | null): void {
    this.#cell = cell
    for (const listener of this.#listeners) listener()
  }

  /** Hears when an editor has opened or closed. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What was typed and could not be taken: it stands in the editor, and is no value yet. */
  get refused(): Refused | null {
    return this.#refused
  }

  refuse(refused: Refused | null): void {
    this.#refused = refused
  }
}
