import { EditableTable, type Column, type Row } from '@suoan/ui/editable-table'

const columns: readonly Column[] = [
  { key: 'name', title: '名称', type: 'input', width: 260 },
  { key: 'code', title: '编码', type: 'input', width: 160 },
  { key: 'amount', title: '数量', type: 'inputNumber', width: 120 },
]
const unit = (id: string, name: string, code: string): Row => ({
  id,
  name,
  code,
  amount: 0,
  hasChildren: true,
})
const roots = [unit('t1', '一号装置', 'A01'), unit('t2', '二号装置', 'A02'), unit('t3', '空装置', 'A03')]
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A tree whose children come when a row is opened; a row without any becomes a leaf. */
export default function TreeExample() {
  return (
    <EditableTable
      label="树形表格"
      columns={columns}
      rows={roots}
      size="small"
      dragSort
      toolbar={['history']}
      loadChildren={async ({ id }) => {
        await pause(600)
        if (id === 't3' || id.length > 4) return []
        return [1, 2, 3].map((each) =>
          unit(`${id}-${each}`, `第 ${each} 组（${id}）`, `${id.toUpperCase()}-0${each}`),
        )
      }}
    />
  )
}
