import type { Kept, KeptAt, RowStore, Step } from './row-store.ts'
import type { CellId, Row, RowId, RowPart } from './row.ts'

/** What somebody did in one go, and can undo in one go. */
export interface Edit {
  /** In words, for the tooltip of undo: 粘贴, 新增 … */
  readonly label: string
  readonly steps: readonly Step[]
}

/** The ways to change rows within an edit. Each is done at once, told to listeners when the edit ends. */
export interface Editing {
  set(id: RowId, part: RowPart): void
  /** Puts a row in the place of the one of its id as it is now, from which it differs in `keys` alone. */
  replace(row: Row, keys: readonly string[]): void
  insert(parent: RowId | null, at: number, rows: readonly Row[]): void
  remove(ids: readonly RowId[]): void
  /** Moves a row among the children of its parent; `to` is its place afterwards. */
  move(id: RowId, to: number): void
}

/** The first cell that an edit set. */
export function touchedBy({ steps }: Edit): CellId | null {
  for (const step of steps) {
    const key = step.kind === 'set' ? step.keys[0] : undefined
    if (step.kind === 'set' && key !== undefined) return { id: step.id, key }
  }
  return null
}

/** Edits kept for undoing; older ones are forgotten. */
const depth = 200

/** Does, undoes and repeats edits on the rows. */
export class History {
  #done: Edit[] = []
  #undone: Edit[] = []
  /** Edits that brought, took or moved rows and are forgotten by now. */
  #wasRearranged = false
  readonly #store: RowStore
  readonly #afterEdit: (edit: Edit) => void

  constructor(store: RowStore, afterEdit: (edit: Edit) => void = () => {}) {
    this.#store = store
    this.#afterEdit = afterEdit
  }

  get canUndo(): string | null {
    return this.#done.at(-1)?.label ?? null
  }

  get canRedo(): string | null {
    return this.#undone.at(-1)?.label ?? null
  }

  /** Whether rows stand otherwise than they were loaded: then they are numbered anew (spec/2-data-entry.md §3). */
  get isRearranged(): boolean {
    return this.#wasRearranged || this.#done.some(rearranges)
  }

  /** Runs an edit; when it throws, what it had done is taken back. Returns null where it changed nothing. */
  edit(label: string, run: (editing: Editing) => void): Edit | null {
    const steps = this.#run(run)
    if (steps.length === 0) return null
    const edit: Edit = { label, steps }
    this.#done.push(edit)
    if (this.#done.length > depth) this.#wasRearranged ||= rearranges(this.#done.shift())
    this.#undone = []
    this.#store.flush()
    this.#afterEdit(edit)
    return edit
  }

  /** Adds to what was done last, so that it is undone with it; where nothing was done it cannot be undone. */
  amend(run: (editing: Editing) => void): void {
    const steps = this.#run(run)
    const last = this.#done.pop()
    if (last) this.#done.push({ ...last, steps: [...last.steps, ...steps] })
    this.#store.flush()
  }

  #run(run: (editing: Editing) => void): readonly Step[] {
    const steps: Step[] = []
    const store = this.#store
    const take = (step: Step) => {
      store.apply(step)
      steps.push(step)
    }
    try {
      run({
        set: (id, part) => {
          const step = setStep(store, id, part)
          if (step) take(step)
        },
        replace: (row, keys) => {
          const before = store.row(row.id)
          if (!before) throw new Error(`no row ${row.id}`)
          take({ kind: 'set', id: row.id, before, after: row, keys })
        },
        insert: (parent, at, rows) => {
          if (rows.length === 0) return
          const kept = (row: Row): Kept => ({ row, loaded: null, status: 'new', children: null })
          take({
            kind: 'insert',
            parent,
            rows: rows.map((row, index) => ({ at: at + index, kept: kept(row) })),
          })
        },
        remove: (ids) => removeSteps(store, ids).forEach(take),
        move: (id, to) => {
          const parent = store.parent(id)
          const from = (store.children(parent) ?? []).indexOf(id)
          if (from !== to) take({ kind: 'move', parent, from, to })
        },
      })
    } catch (error) {
      for (const step of steps.reverse()) store.revert(step)
      store.flush()
      throw error
    }
    return steps
  }

  undo(): Edit | null {
    const edit = this.#done.pop()
    if (!edit) return null
    for (const step of edit.steps.toReversed()) this.#store.revert(step)
    this.#undone.push(edit)
    this.#store.flush()
    this.#afterEdit(edit)
    return edit
  }

  redo(): Edit | null {
    const edit = this.#undone.pop()
    if (!edit) return null
    for (const step of edit.steps) this.#store.apply(step)
    this.#done.push(edit)
    this.#store.flush()
    this.#afterEdit(edit)
    return edit
  }

  /** Forgets what was done to these cells: somebody else has changed them, and undoing would take that back unseen. */
  release(cells: readonly CellId[]): void {
    const keys = new Map<RowId, Set<string>>()
    for (const { id, key } of cells) keys.set(id, (keys.get(id) ?? new Set()).add(key))
    const without = (edits: readonly Edit[]): Edit[] =>
      edits.flatMap((edit) => {
        const steps = edit.steps.flatMap((step) => withoutKeys(step, keys))
        return steps.length === 0 ? [] : [{ ...edit, steps }]
      })
    this.#done = without(this.#done)
    this.#undone = without(this.#undone)
  }

  /** Forgets everything: the rows were loaded anew. */
  clear(): void {
    this.#done = []
    this.#undone = []
    this.#wasRearranged = false
  }
}

function withoutKeys(step: Step, keys: ReadonlyMap<RowId, ReadonlySet<string>>): Step[] {
  const out = step.kind === 'set' ? keys.get(step.id) : undefined
  if (step.kind !== 'set' || !out) return [step]
  const kept = step.keys.filter((key) => !out.has(key))
  if (kept.length === 0) return []
  // Other objects than the row ever was: nothing but the keys that are left is written from now on.
  return [{ ...step, before: { ...step.before }, after: { ...step.after }, keys: kept }]
}

const rearranges = (edit: Edit | undefined): boolean =>
  edit?.steps.some(({ kind }) => kind !== 'set') ?? false

function setStep(store: RowStore, id: RowId, part: RowPart): Step | null {
  const row = store.row(id)
  if (!row) throw new Error(`no row ${id}`)
  const keys = Object.keys(part).filter((key) => key !== 'id' && !Object.is(row[key], part[key]))
  if (keys.length === 0) return null
  const after: Record<string, unknown> & Row = { ...row }
  for (const key of keys) after[key] = part[key]
  return { kind: 'set', id, before: row, after, keys }
}

/** A step for each parent; a row whose ancestor goes too goes with it. */
function removeSteps(store: RowStore, ids: readonly RowId[]): Step[] {
  const out = new Set(ids.filter((id) => store.row(id)))
  const byParent = new Map<RowId | null, Set<RowId>>()
  for (const id of out) {
    if (hasAncestorIn(store, id, out)) continue
    const parent = store.parent(id)
    const group = byParent.get(parent)
    if (group) group.add(id)
    else byParent.set(parent, new Set([id]))
  }
  return [...byParent].map(([parent, group]) => {
    const rows: KeptAt[] = []
    ;(store.children(parent) ?? []).forEach((id, at) => {
      if (group.has(id)) rows.push({ at, kept: store.keep(id) })
    })
    return { kind: 'remove', parent, rows }
  })
}

function hasAncestorIn(store: RowStore, id: RowId, ids: ReadonlySet<RowId>): boolean {
  for (let parent = store.parent(id); parent !== null; parent = store.parent(parent))
    if (ids.has(parent)) return true
  return false
}
