import { DetailList } from '@suoan/ui/detail-list'
import { Radio } from 'antd'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const counts = [1, 2, 3, 4] as const
const items = [
  { key: 'code', label: '锁具编号', children: 'LK2026-0001' },
  { key: 'name', label: '锁具名称', children: '1 号压缩机断路器锁' },
  { key: 'area', label: '所在区域', children: '压缩机房' },
  { key: 'battery', label: '电量', children: '86%' },
  { key: 'remark', label: '备注', children: '夜班交接时检查锁舌。', wide: true },
]

export default function Example() {
  const [columns, setColumns] = useState<(typeof counts)[number]>(2)
  return (
    <>
      <Demo label="列数" value={columns}>
        <Radio.Group
          options={counts.map((value) => ({ value, label: `${value} 列` }))}
          value={columns}
          onChange={({ target }) => setColumns(target.value)}
        />
      </Demo>
      <DetailList title="锁具" columns={columns} items={items} />
    </>
  )
}
