import { memo, useRef, useSyncExternalStore, type PointerEvent } from 'react'
import { followPointer } from '../../follow-pointer/index.ts'
import { movedColumn, narrowest, type PlacedColumn } from '../model/layout.ts'
import { isEditable } from '../model/column.ts'
import { isRequired } from '../model/rules.ts'
import { headElementId, type TableContext } from './context.ts'

interface Props {
  readonly context: TableContext
  readonly from: number
  readonly end: number
  readonly width: number
  readonly height: number
  /** The column whose header the keys act on. */
  readonly activeKey: string | null
  /** Opens the menu of a column at a place on the screen. */
  onMenu(key: string, x: number, y: number): void
}

/**
 * The header row: titles with their marks, the box over all rows, and the edges that make columns wider. Scrolling rows
 * draws it no more than the table's own changes do.
 */
export const Head = memo(function Head({ context, from, end, width, height, activeKey, onMenu }: Props) {
  const { table, lead, leadWidth } = context
  useSyncExternalStore(table.subscribe, table.getLayoutVersion)
  const { columns, pinnedCount, pinnedWidth } = table.placement
  const scrolled = columns.slice(Math.max(from, pinnedCount), end)
  const one = (placed: PlacedColumn, shift: number) => (
    <HeadCell
      key={placed.column.key}
      context={context}
      placed={placed}
      shift={shift}
      isActive={placed.column.key === activeKey}
      onMenu={onMenu}
    />
  )
  return (
    <div role="row" aria-rowindex={1} className="et-head" style={{ width, height }}>
      <div className="et-pin" role="presentation" style={{ width: leadWidth + pinnedWidth }}>
        {lead.map(({ kind, left, width: own }) => (
          <div
            key={kind}
            role="columnheader"
            className={`et-th et-lead et-${kind}`}
            style={{ left, width: own }}
          >
            {kind === 'number' && '#'}
            {kind === 'check' && table.selectionMode === 'checkbox' && <AllBox context={context} />}
          </div>
        ))}
        {columns.slice(0, pinnedCount).map((placed) => one(placed, leadWidth))}
      </div>
      {scrolled.map((placed) => one(placed, leadWidth + pinnedWidth))}
    </div>
  )
})

function AllBox({ context: { table } }: { context: TableContext }) {
  const state = table.selection.state()
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={state === 'all' ? true : state === 'some' ? 'mixed' : false}
      aria-label="全选"
      className={`et-box is-checkbox${state === 'all' ? ' is-on' : state === 'some' ? ' is-some' : ''}`}
      onClick={() => table.selection.toggleAll()}
    />
  )
}

function HeadCell({
  context: { table, lead, idPrefix },
  placed: { column, left, width },
  shift,
  isActive,
  onMenu,
}: {
  context: TableContext
  placed: PlacedColumn
  shift: number
  isActive: boolean
  onMenu: Props['onMenu']
}) {
  const moving = useRef<{ x: number; moved: boolean } | null>(null)
  const { sorting } = table.view.state
  const direction = sorting?.key === column.key ? (sorting.descending ? 'descending' : 'ascending') : 'none'
  const at = table.placement.columns.findIndex((each) => each.column.key === column.key)
  const mustBeFilled = !table.isReadOnly && isRequired(column)
  const isTyped = !table.isReadOnly && column.disabled !== true && isEditable(column, { id: '' })
  const align = column.align ?? table.typeOf(column).align

  const resize = (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation()
    followPointer(event, ({ x }) =>
      table.arrange({
        ...table.settings,
        widths: { ...table.settings.widths, [column.key]: Math.max(narrowest, Math.round(width + x)) },
      }),
    )
  }
  /** Dropped on another header, the column takes its place. */
  const drop = (x: number, y: number) => {
    const target = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-head]')?.dataset['head']
    if (target === undefined || target === column.key) return
    const shown = table.placement.columns.map((each) => each.column.key)
    table.arrange(movedColumn(table.settings, shown, column.key, shown.indexOf(target)))
  }

  return (
    <div
      role="columnheader"
      aria-colindex={at + 1 + lead.length}
      aria-sort={direction}
      data-head={column.key}
      id={isActive ? headElementId(idPrefix, column.key) : undefined}
      className={`et-th${isActive ? ' is-active' : ''}${align === 'left' ? '' : ` is-${align}`}${column.sorter ? ' is-sortable' : ''}`}
      style={{ left: left + shift, width }}
      title={column.title}
      onPointerDown={(event) => {
        if (event.button !== 0 || event.pointerType === 'touch') return
        moving.current = { x: event.clientX, moved: false }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (moving.current && Math.abs(event.clientX - moving.current.x) > 6) moving.current.moved = true
      }}
      onPointerUp={(event) => {
        const was = moving.current
        moving.current = null
        if (was?.moved) drop(event.clientX, event.clientY)
        else if (was) table.turnSorting(column.key)
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(column.key, event.clientX, event.clientY)
      }}
    >
      {mustBeFilled && (
        <span className="et-star" aria-label="必填">
          *
        </span>
      )}
      {isTyped && <span className="et-pencil" aria-hidden="true" />}
      <span className="et-title">{column.title}</span>
      {table.columnFilters.has(column.key) && (
        <span
          className="et-funnel"
          role="img"
          aria-label={`已筛选：${table.columnFilters.get(column.key) ?? ''}`}
        />
      )}
      {direction !== 'none' && <span className={`et-sort is-${direction}`} aria-hidden="true" />}
      <button
        type="button"
        tabIndex={-1}
        className="et-more"
        aria-label={`${column.title} 列的菜单`}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={(event) => onMenu(column.key, event.clientX, event.clientY)}
      />
      <span className="et-edge" aria-hidden="true" onPointerDown={resize} />
    </div>
  )
}
