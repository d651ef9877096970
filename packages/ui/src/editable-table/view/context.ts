import type { ReactNode } from 'react'
import type { Column, Option } from '../model/column.ts'
import type { PickedRecord } from '../model/picked.ts'
import type { CellId, Row } from '../model/row.ts'
import type { Table } from '../model/table.ts'
import type { LeadColumn, TableSize } from './sizes.ts'

/** What a slot draws a cell from. */
export interface SlotCell {
  readonly row: Row
  readonly index: number
  readonly value: unknown
  readonly column: Column
  readonly isDisabled: boolean
  readonly set: (value: unknown) => void
  /** Sets other columns of the same row with it, as one edit. */
  readonly setRow: (part: Readonly<Record<string, unknown>>) => void
}
export type Slot = (cell: SlotCell) => ReactNode

/** What the editor of a type of one's own gets: it opens over the cell, and closes itself. */
export interface OwnEditorCell {
  readonly row: Row
  readonly column: Column
  readonly value: unknown
  /** What was typed before the editor opened; it searches by it. */
  readonly seed: string
  /** Sets the cell and closes the editor. */
  readonly take: (value: unknown) => void
  /** Sets several columns of the row as one edit and closes the editor. */
  readonly takeRow: (part: Readonly<Record<string, unknown>>) => void
  readonly close: () => void
}
export type OwnEditor = (cell: OwnEditorCell) => ReactNode

/** A file that an upload stored. */
export interface StoredFile {
  readonly path: string
}

export interface PickerProps {
  readonly value: string
  readonly column: Column
  onPick(value: string): void
  /** Of a popup: the records that were chosen; the column says which of their fields go where. */
  onRecords(records: readonly PickedRecord[]): void
  onClose(): void
}

/** What the table needs of the console around it; a table that lacks one says which when a column asks for it. */
export interface TablePorts {
  /** Choices of a dictionary code. */
  readonly dictionary?: (code: string) => Promise<readonly Option[]>
  /** Names of the people, or departments, whose keys a column stores. */
  readonly names?: (column: Column, keys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Choices found for words, of a column whose list stays on the server. */
  readonly search?: (column: Column, words: string) => Promise<readonly Option[]>
  /** Stores a file; `onPercent` is told 0–100. Throws an `Error` whose message is shown. */
  readonly upload?: (
    file: File,
    column: Column,
    onPercent: (percent: number) => void,
    signal: AbortSignal,
  ) => Promise<StoredFile>
  readonly fileUrl?: (path: string) => string
  readonly userPicker?: (props: PickerProps) => ReactNode
  readonly departPicker?: (props: PickerProps) => ReactNode
  readonly popup?: (props: PickerProps) => ReactNode
}

/** What every part of the screen reads; the object stays the same while its values do. */
export interface TableContext {
  readonly table: Table
  readonly size: TableSize
  readonly rowHeight: number
  readonly lead: readonly LeadColumn[]
  readonly leadWidth: number
  readonly slots: Readonly<Record<string, Slot>>
  /** Editors of types of one's own, by the name of the type. */
  readonly editors: Readonly<Record<string, OwnEditor>>
  readonly ports: TablePorts
  /** Boxes are drawn around cells that can be typed into. */
  readonly isAlwaysEditing: boolean
  readonly idPrefix: string
  readonly hasTree: boolean
  readonly mayHaveChildren: (row: Row) => boolean
}

/** Id of a header's element, for `aria-activedescendant`. */
export const headElementId = (prefix: string, key: string): string => `${prefix}-head-${key}`

/** Id of a cell's element, for `aria-activedescendant`. */
export const cellElementId = (prefix: string, { id, key }: CellId): string => `${prefix}-${id}-${key}`
