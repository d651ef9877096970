import { permissionOf, type Resource } from '@suoan/contract'
import { numberText } from '@suoan/kit/number-text'
import type { Density, Pins } from '@suoan/ui/column-preferences'
import { Button, Pagination, Spin, Tooltip } from 'antd'
import { Suspense, useCallback, useMemo } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { useHiddenParts } from '../../session/Can.tsx'
import { canDo } from '../../session/may-do.ts'
import { useSession } from '../../session/session-store.ts'
import { EmptyState } from '../../states/EmptyState.tsx'
import { OrError } from '../../states/OrError.tsx'
import { LoadingState } from '../../states/LoadingState.tsx'
import { useIsMobile, useIsNarrow } from '../../use-width.ts'
import { fieldOf } from '../list-row.ts'
import type { ListRow } from '../list-row.ts'
import { isAsked, pageSizes } from '../list-state.ts'
import type { RowAction } from '../row-action.ts'
import { startRowAction } from '../run-action.ts'
import { useLatest } from '../use-latest.ts'
import type { ResourceList } from '../use-resource-list.ts'
import { cellText } from '../widgets/CellText.tsx'
import { widgetFor } from '../widgets/registry.tsx'
import { ListTable, tickWidth } from './ListTable.tsx'
import type { ListColumn } from './ListTable.tsx'
import { RowActions } from './RowActions.tsx'

/** The code of the table in which a tree is drawn. Most lists are no trees, and need nothing of the library's table. */
export const loadTreeTable = () => import('./TreeTable.tsx').then((m) => m.TreeTable)
const TreeTable = lazyPart('TreeTable', loadTreeTable)

// A phone shows cards, and a desk none.
const CardList = lazyPart('CardList', () => import('./CardList.tsx').then((m) => m.CardList))

/** What a page may say about a column beside its description. */
export interface ColumnOverride<R = ListRow> {
  readonly title?: string
  readonly width?: number
  readonly align?: 'left' | 'center' | 'right'
  readonly sorter?: boolean
  /** Other fields that its cells show too: an export of chosen columns has them behind it. */
  readonly beside?: readonly string[]
  /** It is offered where columns are chosen, and not shown before. */
  readonly isExtra?: boolean
  /** Of a column that is no field: sheets have it under this name, so an export of chosen columns has it. */
  readonly inSheet?: boolean
  render?(row: R): ReactNode
  /** How it heads the card of a row on a phone, where its cell alone says too little. */
  heading?(row: R): ReactNode
}

/** Overrides by field name; a name that is no field adds a column of its own at the end. */
export type ColumnOverrides<R = ListRow> = Readonly<Record<string, ColumnOverride<R>>>

interface Props {
  readonly resource: Resource
  readonly list: ResourceList
  readonly names: readonly string[]
  readonly columns: ColumnOverrides
  readonly actions: readonly RowAction[]
  readonly selectable: boolean
  /** What stands at the right of a row in place of `actions`, and its room in px. */
  readonly ownActions?: { readonly width: number; cell(row: ListRow): ReactNode }
  /** Cards of one's own below 768 px. */
  cards?(rows: readonly ListRow[]): ReactNode
  /** Said when nothing is there, and what to do next. */
  readonly empty: ReactNode
  /** What it means that nothing is there and nothing was looked for. */
  readonly emptyText?: string
  rowClassName?(row: ListRow): string
  readonly density?: Density
  /** Columns that stay at an edge; on a phone none does. */
  readonly pins?: Pins
  /** The edge of a heading was dragged to this width, px; without it no edge can be. */
  onResize?(name: string, width: number): void
}

/** The table of a list page: index, columns of the description, row actions, pager (5-screens.md §4). */
export function ResourceTable(props: Props) {
  const { list } = props
  const { query } = list
  const isMobile = useIsMobile()
  const isNarrow = useIsNarrow()
  if (query.isPending) return <LoadingState rows={6} />
  return (
    <OrError query={query}>
      {/* An answer usually comes sooner than a sign that it is awaited could be seen. */}
      <Spin spinning={query.isPlaceholderData} delay={300}>
        {/* The pager comes with the rows: it would stand in their place and be pushed away by them. */}
        <Suspense fallback={<LoadingState rows={6} />}>
          <Rows {...props} isMobile={isMobile} isNarrow={isNarrow} />
          {!list.isTree && list.total > 0 && <Pager list={list} isMobile={isMobile} />}
        </Suspense>
      </Spin>
    </OrError>
  )
}

/**
 * The table itself. It is drawn when its rows, columns, order or selection change, and not for what stands around it: a
 * page of thirty rows has hundreds of cells, and the next page was drawn three times before it was there.
 */
