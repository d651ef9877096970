import { RecordPicker, type Chosen, type NameSearch } from '@suoan/ui/pickers'
import { Button } from 'antd'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [locks, setLocks] = useState<readonly Chosen[]>([])
  const [isOpen, setOpen] = useState(false)
  const [page, setPage] = useState({ no: 1, size: 5 })
  return (
    <>
      <Demo label="锁具" value={locks}>
        <Button onClick={() => setOpen(true)}>选择锁具</Button>
      </Demo>
      {isOpen && (
        <RecordPicker
          title="锁具选择"
          columns={[
            { title: '锁具名称', dataIndex: 'name' },
            { title: '锁具编号', dataIndex: 'code' },
          ]}
          rows={all.slice((page.no - 1) * page.size, page.no * page.size)}
          total={all.length}
          loading={false}
          empty="还没有锁具"
          pageNo={page.no}
          pageSize={page.size}
          onPage={(no, size) => setPage({ no, size })}
          pane={{ title: '已选锁具', labelTitle: '锁具名称' }}
          names={byName}
          initial={locks}
          multiple
          choiceOf={chosenOf}
          onConfirm={(chosen) => {
            setLocks(chosen)
            setOpen(false)
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  )
}

const all = Array.from({ length: 43 }, (_, index) => ({
  code: `LK${index + 1}`,
  // Two have the same name.
  name: index === 42 ? '隔离挂锁 1 号' : `隔离挂锁 ${index + 1} 号`,
}))
const chosenOf = ({ code, name }: (typeof all)[number]): Chosen => ({ key: code, label: name })

const byName: NameSearch = {
  most: 1000,
  failureText: () => '查找失败，请重试',
  find: (names) =>
    Promise.resolve(
      names.map((asked) => {
        const found = all.filter(({ code, name }) => name === asked || code === asked)
        return {
          name: asked,
          total: found.length,
          choices: found.map((lock) => ({ ...chosenOf(lock), hint: lock.code })),
        }
      }),
    ),
}
