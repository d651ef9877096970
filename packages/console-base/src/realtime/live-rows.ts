import type { EditableTableHandle, Row } from '@suoan/ui/editable-table'

type Table = EditableTableHandle['table']

/** A cell that somebody else has changed while this person was changing it. Nothing is stored until he has chosen. */
export interface Conflict {
  readonly id: string
  readonly key: string
  /** What is stored now. */
  readonly theirs: unknown
  /** Account of who stored it, as the row says. */
  readonly by: string | null
  /** What the cell showed before, while its editor is still open. */
  readonly before: unknown
}

/** Something that was not stored, in words, with the row it is about. */
export interface Problem {
  readonly id: string
  readonly text: string
}

/** The calls that store and read rows. */
export interface RowCalls {
  /** Stores fields of a row, with the revision they were changed on. Throws. */
  edit(draft: Readonly<Record<string, unknown>>): Promise<unknown>
  /** The row as it is stored now. */
  find(id: string): Promise<Row>
  /** The rows of the page. */
  list(): Promise<readonly Row[]>
  /** Whether a refused edit was refused because the row is newer (optimistic lock). */
  isStale(error: unknown): boolean
  /** Words for a refusal. */
  textOf(error: unknown): string
}

/** How long a cell that somebody else changed stays marked, ms (2-data-entry.md §9). */
const freshMs = 1_400
/** How often an edit is tried again that only met changes of other cells of its row. */
const mostTries = 5

/**
 * Keeps a table and the stored rows the same, in both directions. What a person changes is stored at once, on the revision
 * he saw; what others store is taken into cells he has not touched. A cell that both have changed keeps what this person wrote,
 * is not stored, and waits among the conflicts for his choice: no value is ever lost without having been shown.
 */
export class LiveRows {
  readonly #table: Table
  readonly #calls: RowCalls
  readonly #changed: () => void
  readonly #conflicts = new Map<string, Conflict>()
  readonly #problems = new Map<string, Problem>()
  readonly #busy = new Set<string>()
  readonly #again = new Set<string>()
  /** What is on its way to the server, by row: it comes back as news and is none. */
  readonly #sent = new Map<string, Readonly<Record<string, unknown>>>()
  readonly #ends: readonly (() => void)[]
  #reading: Promise<void> | null = null
  #isBehind = false

  constructor(table: Table, calls: RowCalls, changed: () => void = () => undefined) {
    this.#table = table
    this.#calls = calls
    this.#changed = changed
    this.#ends = [
      table.store.subscribe(({ loaded, cells }) => {
        if (!loaded) for (const id of cells.keys()) this.#noticed(id)
      }),
      table.openCell.listen(() => this.#settleEdited()),
    ]
  }

