import { permissionOf, type Resource } from '@suoan/contract'
import { numberText } from '@suoan/kit/number-text'
import { Button, Checkbox, Pagination, Spin, Table, Tooltip } from 'antd'
import type { PaginationProps, TableProps } from 'antd'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { useHiddenParts } from '../../session/Can.tsx'
import { canDo } from '../../session/may-do.ts'
import { useSession } from '../../session/session-store.ts'
import { EmptyState } from '../../states/EmptyState.tsx'
import { ErrorState } from '../../states/ErrorState.tsx'
import { LoadingState } from '../../states/LoadingState.tsx'
import { useIsMobile } from '../../use-width.ts'
import { fieldOf } from '../list-row.ts'
import type { ListRow } from '../list-row.ts'
import { pageSizes } from '../list-state.ts'
import type { RowAction } from '../row-action.ts'
import type { ResourceList } from '../use-resource-list.ts'
import { CellText } from '../widgets/CellText.tsx'
import { widgetFor } from '../widgets/registry.tsx'
import { RowActions } from './RowActions.tsx'

/** What a page may say about a column beside its description. */
export interface ColumnOverride<R = ListRow> {
  readonly title?: string
  readonly width?: number
  readonly align?: 'left' | 'center' | 'right'
  readonly sorter?: boolean
  render?(row: R): ReactNode
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
  /** Said when nothing is there, and what to do next. */
  readonly empty: ReactNode
  /** What it means that nothing is there and nothing was looked for. */
  readonly emptyText?: string
  rowClassName?(row: ListRow): string
}

/** The table of a list page: index, columns of the description, row actions, pager (5-screens.md §4). */
export function ResourceTable(props: Props) {
  const { list } = props
  const { query } = list
  const isMobile = useIsMobile()
  if (query.isPending) return <LoadingState rows={6} />
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    // An answer usually comes sooner than a sign that it is awaited could be seen.
    <Spin spinning={query.isPlaceholderData} delay={300}>
      <Rows {...props} isMobile={isMobile} />
      {!list.isTree && list.total > 0 && <Pagination {...pager(list, isMobile)} />}
    </Spin>
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
  isMobile,
}: Props & { readonly isMobile: boolean }) {
  // Columns such as `system:position:column:postRank` that this person is not given (1-shell.md §6).
  const hidden = useHiddenParts(permissionOf(resource, 'column:'))
  // What is done for a click is done with the list as it is then.
  const latest = useRef(list)
  useLayoutEffect(() => {
    latest.current = list
  })
  const { setSelection } = list
  const tick = useCallback(
    (ids: readonly string[], isTicked: boolean) =>
      setSelection((now) => {
        const others = now.filter((id) => !ids.includes(id))
        return isTicked ? [...others, ...ids] : others
      }),
    [setSelection],
  )
  const permissions = useSession((session) => session.permissions)
  const allowed = useMemo(
    () => actions.filter(({ permission }) => !permission || canDo(permissions, permission)),
    [actions, permissions],
  )
  const { isTree, sortable, rows, selection } = list
  const { column, order } = list.state
  const all = useMemo((): Columns => {
    const ordered: Ordered = { column, order, isTree, sortable }
    const shown = names.filter((name) => !hidden.includes(name))
    const added = Object.keys(columns).filter((name) => !names.includes(name) && columns[name]?.render)
    return [
      ...(selectable ? [tickColumn(tick, selection, rows)] : []),
      ...(isTree ? [] : [indexColumn]),
      ...[...shown, ...added].map((name) => columnOf(resource, name, columns[name] ?? {}, ordered)),
      ...(allowed.length > 0
        ? [
            {
              title: '操作',
              key: 'actions',
              width: actionsWidth(allowed),
              align: 'center' as const,
              ...(isMobile ? {} : { fixed: 'right' as const }),
              render: (_: unknown, row: ListRow) => (
                <RowActions key={row.id} row={row} listNow={() => latest.current} actions={allowed} />
              ),
            },
          ]
        : []),
    ]
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
    isMobile,
    selectable,
    selection,
    rows,
    tick,
  ])
  const isSearched = Object.keys(list.state.filters).length > 0 || list.state.rules.length > 0
  const ifEmpty = useMemo(
    () =>
      rows.length > 0 ? null : (
        <EmptyState text={(isSearched ? undefined : emptyText) ?? '暂无数据'}>{empty}</EmptyState>
      ),
    [rows, isSearched, emptyText, empty],
  )
  // The next page is written into the rows of the last one: making thirty new ones takes three times as long.
  const places = useMemo(() => new Map(rows.map((row, at) => [row, at])), [rows])
  return useMemo(
    () => (
      <Table<ListRow>
        size="middle"
        bordered
        rowKey={isTree ? keyOf : (row) => places.get(row) ?? row.id}
        columns={all}
        dataSource={[...rows]}
        scroll={{ x: widthOf(all) }}
        locale={{ emptyText: ifEmpty }}
        rowClassName={(row) =>
          [rowClassName?.(row), selection.includes(row.id) ? 'row-ticked' : ''].filter(Boolean).join(' ')
        }
        // The branches of a tree open beside the names, not beside the ticks.
        expandable={{ expandIconColumnIndex: selectable ? 1 : 0 }}
        pagination={false}
        onChange={(_page, _filters, sorter, { action }) => {
          const sort = Array.isArray(sorter) ? sorter[0] : sorter
          if (action !== 'sort' || !sort) return
          if (sort.order && typeof sort.columnKey === 'string') {
            latest.current.setSort(sort.columnKey, sort.order === 'ascend' ? 'asc' : 'desc')
          } else latest.current.unsort()
        }}
      />
    ),
    [all, rows, places, isTree, selectable, selection, ifEmpty, rowClassName],
  )
}

