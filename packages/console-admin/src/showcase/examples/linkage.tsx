import { areaOptions, areaText, useAreas, type AreaMap } from '@suoan/ui/area-linkage'
import { CellTypes, EditableTable, type Column, type Row } from '@suoan/ui/editable-table'
import { Descriptions, Spin } from 'antd'
import { useMemo } from 'react'

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

/** Levels that stand below one another: 省、市、区 of the published areas. */
const keys = ['province', 'city', 'district']
const titles = ['省', '市', '区']
const columnsOf = (areas: AreaMap): readonly Column[] => [
  ...([0, 1, 2] as const).map((level): Column => ({
    key: keys[level] ?? '',
    title: titles[level] ?? '',
    type: 'linkage',
    linkageKeys: keys,
    options: areaOptions(areas, level),
    width: 150,
  })),
  { key: 'street', title: '街道', type: 'input', width: 200 },
  { key: 'hours', title: '工时', type: 'hours', width: 120 },
]
const rows: readonly Row[] = [
  { id: '1', province: '320000', city: '320500', district: '320506', street: '木渎镇', hours: 8 },
  { id: '2', province: '310000', city: '310100', district: '310116', street: '石化街道', hours: 4.5 },
]

/** Levels that depend on one another, boxes that are always open, and a sub-form under the row that is clicked. */
export default function LinkageExample() {
  const { areas } = useAreas()
  const columns = useMemo(() => (areas ? columnsOf(areas) : null), [areas])
  if (!areas || !columns) return <Spin />
  return (
    <EditableTable
      label="三级联动"
      columns={columns}
      types={types}
      rows={rows}
      size="small"
      alwaysEdit
      toolbar={['add', 'history']}
      expandedRow={({ district, street }) => (
        <Descriptions
          size="small"
          column={2}
          items={[
            { key: 'area', label: '地区', children: areaText(areas, String(district ?? '')) || '—' },
            { key: 'street', label: '街道', children: String(street ?? '—') },
          ]}
        />
      )}
    />
  )
}
