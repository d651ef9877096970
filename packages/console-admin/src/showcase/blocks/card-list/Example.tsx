import { CardList } from '@suoan/console-base/resource/parts/CardList.tsx'
import type { ListColumn } from '@suoan/console-base/resource/parts/ListTable.tsx'
import type { RowAction } from '@suoan/console-base/resource/row-action.ts'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const locks = [
  {
    id: '1',
    name: '隔离挂锁 1 号',
    code: 'LK1',
    area: '压缩机房',
    battery: 90,
    holder: '陈管',
    seen: '08:20',
  },
  { id: '2', name: '隔离挂锁 2 号', code: 'LK2', area: '配电室', battery: 15, holder: '周作', seen: '07:55' },
]
const fields = [
  { key: 'name', title: '锁具名称' },
  { key: 'code', title: '锁具编号' },
  { key: 'battery', title: '电量(%)' },
  { key: 'area', title: '所在区域' },
  { key: 'holder', title: '持有人' },
  { key: 'seen', title: '最近通信' },
] as const
const actions: readonly RowAction[] = [
  { key: 'open', label: '开锁', primary: true, run: () => undefined },
  { key: 'state', label: '状态', run: () => undefined },
  { key: 'freeze', label: '冻结', danger: true, run: () => undefined },
]

export default function Example() {
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [order, setOrder] = useState<'asc' | 'desc' | null>(null)
  const [done, setDone] = useState('')
  const rows = order === 'desc' ? locks.toReversed() : locks
  const columns = fields.map(({ key, title }): ListColumn => ({
    key,
    title,
    align: 'left',
    isCut: false,
    ...(key === 'code' ? { sort: { label: title, order } } : {}),
    cell: (_row, index) => rows[index]?.[key],
  }))
  return (
    <Demo label="列表" value={{ ticked, order, done }}>
      <div style={{ maxWidth: 390 }}>
        <CardList
          columns={columns}
          rows={rows}
          ticks={{
            ticked,
            change: (ids, isTicked) =>
              setTicked([...ticked.filter((id) => !ids.includes(id)), ...(isTicked ? ids : [])]),
          }}
          actions={actions}
          empty="没有锁具"
          onAction={({ label }, { id }) =>
            setDone(`${label} ${rows.find((row) => row.id === id)?.code ?? ''}`)
          }
          onSort={(_column, next) => setOrder(next)}
        />
      </div>
    </Demo>
  )
}
