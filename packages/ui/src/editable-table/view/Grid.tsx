import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { fileNames } from '../model/cell-type.ts'
import type { Edit } from '../model/history.ts'
import { columnsWithin } from '../model/layout.ts'
import { commandOf, isComposing } from '../model/keyboard.ts'
import type { Rectangle } from '../model/range.ts'
import type { CellId, RowId } from '../model/row.ts'
import { readHtml, writeHtml } from '../model/html-table.ts'
import { readTsv, writeTsv } from '../model/text-table.ts'
import {
  clearRange,
  copyRange,
  fillFirst,
  fillRange,
  pasteTexts,
  type Written,
} from '../model/range-edits.ts'
import { rowWindow, scrollTopFor, seenRows } from '../model/window.ts'
import { followPointer } from './follow-pointer.ts'
import { CellEditor, type CellBox } from './CellEditor.tsx'
import type { TableContext } from './context.ts'
import { Foot, statisticsOfTable } from './Foot.tsx'
import { Head } from './Head.tsx'
import { RowView } from './RowView.tsx'
import { headHeight, statisticsHeight } from './sizes.ts'
import { useEditing } from './use-editing.ts'
import { useSeen } from './use-scroll.ts'

export interface GridHandle {
  /** Scrolls a cell into the window and makes it active. */
  goTo(cell: CellId, takesFocus?: boolean): void
  scrollToTop(): void
  scrollToEnd(): void
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
  onExpand(id: RowId): void
  onInsertBelow(id: RowId): void
  /** The row itself was clicked, outside its handle, box and expander. */
  onRowClick?(id: RowId, element: HTMLElement): void
  /** Something scrolled or a cell was entered: what floats over the rows goes away. */
  onDistract(): void
}

/** Cells that are copied at once, and those that go to the clipboard as a table of HTML too: more would stop the page. */
const mostCopied = 400_000
const mostAsHtml = 100_000
/** Rows drawn above and below what is seen. */
const spareRows = 4

/** The first cell that an edit set. */
function touchedBy({ steps }: Edit): CellId | null {
  for (const step of steps) {
    const key = step.kind === 'set' ? Object.keys(step.after)[0] : undefined
    if (step.kind === 'set' && key !== undefined) return { id: step.id, key }
  }
  return null
}

