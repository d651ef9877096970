import {
  useId,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { fileNames } from '../model/cell-type.ts'
import { isComposing } from '../model/keyboard.ts'
import type { Written } from '../model/range-edits.ts'
import type { CellId, RowId } from '../model/row.ts'
import { CellEditor } from './CellEditor.tsx'
import { copyOut, pasteIn, writtenText } from './clipboard.ts'
import { headElementId, type TableContext } from './context.ts'
import { Foot } from './Foot.tsx'
import { pressKey } from './grid-keys.ts'
import { Head } from './Head.tsx'
import { headText, pressHeadKey } from './head-keys.ts'
import { DragMarks, FillHandle } from './OverRows.tsx'
import { Rows } from './Rows.tsx'
import { useEditing } from './use-editing.ts'
import { useGeometry, type Geometry } from './use-geometry.ts'
import { cellAt, usePointer } from './use-pointer.ts'

export interface GridHandle {
  /** Scrolls a cell into the window and makes it active. */
  goTo(cell: CellId, takesFocus?: boolean): void
  scrollToTop(): void
  focus(): void
}

interface Props {
  readonly context: TableContext
  /** px; the body scrolls beyond it. */
  readonly maxHeight: number
  readonly label: string
  readonly empty: ReactNode
  readonly ref: Ref<GridHandle>
  say(text: string): void
  /** Says it where everybody sees it: something was not done. */
  warn(text: string): void
  onRowMenu(id: RowId, x: number, y: number): void
  onColumnMenu(key: string, x: number, y: number): void
  /** A button of a cell or of a row was pressed: upload, file-menu, detail … */
  onAct(act: string, cell: Readonly<{ id: RowId; key: string | null }>, element: HTMLElement): void
  onFind(): void
  onTurnBack(which: 'undo' | 'redo'): void
  onExpand(id: RowId): void
  onInsertBelow(id: RowId): void
  /** The row itself was clicked, outside its handle, box and expander. */
  onRowClick?(id: RowId, element: HTMLElement): void
  /** Something scrolled or a cell was entered: what floats over the rows goes away. */
  onDistract(): void
}

/** The scrolled table: header, the rows that are seen, statistics, and the one editor. */
export function Grid({ ref, ...props }: Props) {
  const { context, maxHeight, label, empty, say } = props
  const { table, rowHeight, lead, idPrefix, hasTree } = context
  useSyncExternalStore(table.subscribe, table.getLayoutVersion)
  const scroller = useRef<HTMLDivElement>(null)
  const instructions = useId()
  const geometry = useGeometry(context, scroller, maxHeight, props.onDistract)
  const { host, control } = useEditing(table, say, (cell) => {
    const element = scroller.current?.querySelector<HTMLElement>('.et-cell.is-active')
    const hasFile = fileNames(table.store.row(cell.id)?.[cell.key]).length > 0
    if (element) props.onAct(hasFile ? 'file-menu' : 'upload', cell, element)
  })
  const [hasFocus, setHasFocus] = useState(false)
  /** The column whose header the keys act on; none while a cell is active. */
  const [headKey, setHeadKey] = useState<string | null>(null)
  const { ids, placement, seen, from, last, width, head, foot, room } = geometry
  const { columns } = placement
  const { active } = table.range
  const activeHead = active === null && hasFocus ? headKey : null

  const focus = () => host.current?.focus({ preventScroll: true })
  const tell = (cell: CellId) => say(cellText(context, geometry, cell))
  const enter = (cell: CellId | null) => {
    if (!cell) return
    setHeadKey(null)
    geometry.reveal(cell)
    tell(cell)
    focus()
  }
  const step = (by: 1 | -1) => {
    const cell = table.range.beside(by)
    if (!cell) return
    table.range.activate(cell)
    enter(cell)
  }
  const told = (verb: string, written: Written) => {
    const { text, isWhole } = writtenText(verb, written)
    if (!isWhole) props.warn(text)
    say(text)
  }
  const enterHead = (key: string | null) => {
    setHeadKey(key)
    table.range.activate(null)
    if (key === null) return
    geometry.revealColumn(key)
    say(headText(table, key))
    focus()
  }
  useImperativeHandle(ref, () => ({
    goTo: (cell, takesFocus = true) => {
      table.range.activate(cell)
      if (takesFocus) return enter(cell)
      geometry.reveal(cell)
      tell(cell)
    },
    scrollToTop: () => scroller.current?.scrollTo({ top: 0 }),
    focus,
  }))
  const menuPlace = (element: Element | null) => {
    const bounds = element?.getBoundingClientRect()
    return [bounds?.left ?? 0, bounds?.bottom ?? 0] as const
  }
  const key = (event: KeyboardEvent) => {
    if (active) setHeadKey(null)
    if (activeHead !== null) {
      const isTaken = pressHeadKey(event, table, activeHead, {
        enterHead,
        leaveDown: (column) => {
          const id = ids[0]
          if (id === undefined) return
          table.range.activate({ id, key: column })
          enter({ id, key: column })
        },
        openMenu: (column) =>
          props.onColumnMenu(column, ...menuPlace(document.getElementById(headElementId(idPrefix, column)))),
        say,
      })
      if (isTaken) return
    }
    pressKey(event, table, {
      hasTree,
      pageRows: Math.max(1, Math.floor(room / rowHeight) - 1),
      enter,
      step,
      edit: () => void control.begin('key'),
      say,
      told,
      find: props.onFind,
      turnBack: props.onTurnBack,
      expand: props.onExpand,
      insertBelow: props.onInsertBelow,
      openRowMenu: (id) => props.onRowMenu(id, ...menuPlace(host.current)),
      enterHead,
    })
  }
  const { mark, press, click, dragFill } = usePointer(context, geometry, control, scroller, host, {
    say,
    told,
    tell,
    expand: props.onExpand,
    act: props.onAct,
    warn: props.warn,
    clickRow: props.onRowClick,
    distract: props.onDistract,
  })
  const voice = { say, warn: props.warn, told }
  const activeColumn = columns.findIndex(({ column }) => column.key === active?.key)
  const box = active ? geometry.boxOf(table.view.indexOf(active.id), activeColumn) : null
  const { height } = geometry
  return (
    <div
      ref={scroller}
      className={`et-scroll${seen.isShifted ? ' is-shifted' : ''}${hasFocus ? ' has-focus' : ''}${context.isAlwaysEditing ? ' is-always' : ''}`}
      style={{
        maxHeight: maxHeight + head + foot,
        minHeight: head + foot + rowHeight * (ids.length === 0 ? 2 : 1),
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHasFocus(false)
      }}
    >
      <span id={instructions} hidden>
        方向键移动，回车或 F2 编辑，首行再按向上键到列标题，Esc 后按 Tab 离开表格
      </span>
      <div
        className="et-grid"
        role={hasTree ? 'treegrid' : 'grid'}
        aria-label={label}
        aria-describedby={instructions}
        aria-rowcount={table.view.all.length + 1}
        aria-colcount={columns.length + lead.length}
        aria-multiselectable={table.selectionMode === 'checkbox' || undefined}
        aria-readonly={table.isReadOnly || undefined}
        style={{ width }}
      >
        <Head
          context={context}
          from={from}
          end={last}
          width={width}
          height={head}
          activeKey={activeHead}
          onMenu={props.onColumnMenu}
        />
        {/* The rows take what bubbles up to them; every action has a key on the text area. */}
        <div
          role="rowgroup"
          className="et-body"
          style={{ height: Math.max(height, ids.length === 0 ? rowHeight * 2 : 0), width }}
          onPointerDown={press}
          onClick={click}
          onKeyDown={(event) => {
            if (event.target !== host.current && isComposing(event.nativeEvent)) event.stopPropagation()
          }}
          onDoubleClick={(event) => {
            const found = cellAt(event.target)
            // Beside its handle, which opens a menu (spec/5-screens.md §13.2).
            if (found?.element.dataset['lead'] !== 'drag' || found.element !== event.target) return
            if (table.mayAdd) props.onInsertBelow(found.id)
          }}
          onContextMenu={(event) => {
            const found = cellAt(event.target)
            if (!found || table.isReadOnly) return
            event.preventDefault()
            props.onRowMenu(found.id, event.clientX, event.clientY)
          }}
        >
          <Rows context={context} geometry={geometry} />
          {ids.length === 0 && (
            <div role="row" className="et-empty" style={{ width: seen.width }}>
              <div role="gridcell">{empty}</div>
            </div>
          )}
        </div>
        <Foot context={context} from={from} end={last} width={width} />
      </div>
      {/* Beside the grid, which may hold nothing but rows: what floats over its cells scrolls with them. */}
      <div className="et-over" style={{ top: head }}>
        <DragMarks mark={mark} geometry={geometry} rowHeight={rowHeight} />
        {hasFocus && !table.isReadOnly && !control.editing && (
          <FillHandle context={context} geometry={geometry} onPress={dragFill} />
        )}
        <CellEditor
          context={context}
          host={host}
          control={control}
          box={box}
          bodyWidth={width}
          label={label}
          headId={activeHead === null ? null : headElementId(idPrefix, activeHead)}
          onKey={key}
          onMove={(rows, steps, next) =>
            next === undefined ? enter(table.range.move(rows, steps)) : step(next)
          }
          onFocus={() => {
            setHasFocus(true)
            if (table.range.active || headKey !== null || !columns[0]) return
            if (ids[0] === undefined) setHeadKey(columns[0].column.key)
            else table.range.activate({ id: ids[0], key: columns[0].column.key })
          }}
          onCopy={(data, isCut) => copyOut(table, data, isCut, voice)}
          onPaste={(data) => pasteIn(table, data, voice)}
          onRefused={(problem) => props.warn(`${problem}，还没有写入：请改正，或按 Esc 放弃`)}
        />
      </div>
    </div>
  )
}

/** What a screen reader is told of a cell that was entered. */
function cellText({ table }: TableContext, { firstNumber }: Geometry, { id, key }: CellId): string {
  const row = table.store.row(id)
  const column = table.column(key)
  if (!row || !column) return ''
  const problem = table.validation.error(row.id, column.key)
  return `第 ${firstNumber + table.view.indexOf(row.id) + 1} 行 ${column.title} ${table.text(row, column) || '空'}${problem === null ? '' : `，${problem}`}`
}
