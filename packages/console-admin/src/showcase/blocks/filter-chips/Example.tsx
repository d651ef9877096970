import { FilterChips, type FilterChip } from '@suoan/ui/filter-chips'
import { Button } from 'antd'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const all: readonly FilterChip[] = [
  { key: 'code', label: '锁具编号', rule: '', text: 'LK', problem: null },
  { key: 'battery', label: '电量(%)', rule: '介于', text: '10 至 20', problem: null },
  { key: 'old', label: 'oldCode', rule: '等于', text: '1', problem: '所用的列已不存在，或不能用于查询' },
]

export default function Example() {
  const [chips, setChips] = useState(all)
  return (
    <Demo label="条件" value={chips.map(({ key }) => key)}>
      <div>
        <FilterChips
          chips={chips}
          onRemove={(key) => setChips(chips.filter((chip) => chip.key !== key))}
          onClear={() => setChips([])}
        />
        {chips.length === 0 && <Button onClick={() => setChips(all)}>恢复条件</Button>}
      </div>
    </Demo>
  )
}
