import { CellTypes, EditableTable, type Column, type Row } from '@suoan/ui/editable-table'
import { Descriptions } from 'antd'

/** A type of one's own: hours, shown with their unit, typed with or without it. */
const types = new CellTypes()
types.install({
  ...types.of({ key: '', title: '', type: 'inputNumber' }),
  name: 'hours',
  text: (value) => (typeof value === 'number' ? `${value} 小时` : ''),
  read: (text) => {
    const hours = Number.parseFloat(text)
    return Number.isNaN(hours) && text.trim() !== '' ? { problem: `“${text}”不是小时数` } : hours || null
  },
})

const keys = ['province', 'city', 'district']
const columns: readonly Column[] = [
  {
    key: 'province',
    title: '省',
    type: 'linkage',
    linkageKeys: keys,
    options: [
      { value: '31', text: '上海市' },
      { value: '32', text: '江苏省' },
    ],
  },
  {
    key: 'city',
    title: '市',
    type: 'linkage',
    linkageKeys: keys,
    options: [
      { value: '3101', text: '市辖区', parent: '31' },
      { value: '3201', text: '南京市', parent: '32' },
      { value: '3205', text: '苏州市', parent: '32' },
    ],
  },
  {
    key: 'district',
    title: '区',
    type: 'linkage',
    linkageKeys: keys,
    options: [
      { value: '310116', text: '金山区', parent: '3101' },
      { value: '320106', text: '鼓楼区', parent: '3201' },
      { value: '320506', text: '吴中区', parent: '3205' },
    ],
  },
  { key: 'street', title: '街道', type: 'input', width: 200 },
  { key: 'hours', title: '工时', type: 'hours', width: 120 },
]
const rows: readonly Row[] = [
  { id: '1', province: '32', city: '3205', district: '320506', street: '木渎镇', hours: 8 },
  { id: '2', province: '31', city: '3101', district: '310116', street: '石化街道', hours: 4.5 },
]

/** Levels that depend on one another, boxes that are always open, and a sub-form under the row that is clicked. */
export default function LinkageExample() {
  return (
    <EditableTable
      label="三级联动"
      columns={columns}
      types={types}
      rows={rows}
      size="small"
      alwaysEdit
      toolbar={['add', 'history']}
      expandedRow={(row) => (
        <Descriptions
          size="small"
          column={2}
          items={columns.map(({ key, title }) => ({ key, label: title, children: String(row[key] ?? '—') }))}
        />
      )}
    />
  )
}
