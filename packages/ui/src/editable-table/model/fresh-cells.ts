import type { CellId, RowId } from './row.ts'

/** Cells that somebody else has just changed: marked for a while, so that they are noticed. */
export class FreshCells {
  readonly #names = new Set<string>()
  readonly #touch: (id: RowId) => void

  constructor(touch: (id: RowId) => void) {
    this.#touch = touch
  }

  /** Marks cells for `ms`. */
  mark(cells: readonly CellId[], ms: number): void {
    for (const { id, key } of cells) {
      const name = `${id}\n${key}`
      this.#names.add(name)
      this.#touch(id)
      setTimeout(() => {
        this.#names.delete(name)
        this.#touch(id)
      }, ms)
    }
  }

  has(id: RowId, key: string): boolean {
    return this.#names.size > 0 && this.#names.has(`${id}\n${key}`)
  }
}
