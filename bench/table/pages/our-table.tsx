import { EditableTable, type Column, type EditableTableHandle } from '@suoan/ui/editable-table'
import { App, ConfigProvider } from 'antd'
import 'antd/dist/antd.css'
import type { Ref } from 'react'
import { columnWidth, columns, options, type BenchRow } from './data.ts'
import '../../../apps/console/src/base.css'
import './page.css'

export const ourColumns: readonly Column[] = columns.map((column) => ({
  ...column,
  width: columnWidth,
  sorter: true,
  ...(column.type === 'select' ? { options } : {}),
}))
const theme = { zeroRuntime: true }

/** Our table as a page of the console has it. */
export function OurTable({
  rows,
  ref,
}: {
  readonly rows: readonly BenchRow[]
  readonly ref?: Ref<EditableTableHandle>
}) {
  return (
    <ConfigProvider theme={theme}>
      <App component={false}>
        <EditableTable
          {...(ref ? { ref } : {})}
          label="测量"
          columns={ourColumns}
          rows={rows}
          size="mini"
          maxHeight={520}
          rowSelection
          rowNumber={false}
          toolbar={false}
        />
      </App>
    </ConfigProvider>
  )
}
