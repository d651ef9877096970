import type { Column } from './column.ts'
import type { RowStore } from './row-store.ts'
import { statisticsOf } from './statistics.ts'

interface Figures {
  readonly sum: number
  readonly average: number | null
}

/** The figures under the columns that ask for them, worked out once for what the rows hold. */
export class ColumnFigures {
  #known: ReadonlyMap<string, Figures> | null = null
  readonly #store: RowStore
  readonly #columns: () => readonly Column[]

  constructor(store: RowStore, columns: () => readonly Column[]) {
    this.#store = store
    this.#columns = columns
  }

  /** Rows or columns are other ones. */
  forget(): void {
    this.#known = null
  }

  /** Sum and average of a column over all rows. */
  of(key: string): Figures {
    this.#known ??= new Map(
      this.#columns()
        .filter(({ statistics }) => statistics?.length)
        // A column that keeps decimals sums them; any other the integer parts (spec/2-data-entry.md §5).
        .map((column) => [
          column.key,
          statisticsOf(this.#values(column.key), { exact: (column.precision ?? 0) > 0 }),
        ]),
    )
    return this.#known.get(key) ?? { sum: 0, average: null }
  }

  *#values(key: string): Generator<unknown> {
    for (const row of this.#store.all()) yield row[key]
  }
}
