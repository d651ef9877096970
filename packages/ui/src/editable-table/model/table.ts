import { systemClock } from '@suoan/kit/clock'
import { newUlid } from '@suoan/kit/id'
import { CellTypes, isChecked, boxValues, isUnreadable, partsOf, type CellType } from './cell-type.ts'
import { isEditable, type CellChange, type Column } from './column.ts'
import { ColumnFigures } from './column-figures.ts'
import { ColumnPlaces } from './column-places.ts'
import { filterOf, withFilter, type ColumnFilters } from './column-filters.ts'
import { FreshCells } from './fresh-cells.ts'
import { History, type Edit } from './history.ts'
import { linkedChanges } from './linkage.ts'
import type { ColumnSettings, Placement } from './layout.ts'
import { OpenCell } from './open-cell.ts'
import { CellMarks } from './marks.ts'
import {
  isDisabledRow,
  readOptions,
  usualAddSettings,
  type AddSettings,
  type ReadOptions,
  type TableEvent,
  type TableOptions,
  type TableValues,
} from './options.ts'
import { CellRange, type Rectangle } from './range.ts'
import { partsOfRows } from './row-parts.ts'
import { RowStore, type Change } from './row-store.ts'
import type { CellId, Row, RowId, RowPart } from './row.ts'
import { Selection } from './selection.ts'
import { RowSignals } from './signals.ts'
import { takeIn } from './take-in.ts'
import { Validation, withRefused, type Verdict } from './validation.ts'
import { temporary, valuesOf } from './values.ts'
import { View, type Page, type Sorting } from './view.ts'

/** Clicks on insert nearer than this, ms, are turned away with a word. */
const insertPause = 1_500

/**
 * An editable table without a screen: rows, their order and history, what is shown, ticked, ranged, wrong and counted.
 * Parts are made in the order in which they need one another; each is a file of its own. The skin draws what it reads here
 * and calls the methods; every method that people can undo is one edit.
 */
export class Table {
  readonly types: CellTypes
  readonly store = new RowStore()
  readonly signals = new RowSignals()
  /** Needs the store: edits are steps on it. */
  readonly history: History
  /** Needs the store: what is shown of it, in which order. */
  readonly view: View
  /** Needs the view: ticking all ticks what is shown. */
  readonly selection: Selection
  /** Needs the view and the placement of columns: cells are next to one another on the screen. */
  readonly range: CellRange
  /** Needs the store: judges what changed in it. */
  readonly validation: Validation
  /** What the page says of cells: who else is in them. */
  readonly marks = new CellMarks((id) => this.signals.touch(id))
  readonly fresh = new FreshCells((id) => this.signals.touch(id))
  readonly openCell = new OpenCell()
  readonly #places: ColumnPlaces
  readonly #figures: ColumnFigures

  #options: TableOptions
  #read: ReadOptions
  #version = 0
  #layoutVersion = 0
  #names: Readonly<Record<string, ReadonlyMap<string, string>>> = {}
  #lastInsert = -Infinity
  #filters: ColumnFilters = new Map()
  readonly #listeners = new Set<() => void>()
  readonly #watchers = new Set<(event: TableEvent) => void>()

