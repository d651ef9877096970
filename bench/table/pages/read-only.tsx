import { EditableTable } from '@suoan/ui/editable-table'
import { App, ConfigProvider, Table } from 'antd'
import 'antd/dist/antd.css'
import { createRoot } from 'react-dom/client'
import '../../../apps/console/src/base.css'
import { columnWidth, columns, makeRows, textOf } from './data.ts'
import { ourColumns } from './our-table.tsx'
import './page.css'

// A page of a list: as many rows as people look at at once, every cell of them drawn by the component library's table.
const rows = makeRows(100)
const antdColumns = columns.map(({ key, title, type }) => ({
  key,
  title,
  dataIndex: key,
  width: columnWidth,
  render: (value: unknown) => textOf(type, value),
}))
const theme = { zeroRuntime: true }

const host = document.querySelector('#host')
if (!host) throw new Error('the page has no #host')
const root = createRoot(host)
const drawn = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
const tables = {
  ours: (
    <EditableTable
      label="只读"
      isReadOnly
      columns={ourColumns}
      rows={rows}
      size="mini"
      maxHeight={520}
      rowNumber={false}
      toolbar={false}
    />
  ),
  antd: (
    <Table
      columns={antdColumns}
      dataSource={rows}
      rowKey="id"
      pagination={false}
      size="small"
      scroll={{ x: 2_400, y: 520 }}
    />
  ),
}
const show = async (name: keyof typeof tables | null) => {
  root.render(
    <ConfigProvider theme={theme}>
      <App component={false}>{name && tables[name]}</App>
    </ConfigProvider>,
  )
  await drawn()
  if (name && !host.textContent.includes('阀门0-0')) throw new Error(`${name} shows no rows`)
}

Object.assign(window, { bench: { show } })
