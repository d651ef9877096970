import { memo, useCallback, useSyncExternalStore } from 'react'
import type { PlacedColumn } from '../model/layout.ts'
import { isEditable } from '../model/column.ts'
import type { Row, RowId } from '../model/row.ts'
import { drawValue, twoLines } from '../cells/draw.tsx'
import { cellElementId, type TableContext } from './context.ts'

interface Props {
  readonly context: TableContext
  readonly id: RowId
  /** Place on the page from 0. */
  readonly index: number
  readonly top: number
  /** The scrolled columns that stand in the window. */
  readonly from: number
  readonly end: number
  readonly width: number
  /** `aria-rowindex` counts from the first row of all pages, the header included. */
  readonly number: number
}

/** One row. It draws itself anew when its own signal says so; scrolling gives the same element another row. */
export const RowView = memo(function RowView({ context, id, index, top, from, end, width, number }: Props) {
  const { table, rowHeight, lead, leadWidth, hasTree } = context
  const subscribe = useCallback((listener: () => void) => table.signals.subscribe(id, listener), [table, id])
  useSyncExternalStore(subscribe, () => table.signals.version(id))
  const row = table.store.row(id)
  if (!row) return null
  const { pinnedCount, pinnedWidth } = table.placement
  const isTicked = table.selection.has(id)
  const level = table.view.level(id)
  const isDisabled = table.isDisabled(id)
  const cells = { context, id, index, version: table.signals.cells(id) }
  return (
    <div
      role="row"
      aria-rowindex={number + 1}
      {...(lead.some(({ kind }) => kind === 'check') ? { 'aria-selected': isTicked } : {})}
      {...(hasTree ? { 'aria-level': level + 1 } : {})}
      {...(hasTree && context.mayHaveChildren(row) ? { 'aria-expanded': table.isExpanded(id) } : {})}
      className={`et-row${isTicked ? ' is-ticked' : ''}${isDisabled ? ' is-disabled' : ''}`}
      data-row={id}
      style={{ top, height: rowHeight, width }}
    >
      {(lead.length > 0 || pinnedCount > 0) && (
        <div className="et-pin" role="presentation" style={{ width: leadWidth + pinnedWidth }}>
          {lead.map(({ kind, left, width: leadCell }) => (
            <div
              key={kind}
              role={kind === 'number' ? 'rowheader' : 'gridcell'}
              className={`et-cell et-lead et-${kind}`}
              data-lead={kind}
              style={{ left, width: leadCell }}
            >
              {drawLead(context, row, kind, number, isTicked, table.stays(id))}
            </div>
          ))}
          {pinnedCount > 0 && <RowCells {...cells} from={0} end={pinnedCount} shift={leadWidth} />}
        </div>
      )}
      <RowCells {...cells} from={Math.max(from, pinnedCount)} end={end} shift={leadWidth + pinnedWidth} />
    </div>
  )
})

interface CellsProps {
  readonly context: TableContext
  readonly id: RowId
  readonly index: number
  /** Columns that are drawn, and px to add to the place of each. */
  readonly from: number
  readonly end: number
  readonly shift: number
  /** Of what stands in the cells: a row that was only ticked draws none of them anew. */
  readonly version: number
}

const RowCells = memo(function RowCells({ context, id, index, from, end, shift }: CellsProps) {
  const { table } = context
  const row = table.store.row(id)
  if (!row) return null
  const { columns } = table.placement
  const isDisabled = table.isDisabled(id)
  const band = table.range.rectangle
  const inBand = band !== null && index >= band.top && index <= band.bottom
  const cells = []
  for (let at = from; at < end; at++) {
    const placed = columns[at]
    const isIn = inBand && at >= band.left && at <= band.right
    if (placed) cells.push(cellOf(context, row, index, placed, at, shift, isIn, isDisabled))
  }
  return cells
})

