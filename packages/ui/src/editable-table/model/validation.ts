import { plainText } from './cell-type.ts'
import { isEditable, type Column, type JudgedCell } from './column.ts'
import type { Change, RowStore } from './row-store.ts'
import type { CellId, Row, RowId } from './row.ts'
import { compileRules, hasUnique } from './rules.ts'

/** What is wrong in a table: a message per cell, and the first of them in the order of rows and columns. */
export interface Verdict {
  readonly count: number
  readonly first: CellId | null
  readonly errors: ReadonlyMap<RowId, ReadonlyMap<string, string>>
}

/** A text that an open editor holds and its column cannot take. */
export interface Refused {
  readonly cell: CellId
  readonly problem: string
}

/** The verdict with what stands refused in an open editor as one more wrong cell. */
export function withRefused(verdict: Verdict, refused: Refused | null): Verdict {
  if (!refused) return verdict
  const { id, key } = refused.cell
  const own = new Map(verdict.errors.get(id))
  const isNew = !own.has(key)
  const errors = new Map([...verdict.errors, [id, own.set(key, refused.problem)]])
  return { errors, count: verdict.count + (isNew ? 1 : 0), first: verdict.first ?? refused.cell }
}

interface Judged {
  readonly column: Column
  readonly judge: (cell: JudgedCell, clashes: boolean) => string | null
  /** Ids by value, where the column asks for unique values. */
  readonly holders: Map<string, Set<RowId>> | null
}

/**
 * Judges cells by the rules of their columns, whether they are drawn or not (design/pitfalls.md §1.10). What is unique is
 * looked up in an index by value; a changed cell costs its own column, not a walk over the rows.
 */
export class Validation {
  #judged: readonly Judged[] = []
  #errors = new Map<RowId, Map<string, string>>()
  /** The value each row stands under in an index of unique values. */
  #held = new Map<string, Map<RowId, string>>()
  #isIndexed = false
  readonly #store: RowStore
  readonly #told: (id: RowId) => void
  readonly #isDisabled: (id: RowId) => boolean

  constructor(store: RowStore, told: (id: RowId) => void, isDisabled: (id: RowId) => boolean = () => false) {
    this.#store = store
    this.#told = told
    this.#isDisabled = isDisabled
  }

  setColumns(columns: readonly Column[]): void {
    this.#judged = columns
      .filter(({ validateRules, type }) => validateRules?.length && type !== 'hidden')
      .map((column) => ({
        column,
        judge: compileRules(column),
        holders: hasUnique(column) ? new Map<string, Set<RowId>>() : null,
      }))
    this.#isIndexed = false
    this.clear()
  }

  error(id: RowId, key: string): string | null {
    return this.#errors.get(id)?.get(key) ?? null
  }

  get errors(): ReadonlyMap<RowId, ReadonlyMap<string, string>> {
    return this.#errors
  }

  clear(): void {
    const touched = [...this.#errors.keys()]
    this.#errors = new Map()
    for (const id of touched) this.#told(id)
  }

  /** Judges what a change touched; a cell that came into or out of a clash is judged again with it. */
  take(change: Change): void {
    if (change.loaded) {
      this.#isIndexed = false
      return this.clear()
    }
    if (this.#judged.length === 0) return
    for (const id of this.#errors.keys()) if (!this.#store.row(id)) this.#errors.delete(id)
    if (change.order) this.#isIndexed = false
    for (const judged of this.#judged) {
      const { column, holders } = judged
      const ids = new Set<RowId>()
      // A paste names the same list of keys for thousands of rows.
      let [asked, has]: [readonly string[] | null, boolean] = [null, false]
      for (const [id, keys] of change.cells) {
        if (keys !== asked) [asked, has] = [keys, keys.includes(column.key)]
        if (has) ids.add(id)
      }
      // An order that changed may have brought or taken a double; cells that are wrong already are asked again.
      if (holders && change.order)
        for (const [id, errors] of this.#errors) if (errors.has(column.key)) ids.add(id)
      if (holders) {
        const near = Array.from(ids, (id) => this.#reindex(judged, id))
        for (const other of near.flat()) ids.add(other)
      }
      for (const id of ids) this.#judge(judged, id)
    }
  }

  /** Judges every cell of every row. */
  all(): Verdict {
    this.#index()
    this.#errors = new Map()
    let first: CellId | null = null
    let count = 0
    for (const row of this.#store.all())
      for (const judged of this.#judged)
        if (this.#judge(judged, row.id)) {
          count++
          first ??= { id: row.id, key: judged.column.key }
        }
    return { count, first, errors: this.#errors }
  }

  #judge({ column, judge, holders }: Judged, id: RowId): boolean {
    const row = this.#store.row(id)
    if (!row) return false
    const value = row[column.key]
    const clashes = holders !== null && (holders.get(plainText(value).trim())?.size ?? 0) > 1
    const mayEdit = isEditable(column, row) && !this.#isDisabled(id)
    const problem = mayEdit ? judge({ value, row, column }, clashes) : null
    const had = this.error(id, column.key)
    if (problem === null) this.#errors.get(id)?.delete(column.key)
    else {
      const errors = this.#errors.get(id)
      if (errors) errors.set(column.key, problem)
      else this.#errors.set(id, new Map([[column.key, problem]]))
    }
    if (had !== problem) this.#told(id)
    return problem !== null
  }

  #index(): void {
    if (this.#isIndexed) return
    this.#held = new Map()
    for (const judged of this.#judged) {
      if (!judged.holders) continue
      judged.holders.clear()
      for (const row of this.#store.all()) this.#hold(judged, row)
    }
    this.#isIndexed = true
  }

  #hold({ column, holders }: Judged, row: Row): void {
    const text = plainText(row[column.key]).trim()
    if (text === '') return
    const ids = holders?.get(text)
    if (ids) ids.add(row.id)
    else holders?.set(text, new Set([row.id]))
    const held = this.#held.get(column.key)
    if (held) held.set(row.id, text)
    else this.#held.set(column.key, new Map([[row.id, text]]))
  }

  /** Moves a row to its new value; the rows whose clash began or ended by it. */
  #reindex(judged: Judged, id: RowId): readonly RowId[] {
    const { column, holders } = judged
    if (!this.#isIndexed) {
      this.#index()
      const row = this.#store.row(id)
      return row
        ? [...(holders?.get(plainText(row[column.key]).trim()) ?? []), ...this.#wrong(column.key)]
        : []
    }
    const old = this.#held.get(column.key)?.get(id)
    const touched: RowId[] = []
    if (old !== undefined) {
      const left = holders?.get(old)
      left?.delete(id)
      this.#held.get(column.key)?.delete(id)
      touched.push(...(left ?? []))
    }
    const row = this.#store.row(id)
    if (row) {
      this.#hold(judged, row)
      touched.push(...(holders?.get(plainText(row[column.key]).trim()) ?? []))
    }
    return touched
  }

  #wrong(key: string): RowId[] {
    return [...this.#errors].flatMap(([id, errors]) => (errors.has(key) ? [id] : []))
  }
}
