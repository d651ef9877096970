import type { EditableTableHandle } from '@suoan/ui/editable-table'
import { createRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { changedRow, changedText, newRowText, numberKey, textKey } from './data.ts'
import { offer } from './harness.ts'
import { OurTable } from './our-table.tsx'

let root: Root | null = null
const handle = createRef<EditableTableHandle>()
const table = () => {
  if (!handle.current) throw new Error('the table is not mounted')
  return handle.current.table
}
/** What a paste told: to the store's listeners, to the screen, to the page. */
let told = { store: 0, screen: 0, page: 0 }
let before: string | null = null
let isSame = false

const ids = () => table().view.ids
offer({
  cell: '.et-cell',
  mount(host, rows) {
    root = createRoot(host)
    root.render(<OurTable rows={rows} ref={handle} />)
  },
  unmount: () => root?.unmount(),
  scroller: (host) => host.querySelector<HTMLElement>('.et-scroll'),
  set: () => table().set({ id: ids()[changedRow] ?? '', key: textKey }, changedText),
  insert: () =>
    table().add({ addRowNum: 1, addIndex: 1, addScrollToBottom: false }, [{ [textKey]: newRowText }]),
  sortNumber: () => table().sort({ key: numberKey, descending: false }),
  sortText: () => table().sort({ key: textKey, descending: false }),
  clearSort: () => table().sort(null),
  selectAll: () => table().selection.toggleAll(),
  clearSelection: () => table().selection.clear(),
  paste(_values, texts) {
    const model = table()
    before = model.history.canUndo
    told = { store: 0, screen: 0, page: 0 }
    const stops = [model.store.subscribe(() => (told.store += 1)), model.listen(() => (told.page += 1))]
    model.range.activate({ id: ids()[0] ?? '', key: textKey })
    stops.push(model.subscribe(() => (told.screen += 1)))
    handle.current?.paste(texts)
    for (const stop of stops) stop()
  },
  undo() {
    table().undo()
    isSame = table().history.canUndo === before
  },
  selected: () => table().selection.ids.size,
  value: (row, key) => table().store.row(ids()[row] ?? '')?.[key],
  notes: () => ({ ...told, isOneEntry: isSame ? 1 : 0 }),
})