const keyOf = (row: ListRow): string => row.id

/** The least width of the table, px: a column that takes what is left over has room to take some. */
const widthOf = (columns: Columns): number =>
  columns.reduce(
    (sum, { width }) => sum + Number(width ?? 180),
    columns.some(({ width }) => width === undefined) ? 60 : 0,
  )

/** Room for the links of a row: 15 px a sign, 17 px a divider, then 更多. */
function actionsWidth(actions: readonly RowAction[]): number {
  const links = actions.length <= 2 ? actions : actions.filter((action) => action.primary)
  const text = links.reduce((sum, action) => sum + action.label.length * 15 + 17, 0)
  return Math.max(90, 32 + text + (links.length < actions.length ? 62 : 0))
}

type Columns = NonNullable<TableProps<ListRow>['columns']>

/** What the columns follow of the list's state. */
type Ordered = Pick<ResourceList, 'isTree' | 'sortable'> & Pick<ResourceList['state'], 'column' | 'order'>

/** Ticks of the rows. Ours, because antd's makes three components of each and knows the rows by their keys. */
function tickColumn(
  change: (ids: readonly string[], isTicked: boolean) => void,
  selection: readonly string[],
  rows: readonly ListRow[],
): Columns[number] {
  const here = flat(rows).map(({ id }) => id)
  const ticked = here.filter((id) => selection.includes(id))
  return {
    key: 'tick',
    width: 48,
    align: 'center',
    title: (
      <Checkbox
        aria-label="选择本页全部"
        checked={here.length > 0 && ticked.length === here.length}
        indeterminate={ticked.length > 0 && ticked.length < here.length}
        disabled={here.length === 0}
        onChange={(event) => change(here, event.target.checked)}
      />
    ),
    render: (_value, row, index) => (
      <input
        type="checkbox"
        className="row-tick"
        aria-label={`选择第 ${index + 1} 行`}
        checked={selection.includes(row.id)}
        onChange={(event) => change([row.id], event.target.checked)}
      />
    ),
  }
}

const flat = (rows: readonly ListRow[]): readonly ListRow[] =>
  rows.flatMap((row) => [row, ...flat(row.children ?? [])])

const indexColumn: Columns[number] = {
  title: '#',
  key: 'index',
  width: 60,
  align: 'center',
  render: (_value, _row, index) => index + 1,
}

function columnOf(
  resource: Resource,
  name: string,
  override: ColumnOverride,
  { column, order, isTree, sortable }: Ordered,
): Columns[number] {
  const field = fieldOf(resource, name)
  // A tree has its own order; sorting would tear children from their parents.
  const sorts = (override.sorter ?? field !== undefined) && !isTree
  const isTooLong = sorts && sortable !== undefined && !sortable.includes(name)
  const title = override.title ?? field?.label ?? name
  return {
    title: isTooLong ? <UnsortedTitle title={title} /> : title,
    key: name,
    dataIndex: name,
    // The column that names the row takes what is left over.
    ...(name === resource.label && !override.width
      ? { minWidth: 150 }
      : { width: override.width ?? (field ? widgetFor(field).width : 120) }),
    ...(override.render ? {} : { ellipsis: { showTitle: false } }),
    align: override.align ?? (isTree && name === resource.label ? 'left' : 'center'),
    ...(sorts && !isTooLong
      ? {
          sorter: true,
          sortOrder: column !== name ? null : order === 'asc' ? ('ascend' as const) : ('descend' as const),
        }
      : {}),
    render: (_: unknown, row: ListRow) =>
      override.render ? (
        override.render(row)
      ) : field ? (
        <CellText field={field} name={name} row={row} />
      ) : null,
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

function pager(list: ResourceList, isMobile: boolean): PaginationProps {
  const { state, total } = list
  return {
    className: 'list-pager',
    align: 'end',
    size: 'small',
    onChange: list.setPage,
    current: state.pageNo,
    pageSize: state.pageSize,
    total,
    pageSizeOptions: [...pageSizes],
    showSizeChanger: true,
    showQuickJumper: !isMobile,
    simple: isMobile,
    showTotal: (all, [from, to]) =>
      list.totalEstimated ? (
        <>
          {from}-{to} 约 {numberText(all)} 条
          <Button
            className="link"
            type="link"
            size="small"
            loading={list.isCounting}
            onClick={list.countTotal}
          >
            精确计数
          </Button>
        </>
      ) : (
        `${from}-${to} 共 ${numberText(all)} 条`
      ),
  }
}
