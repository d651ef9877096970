import { permissionOf, type Resource } from '@suoan/contract'
import { numberText } from '@suoan/kit/number-text'
import { Button, Table, Tooltip } from 'antd'
import type { TableProps } from 'antd'
import type { ReactNode } from 'react'
import { useHiddenParts } from '../../session/Can.tsx'
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
  readonly rowClassName?: (row: ListRow) => string
}

/** The table of a list page: index, columns of the description, row actions, pager (5-screens.md §4). */
export function ResourceTable({
  resource,
  list,
  names,
  columns,
  actions,
  selectable,
  empty,
  emptyText,
  rowClassName,
}: Props) {
  const isMobile = useIsMobile()
  const { state, query } = list
  // Columns such as `system:position:column:postRank` that this person is not given (1-shell.md §6).
  const hidden = useHiddenParts(permissionOf(resource, 'column:'))
  if (query.isPending) return <LoadingState rows={6} />
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />

  const isSearched = Object.keys(state.filters).length > 0 || state.rules.length > 0
  const shown = names.filter((name) => !hidden.includes(name))
  const data = shown.map((name) => columnOf(resource, name, columns[name] ?? {}, list))
  const added = Object.keys(columns).filter((name) => !names.includes(name) && columns[name]?.render)
  const all: Columns = [
    ...(list.isTree ? [] : [indexColumn]),
    ...data,
    ...added.map((name) => columnOf(resource, name, columns[name] ?? {}, list)),
    ...(actions.length > 0
      ? [
          {
            title: '操作',
            key: 'actions',
            width: actionsWidth(actions),
            align: 'center' as const,
            ...(isMobile ? {} : { fixed: 'right' as const }),
            render: (_: unknown, row: ListRow) => <RowActions row={row} list={list} actions={actions} />,
          },
        ]
      : []),
  ]
  const width = all.reduce((sum, column) => sum + Number(column.width ?? 180), 60)
  return (
    <Table<ListRow>
      size="middle"
      bordered
      rowKey={(row) => String(row.id)}
      columns={all}
      dataSource={[...list.rows]}
      loading={query.isPlaceholderData}
      scroll={{ x: width }}
      locale={{
        emptyText: <EmptyState text={(isSearched ? undefined : emptyText) ?? '暂无数据'}>{empty}</EmptyState>,
      }}
      {...(rowClassName ? { rowClassName } : {})}
      {...(selectable
        ? {
            rowSelection: {
              selectedRowKeys: [...list.selection],
              preserveSelectedRowKeys: true,
              columnWidth: 48,
              onChange: (keys) => list.setSelection(keys.map(String)),
            },
          }
        : {})}
      pagination={list.isTree ? false : pager(list, isMobile)}
      onChange={(page, _filters, sorter, { action }) => {
        if (action === 'paginate') list.setPage(page.current ?? 1, page.pageSize ?? state.pageSize)
        const sort = Array.isArray(sorter) ? sorter[0] : sorter
        if (action !== 'sort' || !sort) return
        if (sort.order && typeof sort.columnKey === 'string') {
          list.setSort(sort.columnKey, sort.order === 'ascend' ? 'asc' : 'desc')
        } else list.unsort()
      }}
    />
  )
}

/** Room for the links of a row: 15 px a sign, 17 px a divider, then 更多. */
function actionsWidth(actions: readonly RowAction[]): number {
  const links = actions.length <= 2 ? actions : actions.filter((action) => action.primary)
  const text = links.reduce((sum, action) => sum + action.label.length * 15 + 17, 0)
  return Math.max(90, 32 + text + (links.length < actions.length ? 62 : 0))
}

type Columns = NonNullable<TableProps<ListRow>['columns']>

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
  list: ResourceList,
): Columns[number] {
  const field = fieldOf(resource, name)
  const isSorted = list.state.column === name
  // A tree has its own order; sorting would tear children from their parents.
  const sorts = (override.sorter ?? field !== undefined) && !list.isTree
  const isTooLong = sorts && list.sortable !== undefined && !list.sortable.includes(name)
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
    align: override.align ?? (list.isTree && name === resource.label ? 'left' : 'center'),
    ...(sorts && !isTooLong
      ? {
          sorter: true,
          sortOrder: isSorted
            ? list.state.order === 'asc'
              ? ('ascend' as const)
              : ('descend' as const)
            : null,
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

function pager(list: ResourceList, isMobile: boolean): NonNullable<TableProps['pagination']> {
  const { state, total } = list
  return {
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
