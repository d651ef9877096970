export { EditableTable } from './EditableTable.tsx'
export type { EditableTableHandle, EditableTablePager, EditableTableProps } from './props.ts'
export { CellTypes, chosenType, type CellType } from './model/cell-type.ts'
export type { Column, Option, Rule } from './model/column.ts'
export { ownField } from './model/picked.ts'
export type { Row } from './model/row.ts'
export type { TableEvent, TableValues } from './model/options.ts'
export { validatePanes } from './validate-panes.ts'
export { Table } from './model/table.ts'
export type {
  OwnEditor,
  OwnEditorCell,
  PickerProps,
  Slot,
  SlotCell,
  StoredFile,
  TablePorts,
} from './view/context.ts'