function Rows({
  resource,
  list,
  names,
  columns,
  actions,
  selectable,
  empty,
  emptyText,
  rowClassName,
  density = 'middle',
  pins = noPins,
  onResize,
  ownActions,
  cards,
  isMobile,
  isNarrow,
}: Props & { readonly isMobile: boolean; readonly isNarrow: boolean }) {
  // Columns such as `system:position:column:postRank` that this person is not given (1-shell.md §6).
  const hidden = useHiddenParts(permissionOf(resource, 'column:'))
  const listNow = useLatest(list)
  const { setSelection } = list
  const tick = useCallback(
    (ids: readonly string[], isTicked: boolean) =>
      setSelection((now) => {
        const others = now.filter((id) => !ids.includes(id))
        return isTicked ? [...others, ...ids] : others
      }),
    [setSelection],
  )
  const sort = useCallback(
    (name: string, order: 'asc' | 'desc' | null) => {
      if (order) listNow().setSort(name, order)
      else listNow().unsort()
    },
    [listNow],
  )
  const startNow = useCallback(
    (action: RowAction, row: ListRow) => startRowAction(action, row, listNow()),
    [listNow],
  )
  const permissions = useSession((session) => session.permissions)
  const allowed = useMemo(
    () => actions.filter(({ permission }) => !permission || canDo(permissions, permission)),
    [actions, permissions],
  )
  const { isTree, sortable, rows, selection, branches } = list
  const opened = branches?.opened
  const changeBranches = branches?.change
  const { column, order } = list.state
  const all = useMemo((): readonly ListColumn[] => {
    const ordered: Ordered = { column, order, isTree, sortable }
    const shown = names.filter((name) => !hidden.includes(name))
    const added = Object.keys(columns).filter(
      (name) =>
        !names.includes(name) && !hidden.includes(name) && columns[name]?.render && !columns[name].isExtra,
    )
    const drawn: readonly ListColumn[] = [
      ...(isTree ? [] : [indexColumn]),
      ...[...shown, ...added].map((name) => columnOf(resource, name, columns[name] ?? {}, ordered)),
      ...(ownActions || allowed.length > 0
        ? [
            {
              title: '操作',
              key: 'actions',
              width: ownActions?.width ?? actionsWidth(allowed),
              align: 'left' as const,
              isCut: false,
              cell:
                ownActions?.cell ??
                ((row: ListRow) => <RowActions row={row} listNow={listNow} actions={allowed} />),
            },
          ]
        : []),
    ]
    if (isMobile) return isTree ? forPhone(drawn) : drawn
    return withPins(drawn, pins, selectable)
  }, [
    resource,
    names,
    columns,
    hidden,
    column,
    order,
    isTree,
    sortable,
    allowed,
    ownActions,
    isMobile,
    listNow,
    pins,
    selectable,
  ])
  const isSearched = isAsked(list.state)
  const ifEmpty = useMemo(
    () =>
      rows.length > 0 ? null : (
        <EmptyState text={(isSearched ? undefined : emptyText) ?? '暂无数据'}>{empty}</EmptyState>
      ),
    [rows, isSearched, emptyText, empty],
  )
  return useMemo(() => {
    const table = {
      columns: all,
      rows,
      width: widthOf(all, selectable),
      ticks: selectable ? { ticked: selection, change: tick } : null,
      empty: ifEmpty,
      ...(rowClassName ? { rowClassName } : {}),
    }
    if (isTree)
      return (
        <TreeTable
          {...table}
          branches={opened && changeBranches ? { opened, change: changeBranches } : null}
        />
      )
    if (isNarrow && cards) return rows.length > 0 ? cards(rows) : ifEmpty
    if (isNarrow)
      return (
        <CardList
          {...table}
          columns={cardColumns(all, resource.label)}
          actions={allowed}
          onAction={startNow}
          onSort={sort}
        />
      )
    return <ListTable {...table} density={density} onSort={sort} {...(onResize ? { onResize } : {})} />
  }, [
    all,
    rows,
    isTree,
    opened,
    changeBranches,
    isNarrow,
    cards,
    allowed,
    startNow,
    resource,
    selectable,
    selection,
    tick,
    sort,
    ifEmpty,
    rowClassName,
    density,
    onResize,
  ])
}

/** Width of the names of a tree on a phone, px: what can be done with a row stands beside them in its window. */
const phoneNameWidth = 160

/** A tree has no cards: on a phone what can be done stands behind the name, and the rest further right. */
function forPhone(columns: readonly ListColumn[]): readonly ListColumn[] {
  const [name, ...rest] = columns.filter(({ key }) => key !== 'actions')
  const actions = columns.filter(({ key }) => key === 'actions')
  return name ? [{ ...name, width: phoneNameWidth, isCut: false }, ...actions, ...rest] : columns
}

/** What stands on a card: the field that names the row first, then the others as in the table. */
function cardColumns(columns: readonly ListColumn[], label: string): readonly ListColumn[] {
  const shown = columns.filter(({ key }) => key !== 'index' && key !== 'actions')
  return [...shown.filter(({ key }) => key === label), ...shown.filter(({ key }) => key !== label)]
}

const noPins: Pins = {}

/**
 * Says of each column that stays at an edge how far from it: the actions always at the right, and what somebody pinned. The
 * number of the row goes with the columns at the left.
 */
