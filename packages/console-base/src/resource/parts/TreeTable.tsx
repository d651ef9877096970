import { Table } from 'antd'
import type { TableProps } from 'antd'
import type { ReactNode } from 'react'
import type { ListRow } from '../list-row.ts'
import { TickAll, TickBox, tickWidth } from './ListTable.tsx'
import type { ListColumn, ListTicks } from './ListTable.tsx'

interface Props {
  readonly columns: readonly ListColumn[]
  readonly rows: readonly ListRow[]
  /** Least width of all columns together, px. */
  readonly width: number
  readonly ticks: ListTicks | null
  readonly empty: ReactNode
  /** Of a tree whose branches are loaded when they are opened. */
  readonly branches?: { readonly opened: readonly string[]; change(opened: readonly string[]): void } | null
  rowClassName?(row: ListRow): string
}

type Columns = NonNullable<TableProps<ListRow>['columns']>

/** A list whose rows hang below each other: the library's table, which opens and closes branches. */
export function TreeTable({ columns, rows, width, ticks, empty, branches, rowClassName }: Props) {
  const ticked = ticks?.ticked ?? []
  return (
    <Table<ListRow>
      size="middle"
      bordered
      rowKey="id"
      // The arrows move the focus over rows (use-list-keys.ts).
      onRow={() => ({ tabIndex: -1 })}
      columns={[...(ticks ? [tickColumn(ticks, rows)] : []), ...columns.map(columnOf)]}
      dataSource={[...rows]}
      scroll={{ x: width }}
      locale={{ emptyText: empty }}
      rowClassName={(row) =>
        [rowClassName?.(row), ticked.includes(row.id) ? 'row-ticked' : ''].filter(Boolean).join(' ')
      }
      // The branches open beside the names, not beside the ticks.
      expandable={{
        expandIconColumnIndex: ticks ? 1 : 0,
        ...(branches
          ? {
              expandedRowKeys: [...branches.opened],
              onExpandedRowsChange: (keys) => branches.change(keys.map(String)),
            }
          : {}),
      }}
      pagination={false}
    />
  )
}

function tickColumn(ticks: ListTicks, rows: readonly ListRow[]): Columns[number] {
  return {
    key: 'tick',
    width: tickWidth,
    align: 'center',
    title: <TickAll rows={flat(rows)} ticks={ticks} />,
    render: (_value, row, index) => (
      <TickBox
        index={index}
        isTicked={ticks.ticked.includes(row.id)}
        onTick={(isTicked) => ticks.change([row.id], isTicked)}
      />
    ),
  }
}

const flat = (rows: readonly ListRow[]): readonly ListRow[] =>
  rows.flatMap((row) => [row, ...flat(row.children ?? [])])

const columnOf = (column: ListColumn): Columns[number] => ({
  title: column.title,
  key: column.key,
  dataIndex: column.key,
  align: column.align,
  ...(column.width === undefined ? { minWidth: 150 } : { width: column.width }),
  ...(column.isCut ? { ellipsis: { showTitle: false } } : {}),
  ...(column.pin ? { fixed: column.pin.side } : {}),
  render: (_value, row, index) => column.cell(row, index),
})
