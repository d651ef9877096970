import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import type { Table } from '../model/table.ts'

interface Props {
  readonly table: Table
  readonly column: string
  /** Where it opens, px on the screen. */
  readonly x: number
  readonly y: number
  onClose(): void
}

/** Keeps the rows whose text in a column contains the words. */
export function FilterBox({ table, column, x, y, onClose }: Props) {
  const [words, setWords] = useState(table.columnFilters.get(column) ?? '')
  const title = table.column(column)?.title ?? ''
  const apply = (next: string) => {
    table.filterColumn(column, next)
    onClose()
  }
  return (
    <div
      className="et-filter"
      role="dialog"
      aria-label={`筛选 ${title}`}
      style={{ left: Math.min(x, window.innerWidth - 280), top: y }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Input
        autoFocus
        value={words}
        aria-label={`${title} 包含`}
        placeholder={`${title} 包含…`}
        onChange={(event) => setWords(event.target.value)}
        onPressEnter={() => apply(words)}
      />
      <Space>
        <Button size="small" type="primary" onClick={() => apply(words)}>
          筛选
        </Button>
        <Button size="small" onClick={() => apply('')}>
          清除
        </Button>
        <Button size="small" type="text" onClick={onClose}>
          关闭
        </Button>
      </Space>
    </div>
  )
}
