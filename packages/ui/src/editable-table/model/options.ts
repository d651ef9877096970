import type { CellTypes } from './cell-type.ts'
import type { CellChange, Column } from './column.ts'
import type { Row, RowId, RowPart, RowStatus } from './row.ts'

/** What happened through a person's doing, for the page around the table. */
export type TableEvent =
  | { readonly kind: 'added' | 'inserted' | 'deleted'; readonly rows: readonly Row[] }
  | { readonly kind: 'dragged'; readonly row: Row; readonly to: number }
  | { readonly kind: 'changed'; readonly cells: readonly CellChange[] }
  | { readonly kind: 'selected'; readonly ids: ReadonlySet<RowId> }

/** Where new rows go: `addIndex` 0 is the bottom (spec/2-data-entry.md §5). */
export interface AddSettings {
  readonly addRowNum: number
  readonly addIndex: number
  readonly addScrollToBottom: boolean
}
export const usualAddSettings: AddSettings = { addRowNum: 1, addIndex: 0, addScrollToBottom: true }

/** Saved rows of the table (spec/2-data-entry.md §3). */
export interface TableValues {
  readonly rows: readonly (Row & { readonly tug_status: RowStatus })[]
  /** Ids of stored rows that were taken out. */
  readonly deletedIds: readonly RowId[]
}

export interface TableOptions {
  readonly columns: readonly Column[]
  readonly types?: CellTypes
  /** Rows whose field has one of these values are not edited and not ticked. */
  readonly disabledRows?: Readonly<Record<string, unknown>>
  /** Rows that are edited, but neither ticked nor removed. */
  readonly staysAlways?: (id: RowId) => boolean
  /** The field that holds a row's place from 1; without it rows are not numbered. */
  readonly dragSortKey?: string
  readonly selectionMode?: 'checkbox' | 'radio'
  readonly isReadOnly?: boolean
  /** Rows may be added: by the toolbar, below a row, and by pasted lines beyond the last one; on by default. */
  readonly mayAdd?: boolean
  /** Rows have rows under them. */
  readonly isTree?: boolean
  readonly childrenOf?: (row: Row) => readonly Row[] | null
  /** What a new row holds beside the defaults of its columns. */
  readonly newRow?: () => RowPart
  /** Milliseconds now; replaced in tests. */
  readonly now?: () => number
  readonly newId?: () => RowId
}

/** The columns by key and the values that disable rows, made once per set of options: every cell asks for them. */
export interface ReadOptions {
  readonly columns: ReadonlyMap<string, Column>
  readonly disabling: readonly (readonly [field: string, values: readonly unknown[]])[]
}

export const readOptions = ({ columns, disabledRows = {} }: TableOptions): ReadOptions => ({
  columns: new Map(columns.map((column) => [column.key, column])),
  disabling: Object.entries(disabledRows).map(([field, values]) => [
    field,
    Array.isArray(values) ? values : [values],
  ]),
})

/** Whether a row is neither edited nor ticked; the line that stands in the place of children until they come is one. */
export const isDisabledRow = (row: Row, { disabling }: ReadOptions): boolean =>
  row['isPlaceholder'] === true || disabling.some(([field, values]) => values.includes(row[field]))
