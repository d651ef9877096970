import { createApp, h, nextTick, onMounted, shallowRef, type App } from 'vue'
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
import * as parts from './vxe-parts.ts'
import './page.css'

parts.VxeUI.setI18n('zh-CN', parts.zhCN)
parts.VxeUI.setLanguage('zh-CN')
parts.VxeUI.setTheme('light')

/** The methods of the table that are called here. */
interface VxeTable {
  loadData(rows: readonly BenchRow[]): Promise<void>
  updateData(): Promise<void>
  insert(record: Record<string, unknown>): Promise<unknown>
  sort(field: string, order: 'asc'): Promise<void>
  clearSort(): Promise<void>
  setAllCheckboxRow(isTicked: boolean): Promise<void>
  clearCheckboxRow(): Promise<void>
  getCheckboxRecords(): readonly BenchRow[]
  getTableData(): { readonly visibleData: readonly BenchRow[]; readonly tableData: readonly BenchRow[] }
}

const renderers = {
  input: { name: 'VxeInput' },
  inputNumber: { name: 'VxeNumberInput' },
  select: { name: 'VxeSelect', options: options.map(({ value, text }) => ({ value, label: text })) },
  date: { name: 'VxeDatePicker' },
  checkbox: { name: 'VxeCheckbox' },
} as const

const ref = shallowRef<VxeTable | null>(null)
const table = () => {
  if (!ref.value) throw new Error('the table is not mounted')
  return ref.value
}

interface Sorted {
  readonly data: BenchRow[]
  readonly sortList: readonly { readonly field: string }[]
}
const options_ = {
  ref,
  height: 556,
  showOverflow: true,
  rowConfig: { keyField: 'id' },
  cellConfig: { height: 40 },
  headerCellConfig: { height: 36 },
  virtualXConfig: { enabled: true, gt: 0 },
  virtualYConfig: { enabled: true, gt: 0 },
  editConfig: { trigger: 'click', mode: 'cell' },
  sortConfig: {
    sortMethod: ({ data, sortList }: Sorted) =>
      data.sort((a, b) =>
        sortList[0]?.field === numberKey
          ? Number(a[numberKey]) - Number(b[numberKey])
          : compareTexts(a[textKey], b[textKey]),
      ),
  },
}
const children = [
  { type: 'checkbox', width: 40 },
  ...columns.map(({ key, title, type }) => ({
    field: key,
    title,
    width: columnWidth,
    sortable: true,
    editRender: renderers[type],
    ...(type === 'checkbox'
      ? { formatter: ({ cellValue }: { readonly cellValue: unknown }) => textOf(type, cellValue) }
      : {}),
  })),
]

let app: App | null = null
offer({
  cell: '.vxe-body--column',
  async mount(host, rows) {
    app = createApp({
      setup() {
        // The way its documentation shows for many rows: handed over, not bound.
        onMounted(() => table().loadData(rows))
        return () => h(parts.VxeTable, options_, () => children.map((column) => h(parts.VxeColumn, column)))
      },
    })
    app.mount(host)
    await nextTick()
  },
  unmount: () => app?.unmount(),
  scroller: (host) => host.querySelector<HTMLElement>('.vxe-table--body-inner-wrapper'),
  set: () => {
    // The rows that are drawn are reactive ones; at the top they begin with the first.
    const row = table().getTableData().tableData[changedRow]
    if (row) row[textKey] = changedText
  },
  insert: () => table().insert({ id: 'new', [textKey]: newRowText }),
  sortNumber: () => table().sort(numberKey, 'asc'),
  sortText: () => table().sort(textKey, 'asc'),
  clearSort: () => table().clearSort(),
  selectAll: () => table().setAllCheckboxRow(true),
  clearSelection: () => table().clearCheckboxRow(),
  // Ranges and the clipboard are the Enterprise edition's: the rows are written, and the table told.
  async paste(values) {
    const rows = table().getTableData().visibleData
    for (const [at, value] of values.entries()) {
      const row = rows[at]
      if (row) Object.assign(row, value)
    }
    await table().updateData()
  },
  selected: () => table().getCheckboxRecords().length,
  value: (row, key) => table().getTableData().visibleData[row]?.[key],
})
