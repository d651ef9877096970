/** Identity of a row: the stored id, or one the table made for a row that is not stored yet. */
export type RowId = string

/** A row: its id and a value per column key. Rows are never changed in place; a new object says that something changed. */
export interface Row {
  readonly id: RowId
  readonly [key: string]: unknown
}

/** What saving has to do with a row; `tug_status` of spec/2-data-entry.md §3. */
export type RowStatus = 'new' | 'existing' | 'removed'

/** A cell by its identity. Positions change with every sort and filter, ids do not (design/pitfalls.md §1.6). */
export interface CellId {
  readonly id: RowId
  readonly key: string
}

/** Values of some columns of a row. */
export type RowPart = Readonly<Record<string, unknown>>
