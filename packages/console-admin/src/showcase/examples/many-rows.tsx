import { EditableTable, type Column } from '@suoan/ui/editable-table'
import { Select, Switch } from 'antd'
import { useMemo, useState } from 'react'

const columns: readonly Column[] = Array.from({ length: 20 }, (_, index) => ({
  key: `c${index}`,
  title: `列 ${index + 1}`,
  type: index % 4 === 1 ? 'inputNumber' : 'input',
  width: 120,
  sorter: true,
}))
const counts = [1_000, 10_000, 100_000]
const densities = (['medium', 'small', 'mini', 'tiny', 'touch'] as const).map((value) => ({
  value,
  label: value,
}))

/** Many rows: only those in the window are drawn. Ranges, copy and paste, the fill handle, find and undo work on all. */
export default function ManyRowsExample() {
  const [count, setCount] = useState(10_000)
  const [size, setSize] = useState<(typeof densities)[number]['value']>('mini')
  const [isReadOnly, setReadOnly] = useState(false)
  const rows = useMemo(
    () =>
      Array.from({ length: count }, (_, row) => ({
        id: String(row + 1),
        ...Object.fromEntries(
          columns.map(({ key, type }, at) => [
            key,
            type === 'inputNumber' ? row * 20 + at : `${row + 1}-${at + 1}`,
          ]),
        ),
      })),
    [count],
  )
  return (
    <EditableTable
      label="大量行"
      columns={columns}
      rows={rows}
      size={size}
      isReadOnly={isReadOnly}
      rowSelection
      toolbar={['add', 'remove', 'history']}
      toolbarSuffix={
        <>
          <Select
            size="small"
            aria-label="行数"
            value={count}
            onChange={setCount}
            options={counts.map((value) => ({ value, label: `${value} 行` }))}
          />
          <Select size="small" aria-label="密度" value={size} onChange={setSize} options={densities} />
          <Switch
            checked={isReadOnly}
            onChange={setReadOnly}
            checkedChildren="只读"
            unCheckedChildren="可编辑"
          />
        </>
      }
    />
  )
}
