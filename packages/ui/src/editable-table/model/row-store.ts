import type { Row, RowId, RowPart, RowStatus } from './row.ts'

/** A row with what belongs to it, taken out or to be put in; `children` is null where they were never loaded. */
export interface Kept {
  readonly row: Row
  readonly loaded: Row | null
  readonly status: RowStatus
  readonly children: readonly Kept[] | null
}

/** A row at its place among the children of its parent. */
export interface KeptAt {
  readonly at: number
  readonly kept: Kept
}

/**
 * What can happen to rows; each can be done and undone. Rows are named by id, never by position in the view, so undoing
 * after a sort or filter finds the right row (design/pitfalls.md §1.6). `rows` are in rising order of their final place; `before` and
 * `after` are whole rows, so that doing and undoing thousands of them exchanges one object for another; they differ in `keys`
 * alone, and only these are written where the row has become another one meanwhile.
 */
export type Step =
  | {
      readonly kind: 'set'
      readonly id: RowId
      readonly before: Row
      readonly after: Row
      readonly keys: readonly string[]
    }
  | { readonly kind: 'insert'; readonly parent: RowId | null; readonly rows: readonly KeptAt[] }
  | { readonly kind: 'remove'; readonly parent: RowId | null; readonly rows: readonly KeptAt[] }
  | { readonly kind: 'move'; readonly parent: RowId | null; readonly from: number; readonly to: number }

/** What a transaction changed, told once at its end. */
export interface Change {
  /** Rows came, went or changed places. */
  readonly order: boolean
  /** Every row is another one: the table was loaded anew. */
  readonly loaded: boolean
  /** Rows in which something was set, and the keys of the columns that may have changed in each. */
  readonly cells: ReadonlyMap<RowId, readonly string[]>
}

interface Entry {
  row: Row
  /** The row as it was loaded, or stored since; null for a new one. */
  loaded: Row | null
  status: RowStatus
  parent: RowId | null
  children: readonly RowId[] | null
}

const none: readonly RowId[] = []

/** A row with what another holds under some keys. */
function withKeys(row: Row, from: Row, keys: readonly string[]): Row {
  const next: Record<string, unknown> & Row = { ...row }
  for (const key of keys) next[key] = from[key]
  return next
}

/**
 * The rows of a table by id, and the order of ids under each parent (null = top). It knows no view: nothing here is
 * sorted, filtered or cut into pages. Lists of ids are replaced, never changed, so a reader may compare them by identity.
 */
export class RowStore {
  #entries = new Map<RowId, Entry>()
  #roots: readonly RowId[] = none
  #removed = new Map<RowId, Row>()
  #cells = new Map<RowId, readonly string[]>()
  #order = false
  #loaded = false
  readonly #listeners = new Set<(change: Change) => void>()