function withPins(columns: readonly ListColumn[], pins: Pins, hasTicks: boolean): readonly ListColumn[] {
  const isLeft = ({ key }: ListColumn) => pins[key] === 'left'
  const isRight = ({ key }: ListColumn) => key === 'actions' || pins[key] === 'right'
  const left = columns.some(isLeft) ? columns.filter((each) => each.key === 'index' || isLeft(each)) : []
  const right = columns.filter(isRight)
  const widths = (some: readonly ListColumn[]) =>
    some.reduce((sum, { width = leastElastic }) => sum + width, 0)
  return columns.map((column): ListColumn => {
    // A column that takes what is left over has no place of its own to stand at.
    const width = column.width ?? leastElastic
    const atLeft = left.indexOf(column)
    if (atLeft >= 0) {
      const offset = widths(left.slice(0, atLeft)) + (hasTicks ? tickWidth : 0)
      return { ...column, width, pin: { side: 'left', offset, isInner: atLeft === left.length - 1 } }
    }
    const atRight = right.indexOf(column)
    if (atRight < 0) return column
    return {
      ...column,
      width,
      pin: { side: 'right', offset: widths(right.slice(atRight + 1)), isInner: atRight === 0 },
    }
  })
}

/** Room for a column that takes what is left over, px. */
const leastElastic = 180

/** The least width of the table, px: a column that takes what is left over has room to take some. */
const widthOf = (columns: readonly ListColumn[], hasTicks: boolean): number =>
  columns.reduce(
    (sum, { width }) => sum + (width ?? leastElastic),
    (columns.some(({ width }) => width === undefined) ? 60 : 0) + (hasTicks ? tickWidth : 0),
  )

/** Room for the links of a row: 15 px a sign, 17 px a divider, then 更多. */
function actionsWidth(actions: readonly RowAction[]): number {
  const links = actions.length <= 2 ? actions : actions.filter((action) => action.primary)
  const text = links.reduce((sum, action) => sum + action.label.length * 15 + 17, 0)
  return Math.max(90, 32 + text + (links.length < actions.length ? 62 : 0))
}

/** What the columns follow of the list's state. */
type Ordered = Pick<ResourceList, 'isTree' | 'sortable'> & Pick<ResourceList['state'], 'column' | 'order'>

const indexColumn: ListColumn = {
  title: '#',
  key: 'index',
  width: 60,
  align: 'right',
  isCut: false,
  cell: (_row, index) => index + 1,
}

function columnOf(
  resource: Resource,
  name: string,
  override: ColumnOverride,
  { column, order, isTree, sortable }: Ordered,
): ListColumn {
  const field = fieldOf(resource, name)
  const { render, heading } = override
  const isFigure = field?.kind === 'integer' || field?.kind === 'decimal'
  // A tree has its own order; sorting would tear children from their parents.
  const sorts = (override.sorter ?? field !== undefined) && !isTree
  const isTooLong = sorts && sortable !== undefined && !sortable.includes(name)
  const title = override.title ?? field?.label ?? name
  return {
    title: isTooLong ? <UnsortedTitle title={title} /> : title,
    key: name,
    // The column that names the row takes what is left over.
    ...(name === resource.label && !override.width
      ? {}
      : { width: override.width ?? (field ? widgetFor(field).width : 120) }),
    align: override.align ?? (isFigure && !render ? 'right' : 'left'),
    isCut: !render && field?.kind !== 'file',
    ...(sorts && !isTooLong ? { sort: { label: title, order: column === name ? order : null } } : {}),
    isSized: true,
    cell: (row) => (render ? render(row) : field ? cellText(field, name, row) : null),
    ...(heading ? { heading } : {}),
  }
}

/** A heading that says why its column cannot be sorted by just now. */
function UnsortedTitle({ title }: { readonly title: string }) {
  return (
    <Tooltip title="数据太多，不能按此列排序；先用条件缩小范围，即可排序" trigger={['hover', 'focus']}>
      <button type="button" className="heading-unsorted">
        {title}
      </button>
    </Tooltip>
  )
}

/** The pager below the table. It is drawn when the page or the total is another one, not for what stands around it. */
function Pager({ list, isMobile }: { readonly list: ResourceList; readonly isMobile: boolean }) {
  const listNow = useLatest(list)
  const { total, totalEstimated, isCounting } = list
  const { pageNo, pageSize } = list.state
  return useMemo(
    () => (
      <Pagination
        className="list-pager"
        align="end"
        size="small"
        onChange={(page, size) => listNow().setPage(page, size)}
        current={pageNo}
        pageSize={pageSize}
        total={total}
        pageSizeOptions={[...pageSizes]}
        showSizeChanger
        showQuickJumper={!isMobile}
        simple={isMobile}
        showTotal={(all, [from, to]) =>
          totalEstimated ? (
            <>
              {from}-{to} 约 {numberText(all)} 条
              <Button
                className="link"
                type="link"
                size="small"
                loading={isCounting}
                onClick={() => listNow().countTotal()}
              >
                精确计数
              </Button>
            </>
          ) : (
            `${from}-${to} 共 ${numberText(all)} 条`
          )
        }
      />
    ),
    [listNow, total, totalEstimated, isCounting, pageNo, pageSize, isMobile],
  )
}
