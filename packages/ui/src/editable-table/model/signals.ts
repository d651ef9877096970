import type { RowId } from './row.ts'

interface Signal {
  version: number
  /** The version at which the cells themselves last changed, and not only the row's tick. */
  cells: number
  readonly listeners: Set<() => void>
}

/**
 * Who draws a row hears of that row alone: a cell that is set draws one row, whatever the table's length. `version` is the
 * snapshot for React's `useSyncExternalStore`.
 */
export class RowSignals {
  /** Versions only grow, so a row that is let go of and drawn again never shows an old drawing as the present one. */
  #latest = 0
  readonly #signals = new Map<RowId, Signal>()

  #signal(id: RowId): Signal {
    let signal = this.#signals.get(id)
    if (!signal)
      this.#signals.set(id, (signal = { version: ++this.#latest, cells: this.#latest, listeners: new Set() }))
    return signal
  }

  version(id: RowId): number {
    return this.#signal(id).version
  }

  /** Version of what stands in the row's cells: a tick does not change it. */
  cells(id: RowId): number {
    return this.#signal(id).cells
  }

  subscribe(id: RowId, listener: () => void): () => void {
    const signal = this.#signal(id)
    signal.listeners.add(listener)
    return () => {
      signal.listeners.delete(listener)
      if (signal.listeners.size === 0 && this.#signals.get(id) === signal) this.#signals.delete(id)
    }
  }

  touch(id: RowId): void {
    const signal = this.#signals.get(id)
    if (!signal) return
    signal.cells = this.#latest + 1
    this.touchTick(id)
  }

  /** The row's tick changed and nothing else. */
  touchTick(id: RowId): void {
    const signal = this.#signals.get(id)
    if (!signal) return
    signal.version = ++this.#latest
    for (const listener of signal.listeners) listener()
  }

  /** Every row that is drawn. */
  touchAll(): void {
    for (const id of this.#signals.keys()) this.touch(id)
  }

  touchAllTicks(): void {
    for (const id of this.#signals.keys()) this.touchTick(id)
  }
}