/** The scrolled table: header, the rows that are seen, statistics, and the one editor. */
export function Grid({ ref, ...props }: Props) {
  const { context, maxHeight, label, empty, say } = props
  const { table, rowHeight, lead, leadWidth, size, hasTree } = context
  useSyncExternalStore(table.subscribe, table.getVersion)
  const scroller = useRef<HTMLDivElement>(null)
  const instructions = useId()
  const seen = useSeen(scroller)
  const { host, control } = useEditing(table, say, (cell) => {
    const element = scroller.current?.querySelector<HTMLElement>('.et-cell.is-active')
    const hasFile = fileNames(table.store.row(cell.id)?.[cell.key]).length > 0
    if (element) props.onAct(hasFile ? 'file-menu' : 'upload', cell, element)
  })
  const [hasFocus, setHasFocus] = useState(false)
  /** Rows the fill handle or a dragged row is over. */
  const [mark, setMark] = useState<{ fill: Rectangle } | { drop: number } | null>(null)

  const ids = table.view.ids
  const { page } = table.view.state
  const firstNumber = page ? (page.current - 1) * page.pageSize : 0
  const head = headHeight[size]
  const foot = statisticsOfTable(context).length * statisticsHeight
  const room = Math.max(0, seen.height - head - foot)
  const place = { scrollTop: seen.scrollTop, room, rowHeight, count: ids.length }
  const { first, end, height, shift } = rowWindow(place, spareRows)
  useLayoutEffect(() => {
    if (seen.width > 0) table.setRoom(seen.width - leadWidth)
  }, [table, seen.width, leadWidth])
  const { placement } = table
  const { columns, pinnedWidth, scrolledWidth } = placement
  const fixedWidth = leadWidth + pinnedWidth
  const width = Math.max(seen.width, fixedWidth + scrolledWidth)
  const [from, last] = columnsWithin(placement, seen.scrollLeft, Math.max(0, seen.width - fixedWidth))

  const active = table.range.active
  const rectangle = table.range.rectangle
  const boxOf = (row: number, column: number): CellBox | null => {
    const placed = columns[column]
    if (row < 0 || !placed) return null
    return {
      top: row * rowHeight - shift,
      left: placed.left + (placed.isPinned ? leadWidth : fixedWidth),
      width: placed.width,
      height: rowHeight,
      isPinned: placed.isPinned,
      isLow: row > 0 && (row + 2) * rowHeight - shift > seen.scrollTop + room,
    }
  }
  const activeColumn = active ? columns.findIndex(({ column }) => column.key === active.key) : -1
  const box = active ? boxOf(table.view.indexOf(active.id), activeColumn) : null

  const reveal = (cell: CellId) => {
    const element = scroller.current
    if (!element) return
    const row = table.view.indexOf(cell.id)
    const top = scrollTopFor(row, { ...place, scrollTop: element.scrollTop })
    if (top !== null) element.scrollTop = top
    const placed = columns.find(({ column }) => column.key === cell.key)
    if (!placed || placed.isPinned) return
    const seenWidth = element.clientWidth - fixedWidth
    // A cell wider than the room shows its beginning.
    if (placed.left < element.scrollLeft || placed.width > seenWidth) element.scrollLeft = placed.left
    else if (placed.left + placed.width > element.scrollLeft + seenWidth)
      element.scrollLeft = placed.left + placed.width - seenWidth
  }
  const tell = (cell: CellId | null) => {
    const row = cell && table.store.row(cell.id)
    const column = cell && table.column(cell.key)
    if (!row || !column) return
    const problem = table.validation.error(row.id, column.key)
    say(
      `第 ${firstNumber + table.view.indexOf(row.id) + 1} 行 ${column.title} ${table.text(row, column) || '空'}${problem === null ? '' : `，${problem}`}`,
    )
  }
  const enter = (cell: CellId | null) => {
    if (!cell) return
    reveal(cell)
    tell(cell)
    host.current?.focus({ preventScroll: true })
  }
  useImperativeHandle(ref, () => ({
    goTo: (cell, takesFocus = true) => {
      table.range.activate(cell)
      if (takesFocus) return enter(cell)
      reveal(cell)
      tell(cell)
    },
    scrollToTop: () => scroller.current?.scrollTo({ top: 0 }),
    scrollToEnd: () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight }),
    focus: () => host.current?.focus({ preventScroll: true }),
  }))
  const distract = useEffectEvent(props.onDistract)
  useEffect(() => distract(), [seen.scrollTop, seen.scrollLeft])

  const move = (rows: number, steps: number, next?: 1 | -1) => {
    if (next === undefined) return enter(table.range.move(rows, steps))
    const cell = table.range.beside(next)
    if (cell) {
      table.range.activate(cell)
      enter(cell)
    }
  }
  const told = (verb: string, { cells, rows, protectedCells, unreadable, problem }: Written) => {
    const done = [`已${verb} ${cells} 个单元格`, rows > 0 && `新增 ${rows} 行`]
    const left = [
      protectedCells > 0 && `${protectedCells} 个不能编辑的单元格未改`,
      unreadable > 0 && `${unreadable} 个未写入（${problem ?? ''}）`,
    ].filter(Boolean)
    const text = [...done, ...left].filter(Boolean).join('，')
    if (left.length > 0) props.warn(text)
    say(text)
  }

  const key = (event: KeyboardEvent) => {
    const menuCell = table.range.active
    if (menuCell && (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))) {
      event.preventDefault()
      const bounds = host.current?.getBoundingClientRect()
      if (!table.isReadOnly) props.onRowMenu(menuCell.id, bounds?.left ?? 0, bounds?.bottom ?? 0)
      return
    }
    const command = commandOf(event.nativeEvent)
    if (!command) return
    const { range } = table
    const cell = range.active
    // At either end of the table Tab goes on to what stands beside it, so the keyboard is never caught here.
    if (command.do === 'next' && !range.beside(command.step)) return
    event.preventDefault()
    event.stopPropagation()
    const page = Math.max(1, Math.floor(room / rowHeight) - 1)
    switch (command.do) {
      case 'move':
        return enter(range.move(command.rows, command.columns, command.extend))
      case 'edge':
        return enter(range.move(command.rows * ids.length, command.columns * columns.length, command.extend))
      case 'page':
        return enter(range.move(command.rows * page, 0, command.extend))
      case 'next':
        return move(0, 0, command.step)
      case 'edit':
        return void control.begin('key')
      case 'clear':
        return told('清空', clearRange(table))
      case 'toggle':
        if (cell && !table.toggle(cell)) table.selection.toggle(cell.id)
        return
      case 'fillDown':
        return told('填充', fillFirst(table, 'down'))
      case 'fillRight':
        return told('填充', fillFirst(table, 'right'))
      case 'undo':
      case 'redo': {
        const edit = command.do === 'undo' ? table.undo() : table.redo()
        const verb = command.do === 'undo' ? '撤销' : '重做'
        const touched = edit && touchedBy(edit)
        // What changed is shown: undone out of sight, nobody would know what it was.
        if (touched && table.view.indexOf(touched.id) >= 0) {
          range.activate(touched)
          reveal(touched)
        }
        return say(edit ? `已${verb}：${edit.label}` : `没有可以${verb}的修改`)
      }
      case 'selectAll':
        return range.all()
      case 'insertBelow':
        if (cell && table.mayAdd) props.onInsertBelow(cell.id)
        return
      case 'moveRow':
        if (cell && !table.shiftRow(cell.id, command.step))
          say(table.isOwnOrder ? '已在边界，不能再移动' : '排序或筛选时不能移动行，请先恢复原顺序')
        return enter(cell)
      case 'open':
        if (cell && hasTree && table.isExpanded(cell.id) !== command.isOpen) props.onExpand(cell.id)
        return
      case 'find':
        return props.onFind()
      case 'leave':
        return range.activate(null)
    }
  }

  const cellAt = (
    target: EventTarget | null,
  ): { id: RowId; key: string | null; element: HTMLElement } | null => {
    const element = target instanceof Element ? target.closest<HTMLElement>('.et-cell') : null
    const id = element?.closest<HTMLElement>('[data-row]')?.dataset['row']
    return element && id !== undefined ? { id, key: element.dataset['key'] ?? null, element } : null
  }
  const drag = (over: (row: number, column: number) => void, done: () => void) =>
    followPointer({
      scroller: scroller.current,
      inset: { top: head, bottom: foot, left: fixedWidth },
      look: (target) => {
        const found = cellAt(target)
        if (found)
          over(
            table.view.indexOf(found.id),
            columns.findIndex(({ column }) => column.key === found.key),
          )
      },
      done,
    })

  const press = (event: PointerEvent<HTMLDivElement>) => {
    const found = cellAt(event.target)
    if (!found || event.button !== 0 || event.pointerType === 'touch') return
    const act =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>('[data-act]')?.dataset['act']
        : undefined
    const isSlot =
      found.key !== null &&
      (table.column(found.key)?.type === 'slot' || context.slots[found.key] !== undefined)
    if (act === 'order') return dragRow(found.id)
    if (act !== undefined || found.key === null || isSlot) return
    // The text area keeps the focus: a press that took it would end a composition (design/pitfalls.md §1.3).
    event.preventDefault()
    if (control.editing && !control.commit()) return
    table.range.activate({ id: found.id, key: found.key }, event.shiftKey)
    host.current?.focus({ preventScroll: true })
    let isDrag = false
    drag(
      (row, column) => {
        if (
          row < 0 ||
          column < 0 ||
          (row === table.view.indexOf(found.id) && columns[column]?.column.key === found.key && !isDrag)
        )
          return
        isDrag = true
        table.range.stretchTo(row, column)
      },
      () => {},
    )
  }
  /** A click, after a press that went nowhere else: opens the cell in place (spec/5-screens.md §13.1). */
  const click = (event: MouseEvent<HTMLDivElement>) => {
    const found = cellAt(event.target)
    if (!found) return
    const actor = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-act]') : null
    const act = actor?.dataset['act']
    if (act === 'expand') return props.onExpand(found.id)
    if (act === 'radio' && found.key !== null) {
      const value = actor?.dataset['value'] ?? null
      const option = table.column(found.key)?.options?.find((each) => String(each.value) === value)
      const isSame = table.store.row(found.id)?.[found.key] === option?.value
      table.range.activate({ id: found.id, key: found.key })
      table.set({ id: found.id, key: found.key }, isSame ? null : (option?.value ?? null))
      return host.current?.focus({ preventScroll: true })
    }
    if (act !== undefined && actor) return props.onAct(act, found, actor)
    // What was typed elsewhere and could not be taken keeps its editor: the press that refused it goes no further.
    if (found.key !== null && control.isBusyElsewhere({ id: found.id, key: found.key })) return
    if (found.element.dataset['lead'] === 'check') {
      table.selection.toggle(found.id)
      return host.current?.focus({ preventScroll: true })
    }
    if (found.element.dataset['lead'] === 'drag' || found.element.dataset['lead'] === 'expand') return
    props.onRowClick?.(found.id, found.element)
    if (found.key === null || event.shiftKey || context.slots[found.key]) return
    const { range } = table
    const band = range.rectangle
    if (band && (band.top !== band.bottom || band.left !== band.right)) return
    if (range.active?.id !== found.id || range.active.key !== found.key)
      range.activate({ id: found.id, key: found.key })
    reveal({ id: found.id, key: found.key })
    tell({ id: found.id, key: found.key })
    if (!control.editing) control.begin('click')
    props.onDistract()
  }

  const dragRow = (id: RowId) => {
    let to = -1
    if (!table.isOwnOrder) return
    drag(
      (row) => {
        to = row
        setMark({ drop: row })
      },
      () => {
        setMark(null)
        const target = ids[to]
        if (to < 0 || target === undefined || target === id) return
        if (table.store.parent(target) !== table.store.parent(id)) return say('只能在同一上级之内移动')
        const siblings = table.store.children(table.store.parent(id)) ?? []
        if (table.moveRow(id, siblings.indexOf(target))) say(`已移到第 ${to + 1} 行`)
      },
    )
  }
  const dragFill = (event: PointerEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const source = table.range.rectangle
    if (!source) return
    let wanted: Rectangle | null = null
    drag(
      (row, column) => {
        const down = Math.max(row - source.bottom, source.top - row, 0)
        const across = column < 0 ? 0 : Math.max(column - source.right, source.left - column, 0)
        wanted =
          down === 0 && across === 0
            ? null
            : down >= across
              ? { ...source, top: Math.min(source.top, row), bottom: Math.max(source.bottom, row) }
              : { ...source, left: Math.min(source.left, column), right: Math.max(source.right, column) }
        setMark(wanted && { fill: wanted })
      },
      () => {
        setMark(null)
        if (!wanted) return
        told('填充', fillRange(table, source, wanted))
        table.range.stretchTo(wanted.bottom, wanted.right)
      },
    )
  }

  // As many as are drawn: one more, and the row that comes in would find no element of one that goes out.
  const slotCount = seenRows(room, rowHeight) + 2 * spareRows
  const rows = []
  for (let index = first; index < end; index++) {
    const id = ids[index]
    if (id === undefined) continue
    rows.push(
      // The same element takes the row that comes in as another goes out: scrolling writes texts, it builds nothing.
      <RowView
        key={index % slotCount}
        context={context}
        id={id}
        index={index}
        top={index * rowHeight - shift}
        from={from}
        end={last}
        width={width}
        number={firstNumber + index + 1}
      />,
    )
  }
  const fillBox =
    rectangle && !table.isReadOnly && !control.editing ? boxOf(rectangle.bottom, rectangle.right) : null
  const fillMark = mark && 'fill' in mark ? mark.fill : null
  const [fillFrom, fillTo] = fillMark
    ? [boxOf(fillMark.top, fillMark.left), boxOf(fillMark.bottom, fillMark.right)]
    : [null, null]

  return (
    <div
      ref={scroller}
      className={`et-scroll${hasFocus ? ' has-focus' : ''}${context.isAlwaysEditing ? ' is-always' : ''}`}
      style={{
        maxHeight: maxHeight + head + foot,
        minHeight: head + foot + rowHeight * (ids.length === 0 ? 2 : 1),
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHasFocus(false)
      }}
    >
      <span id={instructions} hidden>
        方向键移动，回车或 F2 编辑，Esc 后按 Tab 离开表格
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
          onContextMenu={(event) => {
            const found = cellAt(event.target)
            if (!found || table.isReadOnly) return
            event.preventDefault()
            props.onRowMenu(found.id, event.clientX, event.clientY)
          }}
        >
          {rows}
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
        {mark && 'drop' in mark && (
          <div className="et-drop" style={{ top: mark.drop * rowHeight - shift, width, height: rowHeight }} />
        )}
        {fillFrom && fillTo && (
          <div
            className="et-filling"
            style={{
              top: fillFrom.top,
              left: fillFrom.left,
              width: fillTo.left + fillTo.width - fillFrom.left,
              height: fillTo.top + fillTo.height - fillFrom.top,
            }}
          />
        )}
        {fillBox && hasFocus && (
          <div
            className={`et-float${fillBox.isPinned ? ' is-pinned' : ''}`}
            style={{ top: fillBox.top, width }}
          >
            <div
              className="et-place"
              style={{ left: fillBox.left, width: fillBox.width, height: fillBox.height }}
            >
              <span className="et-fill" aria-hidden="true" onPointerDown={dragFill} />
            </div>
          </div>
        )}
        <CellEditor
          context={context}
          host={host}
          control={control}
          box={box}
          bodyWidth={width}
          label={label}
          onKey={key}
          onMove={move}
          onFocus={() => {
            setHasFocus(true)
            if (!table.range.active && ids[0] !== undefined && columns[0])
              table.range.activate({ id: ids[0], key: columns[0].column.key })
          }}
          onCopy={(data, isCut) => {
            const band = table.range.rectangle
            const cells = band ? (band.bottom - band.top + 1) * (band.right - band.left + 1) : 0
            if (cells > mostCopied)
              return props.warn(`选中 ${cells} 个单元格，一次最多复制 ${mostCopied} 个，请分次复制或使用导出`)
            const texts = copyRange(table)
            if (texts.length === 0) return
            data.setData('text/plain', writeTsv(texts))
            if (cells <= mostAsHtml) data.setData('text/html', writeHtml(texts))
            if (isCut) told('剪切', clearRange(table))
            else say(`已复制 ${texts.length} 行 ${texts[0]?.length ?? 0} 列`)
          }}
          onPaste={(data) => {
            const html = data.getData('text/html')
            const texts = (html && readHtml(html)) || readTsv(data.getData('text/plain'))
            if (table.isReadOnly) return props.warn('只读表格不能粘贴')
            told('粘贴', pasteTexts(table, texts))
          }}
        />
      </div>
    </div>
  )
}
