export {
  EditableTable,
  type EditableTableHandle,
  type EditableTablePager,
  type EditableTableProps,
} from './EditableTable.tsx'
export { CellTypes, type CellType } from './model/cell-type.ts'
export type { Column, Option, Rule } from './model/column.ts'
export type { Row } from './model/row.ts'
export { Table, type TableEvent, type TableValues } from './model/table.ts'
export type { PickerProps, Slot, SlotCell, StoredFile, TablePorts } from './view/context.ts'