function cellOf(
  context: TableContext,
  row: Row,
  index: number,
  { column, left, width }: PlacedColumn,
  at: number,
  shift: number,
  isIn: boolean,
  isDisabled: boolean,
) {
  const { table, idPrefix, isAlwaysEditing } = context
  const type = table.typeOf(column)
  const problem = table.validation.error(row.id, column.key)
  const { active } = table.range
  const isActive = active?.id === row.id && active.key === column.key
  const isOpen = !table.isReadOnly && !isDisabled && isEditable(column, row)
  const align = column.align ?? type.align
  let name = 'et-cell'
  if (isWords(type.editor, column, context)) name += ' is-words'
  if (align !== 'left') name += ` is-${align}`
  if (isIn) name += ' is-in'
  if (isActive) name += ' is-active'
  if (problem !== null) name += ' is-wrong'
  if (!isOpen) name += ' is-locked'
  else if (isAlwaysEditing && type.editor !== 'toggle' && type.editor !== 'none') name += ' is-boxed'
  if (table.isChanged(row.id, column.key)) name += ' is-changed'
  if (table.fresh.has(row.id, column.key)) name += ' is-fresh'
  const mark = table.marks.of({ id: row.id, key: column.key })
  if (mark) name += mark.kind === 'conflict' ? ' is-disputed' : ` is-visited is-hue-${mark.hue}`
  const isTree = context.hasTree && at === 0
  return (
    <div
      key={column.key}
      role="gridcell"
      id={isActive ? cellElementId(idPrefix, { id: row.id, key: column.key }) : undefined}
      aria-colindex={at + 1 + context.lead.length}
      aria-invalid={problem !== null || undefined}
      aria-readonly={!isOpen || undefined}
      title={problem ?? undefined}
      className={name}
      data-key={column.key}
      style={{ left: left + shift, width }}
    >
      {isTree && drawTwig(context, row)}
      {drawValue(context, row, index, column, isOpen)}
      {mark && <span className="et-mark">{mark.label}</span>}
    </div>
  )
}

const drawnTypes = new Set(['radio', 'tags', 'list_multi', 'upload', 'file', 'image', 'progress'])
/** Whether the cell holds nothing but words. */
const isWords = (
  editor: string,
  column: { readonly type: string; readonly key: string },
  { slots, rowHeight }: TableContext,
) =>
  editor !== 'toggle' &&
  slots[column.key] === undefined &&
  !drawnTypes.has(column.type) &&
  !(column.type === 'textarea' && rowHeight >= twoLines)

function drawTwig({ table, mayHaveChildren }: TableContext, row: Row) {
  const indent = { paddingInlineStart: table.view.level(row.id) * 20 }
  if (!mayHaveChildren(row)) return <span className="et-twig" style={indent} />
  const state = table.isExpanded(row.id)
  return (
    <span className="et-twig" style={indent}>
      <button
        type="button"
        tabIndex={-1}
        className={`et-open${state ? ' is-open' : ''}`}
        data-act="expand"
        aria-label={state ? '收起' : '展开'}
      />
    </span>
  )
}

function drawLead(
  { table }: TableContext,
  row: Row,
  kind: 'drag' | 'expand' | 'check' | 'number',
  number: number,
  isTicked: boolean,
  isDisabled: boolean,
) {
  switch (kind) {
    case 'drag':
      return table.isReadOnly ? null : (
        <button
          type="button"
          tabIndex={-1}
          className="et-handle"
          data-act="order"
          aria-label={`第 ${number} 行的排序菜单`}
        />
      )
    case 'expand':
      return (
        <button
          type="button"
          tabIndex={-1}
          className={`et-open${table.isExpanded(row.id) ? ' is-open' : ''}`}
          data-act="detail"
          aria-label={`展开第 ${number} 行`}
        />
      )
    case 'check':
      return (
        <span
          role={table.selectionMode}
          aria-checked={isTicked}
          aria-disabled={isDisabled || undefined}
          aria-label={`选择第 ${number} 行`}
          className={`et-box is-${table.selectionMode}${isTicked ? ' is-on' : ''}${isDisabled ? ' is-off' : ''}`}
        />
      )
    case 'number':
      return number
  }
}
