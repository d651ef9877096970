import type { CellId, RowId } from './row.ts'

/** What the page says of a cell: somebody else is in it, or two people have changed it. */
export interface CellMark extends CellId {
  readonly kind: 'person' | 'conflict'
  /** Drawn at the cell's edge, and told to a screen reader. */
  readonly label: string
  /** Which of the six colours of people, from 0. */
  readonly hue: number
}

/** The marks of a table; a row hears when its own change. */
export class CellMarks {
  #marks: ReadonlyMap<string, CellMark> = new Map()
  readonly #touch: (id: RowId) => void

  constructor(touch: (id: RowId) => void) {
    this.#touch = touch
  }

  /** Replaces all of them; of two in one cell a conflict is shown before a person. */
  set(marks: readonly CellMark[]): void {
    const before = this.#marks
    const next = new Map<string, CellMark>()
    for (const mark of marks) {
      const name = nameOf(mark)
      if (next.get(name)?.kind !== 'conflict') next.set(name, mark)
    }
    this.#marks = next
    const rows = new Set<RowId>()
    for (const [name, mark] of [...before, ...next])
      if (!isSame(before.get(name), next.get(name))) rows.add(mark.id)
    for (const id of rows) this.#touch(id)
  }

  of(cell: CellId): CellMark | undefined {
    return this.#marks.size === 0 ? undefined : this.#marks.get(nameOf(cell))
  }
}

const nameOf = ({ id, key }: CellId): string => `${id}\n${key}`
const isSame = (a: CellMark | undefined, b: CellMark | undefined): boolean =>
  a?.kind === b?.kind && a?.label === b?.label && a?.hue === b?.hue