  get conflicts(): readonly Conflict[] {
    return [...this.#conflicts.values()]
  }

  get problems(): readonly Problem[] {
    return [...this.#problems.values()]
  }

  end(): void {
    for (const end of this.#ends) end()
  }

  /** A row as it is stored now, from whatever way it came. Older news than what is known changes nothing. */
  take(row: Row): void {
    const { store } = this.#table
    const loaded = store.loaded(row.id)
    const shown = store.row(row.id)
    if (!loaded || !shown || isOlder(row, loaded)) return
    const by = typeof row['updateBy'] === 'string' ? row['updateBy'] : null
    const taken: { id: string; key: string; value: unknown }[] = []
    const known: { id: string; key: string; value: unknown }[] = []
    const seen: { id: string; key: string }[] = []
    for (const [key, theirs] of Object.entries(row)) {
      if (key === 'id' || same(theirs, loaded[key])) continue
      const cell = { id: row.id, key, value: theirs }
      const isOwn = key in (this.#sent.get(row.id) ?? {}) && same(this.#sent.get(row.id)?.[key], theirs)
      const isUntouched = same(shown[key], loaded[key]) && !this.#isEditing(row.id, key)
      if (isOwn || same(shown[key], theirs)) {
        known.push(cell)
        this.#conflicts.delete(nameOf(cell))
      } else if (isUntouched) {
        taken.push(cell)
        if (this.#table.column(key)) seen.push({ id: row.id, key })
      } else {
        known.push(cell)
        this.#table.history.release([cell])
        const before = this.#conflicts.get(nameOf(cell))?.before ?? loaded[key]
        this.#conflicts.set(nameOf(cell), { id: row.id, key, theirs, by, before })
      }
    }
    this.#table.rebase(known)
    this.#table.takeForeign(taken)
    this.#table.fresh.mark(seen, freshMs)
    this.#changed()
  }

  /** The person has chosen between his value and the stored one. */
  choose({ id, key, theirs }: Conflict, whose: 'mine' | 'theirs'): void {
    this.#conflicts.delete(nameOf({ id, key }))
    if (whose === 'theirs') this.#table.takeForeign([{ id, key, value: theirs }])
    else void this.#save(id)
    this.#changed()
  }

  /** Tries again to store a row, or leaves it and shows what is stored. */
  answer({ id }: Problem, doing: 'again' | 'leave'): void {
    this.#problems.delete(id)
    if (doing === 'again') void this.#save(id)
    else {
      const loaded = this.#table.store.loaded(id)
      const keys = this.#unsaved(id)
      if (loaded) this.#table.takeForeign(keys.map((key) => ({ id, key, value: loaded[key] })))
    }
    this.#changed()
  }

  /** Reads the page again: something may have been missed, or rows came or went. Calls during one are one more. */
  async reread(): Promise<void> {
    if (this.#reading) {
      this.#isBehind = true
      return await this.#reading
    }
    this.#reading = (async () => {
      do {
        this.#isBehind = false
        try {
          this.#takeAll(await this.#calls.list())
        } catch (error) {
          this.#problems.set('', { id: '', text: `未能读取他人的修改：${this.#calls.textOf(error)}` })
          this.#changed()
        }
      } while (this.#isBehind)
    })()
    await this.#reading
    this.#reading = null
  }

  #takeAll(rows: readonly Row[]): void {
    this.#problems.delete('')
    const { store } = this.#table
    const there = new Set(rows.map(({ id }) => id))
    const gone = [...store.all()].filter(({ id }) => store.loaded(id) !== null && !there.has(id))
    for (const { id } of gone) {
      const keys = this.#unsaved(id)
      for (const key of Object.keys(store.row(id) ?? {})) this.#conflicts.delete(nameOf({ id, key }))
      if (keys.length > 0)
        this.#problems.set(id, { id, text: `${this.#words(id, keys)}没有保存：该行已被他人删除` })
    }
    const fresh = rows.filter(({ id }) => store.row(id) === undefined && !store.removed.has(id))
    if (gone.length > 0 || fresh.length > 0)
      this.#table.takeRows(
        fresh,
        gone.map(({ id }) => id),
      )
    for (const row of rows) this.take(row)
    this.#changed()
  }

  #noticed(id: string): void {
    for (const conflict of this.conflicts)
      if (conflict.id === id && same(this.#table.store.row(id)?.[conflict.key], conflict.theirs))
        this.#conflicts.delete(nameOf(conflict))
    if (this.#unsaved(id).length > 0) void this.#save(id)
    this.#changed()
  }

  /** An editor closed. Where it wrote nothing, what came meanwhile is shown; where it did, the person is asked. */
  #settleEdited(): void {
    for (const { id, key, before, theirs } of this.conflicts) {
      if (this.#isEditing(id, key) || !same(this.#table.store.row(id)?.[key], before)) continue
      this.#conflicts.delete(nameOf({ id, key }))
      this.#table.takeForeign([{ id, key, value: theirs }])
      this.#table.fresh.mark([{ id, key }], freshMs)
    }
    this.#changed()
  }

  /** Columns of a row that differ from what is stored, and are in no conflict. */
  #unsaved(id: string): string[] {
    return this.#table.columns
      .map(({ key }) => key)
      .filter((key) => this.#table.isChanged(id, key) && !this.#conflicts.has(nameOf({ id, key })))
  }

  /** One call for a row at a time, so that each edit is made on the revision the one before has left. */
  async #save(id: string): Promise<void> {
    if (this.#busy.has(id)) return void this.#again.add(id)
    this.#busy.add(id)
    try {
      let tries = 0
      do {
        this.#again.delete(id)
        tries += 1
        if (await this.#saveOnce(id)) this.#again.add(id)
      } while (this.#again.has(id) && tries < mostTries)
    } finally {
      this.#busy.delete(id)
      this.#again.delete(id)
      this.#changed()
    }
  }

  /** True when it met only changes of other cells: then it may be tried again on the newer row. */
  async #saveOnce(id: string): Promise<boolean> {
    const { store } = this.#table
    const row = store.row(id)
    const keys = this.#unsaved(id)
    if (!row || keys.length === 0) return false
    const values = Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))
    this.#sent.set(id, values)
    try {
      await this.#calls.edit({ id, revision: store.loaded(id)?.['revision'], ...values })
    } catch (error) {
      this.#sent.delete(id)
      if (this.#calls.isStale(error)) return await this.#catchUp(id)
      this.#problems.set(id, { id, text: `${this.#words(id, keys)}没有保存：${this.#calls.textOf(error)}` })
      return false
    }
    this.#problems.delete(id)
    for (const key of keys) this.#conflicts.delete(nameOf({ id, key }))
    this.#table.rebase(keys.map((key) => ({ id, key, value: values[key] })))
    await this.#catchUp(id)
    this.#sent.delete(id)
    return this.#unsaved(id).length > 0
  }

  /** Reads a row again; true when it is there. */
  async #catchUp(id: string): Promise<boolean> {
    try {
      this.take(await this.#calls.find(id))
      return true
    } catch (error) {
      this.#problems.set(id, { id, text: `该行未能读取：${this.#calls.textOf(error)}` })
      return false
    }
  }

  #isEditing(id: string, key: string): boolean {
    const { cell } = this.#table.openCell
    return cell?.id === id && cell.key === key
  }

  /** “职务名称”“技师长”: what a message is about. */
  #words(id: string, keys: readonly string[]): string {
    const row = this.#table.store.row(id)
    return keys
      .flatMap((key) => {
        const column = this.#table.column(key)
        return column && row ? [`${column.title}“${this.#table.text(row, column)}”`] : []
      })
      .join('、')
  }
}

const nameOf = ({ id, key }: { readonly id: string; readonly key: string }): string => `${id}\n${key}`

/** Nothing is nothing, however it is written. */
const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a === '' ? null : (a ?? null)) === JSON.stringify(b === '' ? null : (b ?? null))

const isOlder = (row: Row, loaded: Row): boolean =>
  typeof row['revision'] === 'number' &&
  typeof loaded['revision'] === 'number' &&
  row['revision'] < loaded['revision']