  constructor(options: TableOptions) {
    this.#options = options
    this.#read = readOptions(options)
    this.types = options.types ?? new CellTypes()
    this.#places = new ColumnPlaces(this.types, () => this.columns)
    this.#figures = new ColumnFigures(this.store, () => this.columns)
    this.view = new View(this.store, (row, key) => this.#sortValue(row, key))
    this.history = new History(this.store)
    this.selection = new Selection(
      {
        ids: () => this.view.ids,
        isDisabled: (id) => this.stays(id),
        mode: () => this.#options.selectionMode ?? 'checkbox',
      },
      (touched) => this.#selected(touched),
    )
    this.range = new CellRange(
      {
        ids: () => this.view.ids,
        columns: () => this.placement.columns,
        indexOf: (id) => this.view.indexOf(id),
      },
      (before) => this.#ranged(before),
    )
    this.validation = new Validation(
      this.store,
      (id) => this.signals.touch(id),
      (id) => this.isDisabled(id),
    )
    this.validation.setColumns(options.columns)
    this.store.subscribe((change) => this.#take(change))
  }

  // --- what the screen reads

  /** Hears of everything: cells, order, columns, ticks, range, statistics. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly getVersion = (): number => this.#version

  /** Changes with what is not about cells alone: whoever draws order, columns and ticks reads it in place of `getVersion`. */
  readonly getLayoutVersion = (): number => this.#layoutVersion

  /** Hears what people did; loading is none of it. */
  listen(watcher: (event: TableEvent) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  get columns(): readonly Column[] {
    return this.#options.columns
  }

  get placement(): Placement {
    return this.#places.placement
  }

  get settings(): ColumnSettings {
    return this.#places.settings
  }

  get isReadOnly(): boolean {
    return this.#options.isReadOnly ?? false
  }

  get mayAdd(): boolean {
    return !this.isReadOnly && (this.#options.mayAdd ?? true)
  }

  get isTree(): boolean {
    return this.#options.isTree ?? this.#options.childrenOf !== undefined
  }

  typeOf(column: Column): CellType {
    return this.types.of(column)
  }

  column(key: string): Column | undefined {
    return this.#read.columns.get(key)
  }

  /** The stored value of a cell, or the row's place where the column numbers the rows. */
  value(row: Row, key: string): unknown {
    const isNumbering = key === this.#options.dragSortKey && this.history.isRearranged
    return isNumbering ? (this.store.children(this.store.parent(row.id)) ?? []).indexOf(row.id) + 1 : row[key]
  }

  text(row: Row, column: Column): string {
    const names = this.#names[column.key]
    if (names)
      return partsOf(row[column.key], column)
        .map((part) => names.get(part) ?? part)
        .join('、')
    return this.typeOf(column).text(this.value(row, column.key), column, row)
  }

  /** What people read in place of the keys that columns of people and departments store, by column. */
  setNames(names: Readonly<Record<string, ReadonlyMap<string, string>>>): void {
    this.#names = names
    this.signals.touchAll()
    this.#tell()
  }

  isDisabled(id: RowId): boolean {
    const row = this.store.row(id)
    return row !== undefined && isDisabledRow(row, this.#read)
  }

  /** Whether nobody can tick or remove the row. */
  stays(id: RowId): boolean {
    return this.isDisabled(id) || (this.#options.staysAlways?.(id) ?? false)
  }

  mayEdit({ id, key }: CellId): boolean {
    const row = this.store.row(id)
    const column = this.column(key)
    return row !== undefined && column !== undefined && !this.isDisabled(id) && this.takesColumn(column, row)
  }

  /** Whether a cell of this column is edited in a row that is not disabled. */
  takesColumn(column: Column, row: Row): boolean {
    return !this.isReadOnly && column.key !== this.#options.dragSortKey && isEditable(column, row)
  }

  get selectionMode(): 'checkbox' | 'radio' {
    return this.#options.selectionMode ?? 'checkbox'
  }

  /** Whether this cell differs from what was loaded; a new row has no earlier value. */
  isChanged(id: RowId, key: string): boolean {
    const loaded = this.store.loaded(id)
    return loaded !== null && !Object.is(loaded[key], this.store.row(id)?.[key])
  }

  /** Sum and average of a column over all rows. */
  statistic(key: string): ReturnType<ColumnFigures['of']> {
    return this.#figures.of(key)
  }

  // --- rows from and to the page

  /** Replaces all rows; ticks, deletions, errors, history and the range begin anew (spec/2-data-entry.md §4). */
  load(rows: readonly Row[]): void {
    this.store.load(rows, this.#options.childrenOf)
    this.history.clear()
    this.view.set({ expanded: new Set() })
    this.selection.clear()
    this.range.activate(null)
    this.store.flush()
  }

  /** Takes the rows of a page that holds them itself (take-in.ts). */
  takeIn(rows: readonly Row[]): void {
    takeIn(this, rows, () => this.load(rows))
  }

  /** Takes other options; the rows stay. */
  configure(options: TableOptions): void {
    const before = this.#options
    this.#options = options
    this.#read = readOptions(options)
    this.selection.forgetState()
    if (options.columns !== before.columns) {
      this.#places.forget()
      this.#figures.forget()
      // The choices of a column may arrive after somebody was told what is wrong.
      const wasWrong = this.validation.errors.size > 0
      this.validation.setColumns(options.columns)
      if (wasWrong) this.validation.all()
    }
    this.signals.touchAll()
    this.#tell()
  }

  /** What is to be saved (values.ts). */
  values(wanted?: { readonly withTemporaryIds?: boolean }): TableValues {
    const { dragSortKey } = this.#options
    const isNumbered = dragSortKey !== undefined && this.history.isRearranged
    return valuesOf(this.store, isNumbered ? dragSortKey : null, wanted)
  }

  /** Judges every cell, and what stands refused in the open editor. */
  validate(): Verdict {
    const verdict = withRefused(this.validation.all(), this.openCell.refused)
    this.signals.touchAll()
    this.#tell()
    return verdict
  }

  // --- edits

  /** Sets a cell; nothing happens where nobody may edit it or it holds that value already. */
  set(cell: CellId, value: unknown, label = '修改'): boolean {
    if (!this.mayEdit(cell)) return false
    return this.#edit(label, this.linked([{ ...cell, value }]).changes)
  }

  /** Changes as linkage columns allow them, with how many they refuse. */
  linked(changes: readonly CellChange[]): ReturnType<typeof linkedChanges> {
    return linkedChanges(this.columns, changes, (id) => this.store.row(id))
  }

  /** Sets cells the page or another browser knows better; locked cells too. It can be undone like any edit. */
  setMany(cells: readonly CellChange[], label = '修改'): boolean {
    return this.#edit(label, cells)
  }

  /** Sets cells as somebody else has stored them: no edit of this person's, and nothing of his to undo there. */
  takeForeign(changes: readonly CellChange[]): void {
    this.history.release(changes)
    this.#store(changes, true)
  }

  /** Says what is stored in cells that go on showing what they show. */
  rebase(changes: readonly CellChange[]): void {
    this.#store(changes, false)
  }

  /** Stored rows that came, at the end, and such that went. Places are other ones now, so nothing before can be undone. */
  takeRows(fresh: readonly Row[], gone: readonly RowId[]): void {
    this.history.clear()
    this.store.replaceStored(fresh, gone)
    this.store.flush()
  }

  /** Takes what was typed into a cell; the reason in words where it is no value of the column. */
  type(cell: CellId, text: string): string | null {
    const column = this.column(cell.key)
    if (!column) return null
    const value = this.typeOf(column).read(text, column, this.store.row(cell.id))
    if (isUnreadable(value)) return value.problem
    this.set(cell, value)
    return null
  }

  /** Adds rows by the settings, each with the defaults of its columns; `part` fills the first ones. */
  add(settings: AddSettings = usualAddSettings, parts: readonly RowPart[] = []): readonly Row[] {
    const count = Math.max(1, Math.floor(settings.addRowNum), parts.length)
    const length = this.store.children(null)?.length ?? 0
    const at = settings.addIndex <= 0 ? length : Math.min(settings.addIndex - 1, length)
    return this.#insert(
      '新增',
      'added',
      null,
      at,
      Array.from({ length: count }, (_, index) => parts[index] ?? {}),
    )
  }

  /** Inserts a row below another. Clicks that follow too fast are turned away: null. */
  insertBelow(id: RowId, part: RowPart = {}): readonly Row[] | null {
    if (!this.mayAdd) return []
    const now = (this.#options.now ?? (() => systemClock.now()))()
    if (now - this.#lastInsert < insertPause) return null
    this.#lastInsert = now
    const parent = this.store.parent(id)
    const at = (this.store.children(parent) ?? []).indexOf(id) + 1
    return this.#insert('插入一行', 'inserted', parent, at, [part])
  }

  /** Takes a row, or rows, out; disabled ones stay. Anything but an id or a list of ids throws (spec/2-data-entry.md §8). */
  remove(ids: RowId | Iterable<RowId>): readonly Row[] {
    const list = typeof ids === 'string' ? [ids] : [...ids]
    const out = list.filter((id) => this.store.row(id) && !this.stays(id))
    const rows = out.flatMap((id) => this.store.row(id) ?? [])
    this.history.edit('删除', (editing) => editing.remove(out))
    if (rows.length > 0) this.report({ kind: 'deleted', rows })
    return rows
  }

  /** Moves a row to a place among its siblings; the shown order must be the stored one. */
  moveRow(id: RowId, to: number): boolean {
    const siblings = this.store.children(this.store.parent(id)) ?? []
    if (this.isReadOnly || !this.isOwnOrder || to < 0 || to >= siblings.length) return false
    const edit = this.history.edit('移动', (editing) => editing.move(id, to))
    const row = this.store.row(id)
    if (edit && row) this.report({ kind: 'dragged', row, to })
    return edit !== null
  }

  /** Up (-1) or down (1) by one. */
  shiftRow(id: RowId, by: -1 | 1): boolean {
    return this.moveRow(id, (this.store.children(this.store.parent(id)) ?? []).indexOf(id) + by)
  }

  /** Whether rows stand as they are stored, so that moving one means what it looks like. */
  get isOwnOrder(): boolean {
    const { sorting, filter } = this.view.state
    return sorting === null && filter === null
  }

  undo(): Edit | null {
    if (this.isReadOnly) return null
    return this.history.undo()
  }

  redo(): Edit | null {
    if (this.isReadOnly) return null
    return this.history.redo()
  }

  // --- boxes

  /** Turns the box of a cell over; false where it is none. */
  toggle(cell: CellId): boolean {
    const column = this.column(cell.key)
    const row = this.store.row(cell.id)
    if (!column || !row || this.typeOf(column).editor !== 'toggle') return false
    const [checked, unchecked] = boxValues(column)
    return this.set(cell, isChecked(row[cell.key], column) ? unchecked : checked)
  }

  // --- what is shown

  sort(sorting: Sorting | null): void {
    this.view.set({ sorting })
    this.#rearranged()
  }

  /** Sorts by a column that is sorted: first up, then down, then in the rows' own order again. */
  turnSorting(key: string): void {
    if (!this.column(key)?.sorter) return
    const { sorting } = this.view.state
    if (sorting?.key !== key) this.sort({ key, descending: false })
    else this.sort(sorting.descending ? null : { key, descending: true })
  }

  /** The words each filtered column must contain. */
  get columnFilters(): ColumnFilters {
    return this.#filters
  }

  /** Keeps rows whose text in the column contains the words; no words let go of it, no column of all. */
  filterColumn(key: string | null, words: string): void {
    this.#filters = withFilter(this.#filters, key, words)
    const filter = filterOf(
      this.#filters,
      (name) => this.column(name),
      (row, column) => this.text(row, column),
    )
    const { page } = this.view.state
    this.view.set({ filter, page: page && { ...page, current: 1 } })
    this.#rearranged()
  }

  turnTo(page: Page | null): void {
    this.view.set({ page })
    this.#rearranged()
  }

  /** Opens or closes a row whose children are loaded. */
  expand(id: RowId, isOpen: boolean): void {
    const expanded = new Set(this.view.state.expanded)
    if (isOpen) expanded.add(id)
    else expanded.delete(id)
    this.view.set({ expanded })
    this.#rearranged()
  }

  /** A row that has no children after all. */
  setLeaf(id: RowId): void {
    this.store.setLeaf(id)
    this.expand(id, false)
  }

  /** Children that could not be loaded: the row is as if it had never been opened. */
  unloadChildren(id: RowId): void {
    this.store.loadChildren(id, null)
    this.store.flush()
  }

  isExpanded(id: RowId): boolean {
    return this.view.state.expanded.has(id)
  }

  /** Whether one more pinned column would have room. */
  mayPin(key: string): boolean {
    return this.#places.mayPin(key)
  }

  arrange(settings: ColumnSettings): void {
    this.#places.arrange(settings)
    this.signals.touchAll()
    this.#tell()
  }

  /** The width that columns share, px. */
  setRoom(room: number): void {
    if (!this.#places.setRoom(room)) return
    this.signals.touchAll()
    this.#tell()
  }

  // --- within

  #sortValue(row: Row, key: string): unknown {
    const column = this.column(key)
    const value = this.value(row, key)
    return column && typeof value !== 'number' ? this.typeOf(column).text(value, column, row) : value
  }

  /** A row that is not stored, with the defaults of its columns. */
  newRow(part: RowPart): Row {
    const row: Record<string, unknown> = {}
    for (const column of this.#options.columns) {
      const initial = column.defaultValue ?? this.typeOf(column).initial?.(column)
      if (initial !== undefined) row[column.key] = initial
    }
    return {
      ...row,
      ...this.#options.newRow?.(),
      ...part,
      id: temporary + (this.#options.newId ?? newUlid)(),
    }
  }

  #insert(
    label: string,
    kind: 'added' | 'inserted',
    parent: RowId | null,
    at: number,
    parts: readonly RowPart[],
  ): readonly Row[] {
    const rows = parts.map((part) => this.newRow(part))
    this.history.edit(label, (editing) => editing.insert(parent, at, rows))
    this.report({ kind, rows })
    return rows
  }

  #edit(label: string, changes: readonly CellChange[]): boolean {
    const edit = this.history.edit(label, (editing) => {
      for (const [id, part] of partsOfRows(changes)) editing.set(id, part)
    })
    if (edit) this.reportCells(edit)
    return edit !== null
  }

  #store(changes: readonly CellChange[], isShown: boolean): void {
    for (const [id, part] of partsOfRows(changes)) this.store.setStored(id, part, isShown)
    this.store.flush()
  }

  /** Tells what an edit set in cells; they are listed for who asks for them alone. */
  reportCells({ steps }: Edit): void {
    if (!steps.some(({ kind }) => kind === 'set')) return
    let cells: readonly CellChange[] | null = null
    this.report({
      kind: 'changed',
      get cells() {
        return (cells ??= steps.flatMap((step) =>
          step.kind === 'set' ? step.keys.map((key) => ({ id: step.id, key, value: step.after[key] })) : [],
        ))
      },
    })
  }

  /** Tells the page what somebody did. */
  report(event: TableEvent): void {
    for (const watcher of this.#watchers) watcher(event)
  }

  #take(change: Change): void {
    this.selection.forgetState()
    this.#figures.forget()
    this.validation.take(change)
    if (change.order) {
      this.view.refresh()
      this.selection.forget((id) => this.store.row(id) !== undefined)
      this.signals.touchAll()
    } else for (const id of change.cells.keys()) this.signals.touch(id)
    // Where values disable rows, a cell may change what is ticked by the header's box.
    this.#tell(change.order || change.loaded || this.#read.disabling.length > 0)
  }

  #rearranged(): void {
    this.selection.forgetState()
    // A cell that is not shown any more is not the active one: what is typed would go where nobody looks.
    const { active } = this.range
    if (active && this.view.indexOf(active.id) < 0) this.range.activate(null)
    this.signals.touchAll()
    this.#tell()
  }

  #selected(touched: readonly RowId[] | 'all'): void {
    if (touched === 'all') this.signals.touchAllTicks()
    else for (const id of touched) this.signals.touchTick(id)
    this.#tell()
    this.report({ kind: 'selected', ids: this.selection.ids })
  }

  /** Rows that were or are in the rectangle are drawn anew; those that are not drawn cost nothing. */
  #ranged(before: Rectangle | null): void {
    const after = this.range.rectangle
    const ids = this.view.ids
    for (const rectangle of [before, after])
      for (let row = rectangle?.top ?? 0; rectangle && row <= rectangle.bottom; row++) {
        const id = ids[row]
        if (id !== undefined) this.signals.touch(id)
      }
    this.#tell()
  }

  #tell(isLayout = true): void {
    this.#version++
    if (isLayout) this.#layoutVersion++
    for (const listener of this.#listeners) listener()
  }
}