  /** Replaces everything; `childrenOf` gives the loaded children of a row, or null where there are none yet. */
  load(rows: readonly Row[], childrenOf: (row: Row) => readonly Row[] | null = () => null): void {
    this.#entries = new Map()
    this.#removed = new Map()
    const enter = (list: readonly Row[], parent: RowId | null): RowId[] =>
      list.map((row) => {
        if (this.#entries.has(row.id)) throw new Error(`two rows have the id ${row.id}`)
        const entry: Entry = { row, loaded: row, status: 'existing', parent, children: null }
        this.#entries.set(row.id, entry)
        const children = childrenOf(row)
        if (children) entry.children = enter(children, row.id)
        return row.id
      })
    this.#roots = enter(rows, null)
    this.#loaded = true
    this.#order = true
  }

  /** Children that came later; not an edit, so nothing to undo and the rows are stored ones. Null: none are loaded. */
  loadChildren(parent: RowId, rows: readonly Row[] | null): void {
    const entry = this.#entry(parent)
    this.#forget(entry.children ?? none)
    this.#order = true
    if (rows === null) {
      entry.children = null
      return
    }
    entry.children = rows.map((row) => {
      this.#entries.set(row.id, { row, loaded: row, status: 'existing', parent, children: null })
      return row.id
    })
  }

  /** What is stored is another than was known; `isShown` says that the row shows it too. Nothing to undo. */
  setStored(id: RowId, part: RowPart, isShown: boolean): void {
    const entry = this.#entries.get(id)
    if (!entry || entry.loaded === null) return
    entry.loaded = { ...entry.loaded, ...part, id }
    if (isShown) entry.row = { ...entry.row, ...part, id }
    // What is not shown is drawn anew as well: it is changed from now on, or not any more.
    this.#touch(id, isShown ? Object.keys(part) : [])
  }

  /** Stored rows that came to the end of the topmost level, and such that went; nothing to undo. */
  replaceStored(fresh: readonly Row[], gone: readonly RowId[]): void {
    const out = new Set(gone)
    this.#forget(this.#roots.filter((id) => out.has(id)))
    for (const row of fresh)
      this.#entries.set(row.id, { row, loaded: row, status: 'existing', parent: null, children: null })
    this.#arrange(null, [...this.#roots.filter((id) => !out.has(id)), ...fresh.map(({ id }) => id)])
  }

  /** An opened row that has no children becomes a leaf (spec/2-data-entry.md §4). */
  setLeaf(id: RowId): void {
    const entry = this.#entry(id)
    entry.row = { ...entry.row, isLeaf: true, hasChildren: false }
    this.#order = true
  }

  row(id: RowId): Row | undefined {
    return this.#entries.get(id)?.row
  }

  status(id: RowId): RowStatus | undefined {
    return this.#removed.has(id) ? 'removed' : this.#entries.get(id)?.status
  }

  parent(id: RowId): RowId | null {
    return this.#entry(id).parent
  }

  /** The rows under a parent in their order; null where they were never loaded. */
  children(parent: RowId | null): readonly RowId[] | null {
    return parent === null ? this.#roots : this.#entry(parent).children
  }

  get size(): number {
    return this.#entries.size
  }

  /** Every row, a parent before its children. */
  *all(parent: RowId | null = null): Generator<Row> {
    for (const id of this.children(parent) ?? none) {
      const entry = this.#entry(id)
      yield entry.row
      if (entry.children) yield* this.all(id)
    }
  }

  /** Stored rows that were taken out, with what they held last; saving needs their ids. */
  get removed(): ReadonlyMap<RowId, Row> {
    return this.#removed
  }

  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tells once what happened since the last flush; nothing where nothing happened. */
  flush(): void {
    if (!this.#order && !this.#loaded && this.#cells.size === 0) return
    const change: Change = { order: this.#order, loaded: this.#loaded, cells: this.#cells }
    this.#cells = new Map()
    this.#order = false
    this.#loaded = false
    for (const listener of this.#listeners) listener(change)
  }

  /** Does a step. It was built against the rows as they are, else a place or a row is missing and it throws. */
  apply(step: Step): void {
    switch (step.kind) {
      case 'set':
        return this.#set(step.id, step.before, step.after, step.keys)
      case 'insert':
        return this.#putIn(step.parent, step.rows)
      case 'remove':
        return this.#takeOut(step.parent, step.rows)
      case 'move':
        return this.#move(step.parent, step.from, step.to)
    }
  }

  /** Undoes a step that was the last one done. */
  revert(step: Step): void {
    switch (step.kind) {
      case 'set':
        return this.#set(step.id, step.after, step.before, step.keys)
      case 'insert':
        return this.#takeOut(step.parent, step.rows)
      case 'remove':
        return this.#putIn(step.parent, step.rows)
      case 'move':
        return this.#move(step.parent, step.to, step.from)
    }
  }

  /** A row with its loaded descendants, to be put back later. */
  keep(id: RowId): Kept {
    const { row, loaded, status, children } = this.#entry(id)
    return { row, loaded, status, children: children && children.map((child) => this.keep(child)) }
  }

  /** The row as it was loaded; null for a row that was not. */
  loaded(id: RowId): Row | null {
    return this.#entries.get(id)?.loaded ?? null
  }

  #entry(id: RowId): Entry {
    const entry = this.#entries.get(id)
    if (!entry) throw new Error(`no row ${id}`)
    return entry
  }

  #set(id: RowId, from: Row, to: Row, keys: readonly string[]): void {
    const entry = this.#entry(id)
    entry.row = entry.row === from ? to : withKeys(entry.row, to, keys)
    this.#touch(id, keys)
  }

  #touch(id: RowId, keys: readonly string[]): void {
    const touched = this.#cells.get(id)
    this.#cells.set(id, touched ? [...touched, ...keys] : keys)
  }

  #arrange(parent: RowId | null, ids: readonly RowId[]): void {
    if (parent === null) this.#roots = ids
    else this.#entry(parent).children = ids
    this.#order = true
  }

  #putIn(parent: RowId | null, rows: readonly KeptAt[]): void {
    const old = this.children(parent) ?? none
    const ids: RowId[] = []
    let next = 0
    for (const { at, kept } of rows) {
      while (ids.length < at) ids.push(this.#at(old, next++))
      ids.push(kept.row.id)
      this.#enter(kept, parent)
    }
    while (next < old.length) ids.push(this.#at(old, next++))
    this.#arrange(parent, ids)
  }

  #at(ids: readonly RowId[], index: number): RowId {
    const id = ids[index]
    if (id === undefined) throw new Error(`no row at ${index}`)
    return id
  }

  #enter({ row, loaded, status, children }: Kept, parent: RowId | null): void {
    this.#entries.set(row.id, {
      row,
      loaded,
      status,
      parent,
      children: children && children.map((child) => child.row.id),
    })
    this.#removed.delete(row.id)
    for (const child of children ?? []) this.#enter(child, row.id)
  }

  #takeOut(parent: RowId | null, rows: readonly KeptAt[]): void {
    const out = new Set(rows.map(({ kept }) => kept.row.id))
    this.#arrange(
      parent,
      (this.children(parent) ?? none).filter((id) => !out.has(id)),
    )
    this.#drop([...out])
  }

  #drop(ids: readonly RowId[]): void {
    for (const id of ids) {
      const { row, status, children } = this.#entry(id)
      if (children) this.#drop(children)
      if (status === 'existing') this.#removed.set(id, row)
      this.#entries.delete(id)
    }
  }

  #forget(ids: readonly RowId[]): void {
    for (const id of ids) {
      this.#forget(this.#entry(id).children ?? none)
      this.#entries.delete(id)
    }
  }

  #move(parent: RowId | null, from: number, to: number): void {
    const ids = [...(this.children(parent) ?? none)]
    const [id] = ids.splice(from, 1)
    if (id === undefined) throw new Error(`no row at ${from}`)
    ids.splice(to, 0, id)
    this.#arrange(parent, ids)
  }
}
