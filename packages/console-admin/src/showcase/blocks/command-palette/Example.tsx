import { CommandPalette } from '@suoan/ui/command-palette'
import { Button } from 'antd'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const groups = [
  { title: '页面', entries: [{ key: 'locks', label: '锁具管理', hint: '锁具管理' }] },
  {
    title: '锁具',
    entries: [
      { key: 'LK1', label: '隔离挂锁 1 号', hint: 'LK1' },
      { key: 'LK2', label: '隔离挂锁 2 号', hint: 'LK2' },
    ],
  },
]

export default function Example() {
  const [open, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const [picked, setPicked] = useState('')
  const found = groups.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ label, hint }) => `${label}${hint}`.includes(words)),
  }))
  return (
    <>
      <Demo label="前往" value={picked}>
        <Button onClick={() => setOpen(true)}>打开</Button>
      </Demo>
      {open && (
        <CommandPalette
          groups={found}
          words={words}
          placeholder="搜索页面、锁具"
          isLooking={false}
          onWords={setWords}
          onPick={(key) => {
            setPicked(key)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
