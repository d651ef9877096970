import { Pagination } from 'antd'
import type { EditableTablePager } from '../props.ts'
import type { TableSize } from './sizes.ts'

const pageSizes = [10, 20, 30] as const

/** Pages of the table, with `a-b 共 n 条` (spec/2-data-entry.md §2). */
export function Pager({ pager, count, size }: { pager: EditableTablePager; count: number; size: TableSize }) {
  return (
    <Pagination
      className="et-pager"
      size={size === 'tiny' || size === 'mini' ? 'small' : 'medium'}
      current={pager.current}
      pageSize={pager.pageSize}
      total={pager.total ?? count}
      pageSizeOptions={[...(pager.pageSizeOptions ?? pageSizes)]}
      showQuickJumper
      showSizeChanger
      showTotal={(total, [from, to]) => `${from}-${to} 共 ${total} 条`}
      onChange={(current, pageSize) => pager.onChange?.(current, pageSize)}
    />
  )
}
