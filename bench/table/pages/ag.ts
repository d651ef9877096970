import type { ColDef, GridApi } from 'ag-grid-community'
import * as parts from './ag-parts.ts'
import {
  changedRow,
  changedText,
  columns,
  columnWidth,
  compareTexts,
  newRowText,
  numberKey,
  options,
  textKey,
  textOf,
  type BenchRow,
} from './data.ts'
import { offer } from './harness.ts'
import './page.css'

parts.ModuleRegistry.registerModules([
  parts.ClientSideRowModelModule,
  parts.ClientSideRowModelApiModule,
  parts.ColumnApiModule,
  parts.RowApiModule,
  parts.RowSelectionModule,
  parts.TextEditorModule,
  parts.NumberEditorModule,
  parts.SelectEditorModule,
  parts.DateEditorModule,
  parts.CheckboxEditorModule,
  parts.UndoRedoEditModule,
])

const editors = {
  input: 'agTextCellEditor',
  inputNumber: 'agNumberCellEditor',
  select: 'agSelectCellEditor',
  date: 'agDateStringCellEditor',
  checkbox: 'agCheckboxCellEditor',
} as const

const columnDefs: ColDef<BenchRow>[] = columns.map(({ key, title, type }) => ({
  field: key,
  headerName: title,
  width: columnWidth,
  editable: true,
  cellEditor: editors[type],
  ...(type === 'select' ? { cellEditorParams: { values: options.map(({ value }) => value) } } : {}),
  ...(type === 'select' || type === 'checkbox'
    ? { valueFormatter: ({ value }: { readonly value: unknown }) => textOf(type, value) }
    : {}),
  ...(type === 'input' ? { comparator: compareTexts } : {}),
}))

let api: GridApi<BenchRow> | null = null
const grid = () => {
  if (!api) throw new Error('the grid is not mounted')
  return api
}
const nodeAt = (row: number) => grid().getDisplayedRowAtIndex(row)
const sort = (key: string | null) =>
  grid().applyColumnState({
    state: key === null ? [] : [{ colId: key, sort: 'asc' }],
    defaultState: { sort: null },
  })

offer({
  cell: '.ag-cell',
  mount(host, rows) {
    api = parts.createGrid<BenchRow>(host, {
      theme: parts.themeQuartz,
      rowData: rows,
      columnDefs,
      defaultColDef: { cellDataType: false },
      getRowId: ({ data }) => data.id,
      rowHeight: 40,
      headerHeight: 36,
      animateRows: false,
      singleClickEdit: true,
      undoRedoCellEditing: true,
      rowSelection: { mode: 'multiRow' },
    })
  },
  unmount: () => grid().destroy(),
  scroller: (host) => host.querySelector<HTMLElement>('.ag-grid-viewport'),
  set: () => nodeAt(changedRow)?.setDataValue(textKey, changedText),
  insert: () => grid().applyTransaction({ add: [{ id: 'new', [textKey]: newRowText }], addIndex: 0 }),
  sortNumber: () => sort(numberKey),
  sortText: () => sort(textKey),
  clearSort: () => sort(null),
  selectAll: () => grid().selectAll(),
  clearSelection: () => grid().deselectAll(),
  // The clipboard is the Enterprise edition's: the rows are handed over in one transaction.
  paste: (values) =>
    grid().applyTransaction({
      update: values.flatMap((value, row) => {
        const data = nodeAt(row)?.data
        return data ? [{ ...data, ...value }] : []
      }),
    }),
  selected: () => grid().getSelectedNodes().length,
  value: (row, key) => nodeAt(row)?.data?.[key],
})
