import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import type { Density, PinSide } from '@suoan/ui/column-preferences'
import { followPointer } from '@suoan/ui/follow-pointer'
import { Checkbox } from 'antd'
import { memo, Suspense, useEffect, useMemo, useRef } from 'react'
import type { CSSProperties, ReactNode, RefObject } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { LateTooltip } from '../../status/LateTooltip.tsx'
import type { ListRow } from '../list-row.ts'
import './list-table.css'

const LongRows = lazyPart('LongRows', () => import('./LongRows.tsx').then((m) => m.LongRows))

/** A column of a list, as drawn: what it is called, how wide it stands, and its cells. */
export interface ListColumn {
  readonly key: string
  readonly title: ReactNode
  /** In px; the column that names the row has none and takes what is left over. */
  readonly width?: number
  readonly align: 'left' | 'center' | 'right'
  /** Its texts stand in one line and are cut at its edge. */
  readonly isCut: boolean
  /** Its width can be dragged. */
  readonly isSized?: true
  /** Stays at an edge while the others are scrolled: so far from it, px; the innermost one of its side casts the shade. */
  readonly pin?: { readonly side: PinSide; readonly offset: number; readonly isInner: boolean }
  /** Present when the list can be ordered by it. */
  readonly sort?: { readonly label: string; readonly order: 'asc' | 'desc' | null }
  cell(row: ListRow, index: number): ReactNode
  /** In place of its cell where it heads the card of a row. */
  heading?(row: ListRow): ReactNode
}

/** Ticks of the rows: those of this page and of others. */
export interface ListTicks {
  readonly ticked: readonly string[]
  change(ids: readonly string[], isTicked: boolean): void
}

interface Props {
  readonly columns: readonly ListColumn[]
  readonly rows: readonly ListRow[]
  /** Least width of all columns together, px: a narrower window scrolls. */
  readonly width: number
  readonly ticks: ListTicks | null
  /** Stands in place of the rows when there are none. */
  readonly empty: ReactNode
  rowClassName?(row: ListRow): string
  /** The heading of a column was pressed; null = back to the list's own order. */
  onSort(column: string, order: 'asc' | 'desc' | null): void
  /** How high the rows are. */
  readonly density?: Density
  /** The edge of a heading was dragged to this width, px; without it no edge can be. */
  onResize?(column: string, width: number): void
}

/**
 * The rows of a list as a plain table. It looks like the library's, and does what a list needs of it: headings that sort,
 * ticks, a pinned last column, shades where there is more to scroll to. The library's table makes a component with seven
 * hooks of each cell, measures each column in a hidden row, and lays the page out anew to find its shades: of the next
 * page of thirty rows that was three quarters of the work (decision 0705). Trees are still drawn by it.
 */
