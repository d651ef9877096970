import type { RowStore } from './row-store.ts'
import type { Row, RowId } from './row.ts'

/** How rows are compared: a column, and whether the greatest comes first. */
export interface Sorting {
  readonly key: string
  readonly descending: boolean
}

/** A page of the rows that are there; the table of a server's page has none. */
export interface Page {
  readonly current: number
  readonly pageSize: number
}

export interface ViewState {
  readonly sorting: Sorting | null
  /** Keeps a row; null keeps all. A parent stays where a descendant is kept. */
  readonly filter: ((row: Row) => boolean) | null
  readonly page: Page | null
  readonly expanded: ReadonlySet<RowId>
}

const collator = new Intl.Collator('zh-CN', { numeric: true })

interface Keyed {
  readonly id: RowId
  readonly value: unknown
}

/** Ids in the order of their values; what is empty comes last whichever way it is sorted. */
function sorted(keyed: readonly Keyed[], sign: 1 | -1): readonly RowId[] {
  const filled = keyed.filter(({ value }) => !isEmpty(value))
  const empty = keyed.filter(({ value }) => isEmpty(value)).map(({ id }) => id)
  if (filled.every(({ value }) => typeof value === 'number')) {
    const numbers = filled.map(({ id, value }) => ({ id, value: Number(value) }))
    return numbers
      .sort((a, b) => sign * (a.value - b.value))
      .map(({ id }) => id)
      .concat(empty)
  }
  // Texts are made once and not at each of many comparisons.
  const texts = filled.map(({ id, value }) => ({ id, value: textOf(value) }))
  return texts
    .sort((a, b) => sign * collator.compare(a.value, b.value))
    .map(({ id }) => id)
    .concat(empty)
}
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Lookups in a list of thousands that cost less than an index of it. */
const fewLooks = 16

function placesOf(ids: readonly RowId[]): Map<RowId, number> {
  const places = new Map<RowId, number>()
  ids.forEach((id, index) => places.set(id, index))
  return places
}

/**
 * Which rows are shown, in which order: filtered, then sorted, then parents opened, then cut to the page. What is stored
 * keeps its own order. A value that is edited moves no row until somebody sorts again or rows come and go, so no row leaves
 * under the cursor.
 */
export class View {
  #state: ViewState = { sorting: null, filter: null, page: null, expanded: new Set() }
  #flat: readonly RowId[] | null = null
  #shown: readonly RowId[] | null = null
  #places: Map<RowId, number> | null = null
  /** How often a place was asked for since the places are other ones. */
  #looked = 0
  #levels = new Map<RowId, number>()
  readonly #store: RowStore
  readonly #sortValue: (row: Row, key: string) => unknown

  /** `sortValue`: what a column is sorted by, where that is not the stored value: the text of a choice. */
  constructor(store: RowStore, sortValue: (row: Row, key: string) => unknown = (row, key) => row[key]) {
    this.#store = store
    this.#sortValue = sortValue
  }

  get state(): ViewState {
    return this.#state
  }

  set(part: Partial<ViewState>): void {
    this.#state = { ...this.#state, ...part }
    this.refresh()
    // Sorted now and not when it is next read: an edit in between must not have moved a row.
    this.#flat = this.#flatten()
  }

  /** Works the view out anew when it is next read: rows came, went or moved. */
  refresh(): void {
    this.#flat = null
    this.#shown = null
    this.#places = null
    this.#looked = 0
  }

  /** The rows on the page, from the top. */
  get ids(): readonly RowId[] {
    return (this.#shown ??= this.#cut(this.all))
  }

  /** The rows of all pages. */
  get all(): readonly RowId[] {
    return (this.#flat ??= this.#flatten())
  }

  /** Place on the page, -1 where it is not shown. */
  indexOf(id: RowId): number {
    // A few rows are looked for one by one; who asks for many gets a list of all places.
    if (this.#places === null && this.#looked++ < fewLooks) return this.ids.indexOf(id)
    return (this.#places ??= placesOf(this.ids)).get(id) ?? -1
  }

  /** Depth in the tree, 0 at the top. */
  level(id: RowId): number {
    return this.#levels.get(id) ?? 0
  }

  #cut(ids: readonly RowId[]): readonly RowId[] {
    const { page } = this.#state
    if (!page) return ids
    const from = (page.current - 1) * page.pageSize
    return ids.slice(from, from + page.pageSize)
  }

  #flatten(): readonly RowId[] {
    const store = this.#store
    this.#levels = new Map()
    const roots = this.#arranged(store.children(null) ?? [])
    if (this.#state.expanded.size === 0) return roots
    const flat: RowId[] = []
    const open = (ids: readonly RowId[], level: number) => {
      for (const id of ids) {
        flat.push(id)
        if (level > 0) this.#levels.set(id, level)
        const children = this.#state.expanded.has(id) ? store.children(id) : null
        if (children) open(this.#arranged(children), level + 1)
      }
    }
    open(roots, 0)
    return flat
  }

  #arranged(ids: readonly RowId[]): readonly RowId[] {
    const { sorting, filter } = this.#state
    const store = this.#store
    const kept = filter ? ids.filter((id) => this.#isKept(id, filter)) : ids
    if (!sorting) return kept
    const keyed = kept.map((id) => {
      const row = store.row(id)
      return { id, value: row && this.#sortValue(row, sorting.key) }
    })
    return sorted(keyed, sorting.descending ? -1 : 1)
  }

  #isKept(id: RowId, filter: (row: Row) => boolean): boolean {
    const row = this.#store.row(id)
    if (row && filter(row)) return true
    return (this.#store.children(id) ?? []).some((child) => this.#isKept(child, filter))
  }
}
