import { useState, type MouseEvent, type PointerEvent, type RefObject } from 'react'
import type { Rectangle } from '../model/range.ts'
import { fillRange, type Written } from '../model/range-edits.ts'
import type { CellId, RowId } from '../model/row.ts'
import type { Table } from '../model/table.ts'
import type { TableContext } from './context.ts'
import { followPointer } from './follow-pointer.ts'
import type { Geometry } from './use-geometry.ts'
import type { EditingControl } from './use-editing.ts'

/** What a pressed pointer acts on beside the table. */
interface Hands {
  say(text: string): void
  warn(text: string): void
  told(verb: string, written: Written): void
  /** Tells of a cell that was clicked. */
  tell(cell: CellId): void
  expand(id: RowId): void
  act(act: string, cell: Readonly<{ id: RowId; key: string | null }>, element: HTMLElement): void
  clickRow?: ((id: RowId, element: HTMLElement) => void) | undefined
  distract(): void
}

/** Rows that the fill handle or a dragged row is over. */
export type DragMark = { readonly fill: Rectangle } | { readonly drop: number } | null

interface Found {
  readonly id: RowId
  readonly key: string | null
  readonly element: HTMLElement
}

/** The cell an element is in, lead columns without a key among them. */
export function cellAt(target: EventTarget | null): Found | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('.et-cell') : null
  const id = element?.closest<HTMLElement>('[data-row]')?.dataset['row']
  return element && id !== undefined ? { id, key: element.dataset['key'] ?? null, element } : null
}
const actorOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-act]') : null

/** Whether what the page draws in the cell takes the pointer itself. */
const isPagesOwn = ({ table, slots }: TableContext, key: string): boolean => {
  const column = table.column(key)
  return (
    column !== undefined &&
    (column.type === 'slot' || (slots[key] !== undefined && table.typeOf(column).editor === 'none'))
  )
}

/** Presses, drags and clicks in the rows: cells, ranges, boxes, rows that are moved, the fill handle. */
export function usePointer(
  context: TableContext,
  geometry: Geometry,
  control: EditingControl,
  scroller: RefObject<HTMLElement | null>,
  host: RefObject<HTMLTextAreaElement | null>,
  hands: Hands,
) {
  const { table } = context
  const [mark, setMark] = useState<DragMark>(null)
  const { ids, placement, head, foot, fixedWidth } = geometry
  const focus = () => host.current?.focus({ preventScroll: true })
  const drag = (over: (row: number, column: number) => void, done: (isGivenUp: boolean) => void) =>
    followPointer({
      scroller: scroller.current,
      inset: { top: head, bottom: foot, left: fixedWidth },
      look: (target) => {
        const found = cellAt(target)
        if (found)
          over(
            table.view.indexOf(found.id),
            placement.columns.findIndex(({ column }) => column.key === found.key),
          )
      },
      done,
    })

  const dragRow = (id: RowId) => {
    let to = -1
    if (!table.isOwnOrder) return hands.warn('排序或筛选时不能移动行，请先恢复原顺序')
    drag(
      (row) => {
        to = row
        setMark({ drop: row })
      },
      (isGivenUp) => {
        setMark(null)
        const target = ids[to]
        if (isGivenUp) return to < 0 ? undefined : hands.say('已取消移动')
        if (to < 0 || target === undefined || target === id) return
        if (table.store.parent(target) !== table.store.parent(id)) return hands.say('只能在同一上级之内移动')
        const siblings = table.store.children(table.store.parent(id)) ?? []
        if (table.moveRow(id, siblings.indexOf(target))) hands.say(`已移到第 ${to + 1} 行`)
      },
    )
  }
  const press = (event: PointerEvent<HTMLDivElement>) => {
    const found = cellAt(event.target)
    if (!found || event.button !== 0 || event.pointerType === 'touch') return
    const act = actorOf(event.target)?.dataset['act']
    if (act === 'order') return dragRow(found.id)
    if (act !== undefined || found.key === null || isPagesOwn(context, found.key)) return
    // The text area keeps the focus: a press that took it would end a composition (design/pitfalls.md §1.3).
    event.preventDefault()
    if (control.editing && !control.commit()) return
    const start = { row: table.view.indexOf(found.id), key: found.key }
    table.range.activate({ id: found.id, key: found.key }, event.shiftKey)
    focus()
    let isDrag = false
    drag(
      (row, column) => {
        if (row < 0 || column < 0) return
        const isSame = row === start.row && placement.columns[column]?.column.key === start.key
        if (isSame && !isDrag) return
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
    const { id, key } = found
    const actor = actorOf(event.target)
    const act = actor?.dataset['act']
    if (act === 'expand') return hands.expand(id)
    if (act === 'radio' && key !== null) {
      chooseRadio(table, { id, key }, actor?.dataset['value'] ?? null)
      return focus()
    }
    if (act !== undefined && actor) return hands.act(act, found, actor)
    // What was typed elsewhere and could not be taken keeps its editor: the press that refused it goes no further.
    if (key !== null && control.isBusyElsewhere({ id, key })) return
    if (found.element.dataset['lead'] === 'check') {
      table.selection.toggle(id)
      return focus()
    }
    if (found.element.dataset['lead'] === 'drag' || found.element.dataset['lead'] === 'expand') return
    hands.clickRow?.(id, found.element)
    if (key === null || event.shiftKey || isPagesOwn(context, key)) return
    const { range } = table
    const band = range.rectangle
    if (band && (band.top !== band.bottom || band.left !== band.right)) return
    if (range.active?.id !== id || range.active.key !== key) range.activate({ id, key })
    geometry.reveal({ id, key })
    hands.tell({ id, key })
    if (!control.editing) control.begin('click')
    hands.distract()
  }

  const dragFill = (event: PointerEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const source = table.range.rectangle
    if (!source) return
    let wanted: Rectangle | null = null
    drag(
      (row, column) => {
        wanted = filledTo(source, row, column)
        setMark(wanted && { fill: wanted })
      },
      (isGivenUp) => {
        setMark(null)
        if (!wanted || isGivenUp) return
        hands.told('填充', fillRange(table, source, wanted))
        table.range.stretchTo(wanted.bottom, wanted.right)
      },
    )
  }
  return { mark, press, click, dragFill }
}

/** The source and what is filled from it, in the direction in which the pointer went farther; null while it is inside. */
function filledTo(source: Rectangle, row: number, column: number): Rectangle | null {
  const down = Math.max(row - source.bottom, source.top - row, 0)
  const across = column < 0 ? 0 : Math.max(column - source.right, source.left - column, 0)
  if (down === 0 && across === 0) return null
  return down >= across
    ? { ...source, top: Math.min(source.top, row), bottom: Math.max(source.bottom, row) }
    : { ...source, left: Math.min(source.left, column), right: Math.max(source.right, column) }
}

/** Chooses one of a radio cell's choices; the chosen one pressed again is let go. */
function chooseRadio(table: Table, cell: CellId, text: string | null): void {
  const option = table.column(cell.key)?.options?.find(({ value }) => String(value) === text)
  const isSame = table.store.row(cell.id)?.[cell.key] === option?.value
  table.range.activate(cell)
  table.set(cell, isSame ? null : (option?.value ?? null))
}