export function ListTable({
  columns,
  rows,
  width,
  ticks,
  empty,
  rowClassName,
  onSort,
  density = 'middle',
  onResize,
}: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  useEdgeShades(scroller)
  const ticked = useMemo(() => new Set(ticks?.ticked), [ticks?.ticked])
  const isPinned = (side: PinSide) => columns.some(({ pin }) => pin?.side === side)
  const tickLook = isPinned('left') ? { className: 'list-pinned', style: atStart } : {}
  const shades = [
    isPinned('right') ? 'list-table-pinned' : '',
    isPinned('left') ? 'list-table-pinned-left' : '',
  ]
  const columnCount = columns.length + (ticks ? 1 : 0)
  const isLong = rows.length > drawnWhole
  const drawRow = (row: ListRow, index: number) => (
    // The next page is written into the rows of the last one: making thirty new ones takes three times as long.
    <Row
      key={index}
      row={row}
      index={index}
      columns={columns}
      look={rowClassName?.(row) ?? ''}
      isTicked={ticked.has(row.id)}
      onTick={ticks?.change ?? null}
      isTickPinned={isPinned('left')}
      isNumbered={isLong}
    />
  )
  return (
    <div className={['list-table', `list-table-${density}`, ...shades].filter(Boolean).join(' ')}>
      <div className="list-table-scroll" ref={scroller}>
        <table style={{ width }} {...(isLong ? { 'aria-rowcount': rows.length + 1 } : {})}>
          <colgroup>
            {ticks && <col style={{ width: tickWidth }} />}
            {columns.map((column) => (
              <col key={column.key} style={column.width === undefined ? noStyle : { width: column.width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {ticks && (
                <th scope="col" {...tickLook}>
                  <TickAll rows={rows} ticks={ticks} />
                </th>
              )}
              <Headings columns={columns} onSort={onSort} {...(onResize ? { onResize } : {})} />
            </tr>
          </thead>
          {isLong ? (
            <Suspense fallback={null}>
              <LongRows
                rows={rows}
                draw={drawRow}
                scroller={scroller}
                rowHeight={rowHeights[density]}
                columnCount={columnCount}
              />
            </Suspense>
          ) : (
            <tbody>
              {rows.map(drawRow)}
              {rows.length === 0 && (
                <tr className="list-empty">
                  <td colSpan={columnCount}>
                    <div>{empty}</div>
                  </td>
                </tr>
              )}
            </tbody>
          )}
        </table>
      </div>
    </div>
  )
}

/** Width of the column of ticks, px. */
export const tickWidth = 48

/** A longer list draws only the rows that are near what is seen (5-screens.md §4). */
const drawnWhole = 200
/** How high a row of one line is, px. */
const rowHeights: Readonly<Record<Density, number>> = { wide: 55, middle: 47, small: 39 }

const noStyle = {}
const atStart: CSSProperties = { insetInlineStart: 0 }

const Headings = memo(function Headings({
  columns,
  onSort,
  onResize,
}: Pick<Props, 'columns' | 'onSort' | 'onResize'>) {
  return columns.map((column) => {
    const edge = onResize && column.isSized && (
      <HeadingEdge onResize={(width) => onResize(column.key, width)} />
    )
    return column.sort ? (
      <SortHeading key={column.key} column={column} {...column.sort} onSort={onSort} edge={edge} />
    ) : (
      <th key={column.key} scope="col" className={lookOf(column)} style={styleOf(column)}>
        {column.title}
        {edge}
      </th>
    )
  })
})

/**
 * The edge of a heading, by which its column is drawn wider or narrower. While it moves only the column's width is written;
 * the table is drawn anew when it is let go.
 */
function HeadingEdge({ onResize }: { onResize(width: number): void }) {
  return (
    <span
      className="list-edge"
      aria-hidden="true"
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        const heading = event.currentTarget.closest('th')
        const table = event.currentTarget.closest('table')
        const column = heading && table?.querySelectorAll('col')[heading.cellIndex]
        if (event.button !== 0 || !heading || !table || !column) return
        const from = { width: heading.offsetWidth, table: table.offsetWidth }
        const widthAt = (x: number) => Math.max(leastWidth, from.width + x)
        followPointer(
          event,
          ({ x }) => {
            column.style.width = `${widthAt(x)}px`
            table.style.width = `${from.table + widthAt(x) - from.width}px`
          },
          ({ x }) => widthAt(x) !== from.width && onResize(widthAt(x)),
        )
      }}
    />
  )
}

/** A column is never dragged narrower than this, px. */
const leastWidth = 48

/** A heading that sorts: upwards, downwards, then in the list's own order again. */
function SortHeading({
  column,
  label,
  order,
  onSort,
  edge,
}: {
  readonly column: ListColumn
  readonly label: string
  readonly order: 'asc' | 'desc' | null
  onSort: Props['onSort']
  readonly edge: ReactNode
}) {
  const next = order === null ? 'asc' : order === 'asc' ? 'desc' : null
  const says = next === 'asc' ? '点击升序' : next === 'desc' ? '点击降序' : '取消排序'
  const press = () => onSort(column.key, next)
  return (
    <th
      scope="col"
      className={['list-sorts', lookOf(column)].filter(Boolean).join(' ')}
      style={styleOf(column)}
      tabIndex={0}
      title={label}
      aria-label={label}
      aria-description="可排序"
      {...(order ? { 'aria-sort': order === 'asc' ? ('ascending' as const) : ('descending' as const) } : {})}
      onClick={press}
      onKeyDown={(event) => event.key === 'Enter' && press()}
    >
      <LateTooltip title={says}>
        <span className="list-sort">
          <span className="list-sort-title">{column.title}</span>
          <span className="list-sort-carets" aria-hidden="true">
            <CaretUpOutlined className={order === 'asc' ? 'list-sort-on' : ''} />
            <CaretDownOutlined className={order === 'desc' ? 'list-sort-on' : ''} />
          </span>
        </span>
      </LateTooltip>
      {edge}
    </th>
  )
}

/** Ticks all rows of the page that is shown. */
export function TickAll({ rows, ticks }: { readonly rows: readonly ListRow[]; readonly ticks: ListTicks }) {
  const here = rows.map(({ id }) => id)
  const ticked = here.filter((id) => ticks.ticked.includes(id))
  return (
    <Checkbox
      aria-label="选择本页全部"
      checked={here.length > 0 && ticked.length === here.length}
      indeterminate={ticked.length > 0 && ticked.length < here.length}
      disabled={here.length === 0}
      onChange={(event) => ticks.change(here, event.target.checked)}
    />
  )
}

interface RowProps {
  readonly row: ListRow
  readonly index: number
  readonly columns: readonly ListColumn[]
  readonly look: string
  readonly isTicked: boolean
  readonly onTick: ListTicks['change'] | null
  readonly isTickPinned: boolean
  /** Its place among all rows is said: not all are drawn. */
  readonly isNumbered: boolean
}

const Row = memo(function Row({
  row,
  index,
  columns,
  look,
  isTicked,
  onTick,
  isTickPinned,
  isNumbered,
}: RowProps) {
  const classes = ['list-row', look, isTicked ? 'row-ticked' : ''].filter(Boolean).join(' ')
  return (
    // The arrows move the focus over rows (use-list-keys.ts).
    <tr
      className={classes}
      data-row-key={row.id}
      tabIndex={-1}
      {...(isNumbered ? { 'aria-rowindex': index + 2 } : {})}
    >
      {onTick && (
        <td {...(isTickPinned ? { className: 'list-pinned', style: atStart } : {})}>
          <TickBox index={index} isTicked={isTicked} onTick={(now) => onTick([row.id], now)} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={cellLook(column)} style={styleOf(column)}>
          {column.cell(row, index)}
        </td>
      ))}
    </tr>
  )
})

/** The tick of a row. Not the library's, which makes three components of each. */
export function TickBox({
  index,
  isTicked,
  onTick,
}: {
  readonly index: number
  readonly isTicked: boolean
  onTick(isTicked: boolean): void
}) {
  return (
    <input
      type="checkbox"
      className="row-tick"
      aria-label={`选择第 ${index + 1} 行`}
      checked={isTicked}
      onChange={(event) => onTick(event.target.checked)}
    />
  )
}

function lookOf({ pin, isCut }: ListColumn): string | undefined {
  const cut = isCut ? 'list-cut' : undefined
  if (!pin) return cut
  const edge = pin.isInner ? `list-pinned-${pin.side}` : ''
  return ['list-pinned', edge, pin.isInner ? '' : cut].filter(Boolean).join(' ')
}

function cellLook(column: ListColumn): string | undefined {
  return column.sort?.order ? `list-sorted ${lookOf(column) ?? ''}` : lookOf(column)
}

/** Cells begin at the left unless their column says otherwise. */
function styleOf({ align, pin }: ListColumn): CSSProperties | undefined {
  if (!pin) return align === 'left' ? undefined : { textAlign: align }
  return {
    ...(align === 'left' ? {} : { textAlign: align }),
    ...(pin.side === 'left' ? { insetInlineStart: pin.offset } : { insetInlineEnd: pin.offset }),
  }
}

/**
 * Marks on the table whether there is more to its left and right: the style sheet draws the shades. The observer is told
 * after the browser has laid the page out, so nothing is laid out for it, and the table is not drawn anew.
 */
function useEdgeShades(scroller: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const box = scroller.current
    const frame = box?.parentElement
    const table = box?.firstElementChild
    if (!box || !frame || !table) return
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = box
      // A page that is hidden has no width, and keeps its shades.
      if (clientWidth === 0) return
      frame.toggleAttribute('data-more-left', scrollLeft > 0)
      frame.toggleAttribute('data-more-right', scrollLeft < scrollWidth - clientWidth - 1)
    }
    const observer = new ResizeObserver(look)
    observer.observe(box)
    observer.observe(table)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller])
}
