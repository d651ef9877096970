import type { ReactNode, Ref } from 'react'
import type { CellTypes } from './model/cell-type.ts'
import type { Column } from './model/column.ts'
import type { Written } from './model/range-edits.ts'
import type { CellId, Row, RowId, RowPart } from './model/row.ts'
import type { TableEvent, TableValues } from './model/options.ts'
import type { Table } from './model/table.ts'
import type { Verdict } from './model/validation.ts'
import type { OwnEditor, Slot, TablePorts } from './view/context.ts'
import type { TableSize } from './view/sizes.ts'
import type { ToolbarButton } from './view/Toolbar.tsx'

/** What a page may ask of the table (spec/2-data-entry.md §4; names as the specification has them). */
export interface EditableTableHandle {
  readonly table: Table
  getValues(options?: { readonly withTemporaryIds?: boolean }): TableValues
  /** Judges every cell; the first wrong one is scrolled to and made active. */
  validate(): Verdict
  addRows(parts?: readonly RowPart[]): readonly Row[]
  insertRow(below: RowId, part?: RowPart): readonly Row[] | null
  removeRows(ids: readonly RowId[]): readonly Row[]
  removeSelection(): readonly Row[]
  clearSelection(): void
  /** Writes texts from the active cell on, as a paste does. */
  paste(texts: readonly (readonly string[])[]): Written
  resetScrollTop(): void
  goTo(cell: CellId): void
}

export interface EditableTablePager {
  readonly current: number
  readonly pageSize: number
  /** Rows on the server; without it the rows given are all, and the table turns their pages itself. */
  readonly total?: number
  readonly pageSizeOptions?: readonly number[]
  onChange?(current: number, pageSize: number): void
}

/** A row of the page's own shape. */
export interface Identified {
  readonly id: RowId
}

export interface EditableTableProps<R extends Identified = Row> {
  readonly columns: readonly Column[]
  /** Another list replaces all rows. With `onRows` the page holds them: what differs from the table's own is taken in. */
  readonly rows: readonly R[]
  readonly ref?: Ref<EditableTableHandle>
  /** What a screen reader calls the table. */
  readonly label: string
  readonly size?: TableSize
  /** px of rows before the body scrolls; 400 by specification. */
  readonly maxHeight?: number
  readonly isReadOnly?: boolean
  readonly alwaysEdit?: boolean
  readonly isLoading?: boolean
  readonly empty?: ReactNode
  /** False leaves the toolbar out. */
  readonly toolbar?: readonly ToolbarButton[] | false
  readonly toolbarPrefix?: ReactNode
  readonly toolbarSuffix?: ReactNode
  /** Codes this user may not use (authPre, spec/2-data-entry.md §6): `add`, `batch_delete`. */
  readonly excludedCodes?: readonly string[]
  readonly hasAddSettings?: boolean
  readonly rowNumber?: boolean
  readonly rowSelection?: boolean | 'radio'
  readonly dragSort?: boolean
  readonly dragSortKey?: string
  readonly disabledRows?: Readonly<Record<string, unknown>>
  /** Rows that are edited, but neither ticked nor removed. */
  readonly staysAlways?: (id: RowId) => boolean
  readonly pager?: EditableTablePager
  readonly types?: CellTypes
  /** What a column draws in place of its text, by its key. */
  readonly slots?: Readonly<Record<string, Slot>>
  /** Editors of the types that `types` adds, by the name of the type. */
  readonly editors?: Readonly<Record<string, OwnEditor>>
  readonly ports?: TablePorts
  /** Columns the person arranged are kept in this browser under this name. */
  readonly settingsKey?: string
  /** Children of a row; null where they are loaded when it is opened. */
  readonly childrenOf?: (row: Row) => readonly Row[] | null
  readonly loadChildren?: (row: Row) => Promise<readonly Row[]>
  /** A form for one row, in a popover under it. */
  readonly subForm?: (row: Row) => ReactNode
  /** 详细信息 of a row, in a dialog: a main form and, under it, a sub form. Opened by the row's menu and by columns that say so. */
  readonly details?: (
    row: Row,
    textOf: (key: string) => string,
  ) => { readonly main: ReactNode; readonly sub?: ReactNode }
  /** A part for one row that opens by the expander, in a popover too. */
  readonly expandedRow?: (row: Row) => ReactNode
  /** A new row begins with this. */
  readonly newRow?: () => Omit<R, 'id'>
  onEvent?(event: TableEvent): void
  /** The rows after each change, for a page that holds them itself. */
  onRows?(rows: readonly R[]): void
  onSave?(values: TableValues): void
}
