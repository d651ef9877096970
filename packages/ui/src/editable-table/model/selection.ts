import type { RowId } from './row.ts'

/** `some` stands as the indeterminate box of the header. */
export type SelectionState = 'none' | 'some' | 'all'

interface Facts {
  /** The rows that are shown on the page. */
  readonly ids: () => readonly RowId[]
  readonly isDisabled: (id: RowId) => boolean
  readonly mode: () => 'checkbox' | 'radio'
}

/** The rows that are ticked. Disabled rows are never ticked, neither alone nor with all (spec/2-data-entry.md §4). */
export class Selection {
  #ids: ReadonlySet<RowId> = new Set()
  #state: SelectionState | null = null
  readonly #facts: Facts
  readonly #changed: (touched: readonly RowId[] | 'all') => void

  constructor(facts: Facts, changed: (touched: readonly RowId[] | 'all') => void) {
    this.#facts = facts
    this.#changed = changed
  }

  get ids(): ReadonlySet<RowId> {
    return this.#ids
  }

  has(id: RowId): boolean {
    return this.#ids.has(id)
  }

  toggle(id: RowId): void {
    if (this.#facts.isDisabled(id)) return
    if (this.#facts.mode() === 'radio') return this.replace(this.#ids.has(id) ? [] : [id])
    const next = new Set(this.#ids)
    if (!next.delete(id)) next.add(id)
    this.#ids = next
    this.#state = null
    this.#changed([id])
  }

  replace(ids: readonly RowId[]): void {
    const old = this.#ids
    this.#ids = new Set(ids.filter((id) => !this.#facts.isDisabled(id)))
    this.#state = null
    this.#changed([...old, ...this.#ids])
  }

  /** Ticks every row of the page that may be, or clears them when all are ticked already. */
  toggleAll(): void {
    const all = this.state() === 'all'
    const page = this.#facts.ids().filter((id) => !this.#facts.isDisabled(id))
    if (all) {
      const next = new Set(this.#ids)
      for (const id of page) next.delete(id)
      this.#ids = next
    } else this.#ids = new Set(this.#ids.size === 0 ? page : [...this.#ids, ...page])
    this.#state = all || page.length === 0 ? 'none' : 'all'
    this.#changed('all')
  }

  clear(): void {
    if (this.#ids.size === 0) return
    this.#ids = new Set()
    this.#state = null
    this.#changed('all')
  }

  /** Lets go of rows that are no longer there. */
  forget(isThere: (id: RowId) => boolean): void {
    const left = [...this.#ids].filter(isThere)
    if (left.length < this.#ids.size) this.#ids = new Set(left)
    this.#state = null
  }

  /** Rows, their order, or what disables them changed: the header's box is worked out anew. */
  forgetState(): void {
    this.#state = null
  }

  /** The state of the header's box over the rows of the page; asked at every drawing, walked through after a change. */
  state(): SelectionState {
    return (this.#state ??= this.#stateNow())
  }

  #stateNow(): SelectionState {
    if (this.#ids.size === 0) return 'none'
    let ticked = 0
    let open = 0
    for (const id of this.#facts.ids())
      if (this.#ids.has(id)) ticked++
      else if (!this.#facts.isDisabled(id)) open++
    return ticked === 0 ? 'none' : open === 0 ? 'all' : 'some'
  }
}
