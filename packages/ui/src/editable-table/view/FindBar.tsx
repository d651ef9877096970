import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import { findIn } from '../model/find.ts'
import type { CellId } from '../model/row.ts'
import type { Table } from '../model/table.ts'

interface Props {
  readonly table: Table
  onGoTo(cell: CellId): void
  onClose(): void
}

/** Looks for words in all rows that the filter keeps, drawn or not, and walks through the cells that hold them. */
export function FindBar({ table, onGoTo, onClose }: Props) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const version = table.getVersion()
  const found = useMemo(
    () => (words.trim() === '' ? [] : cellsWith(table, words, version)),
    [table, words, version],
  )
  const go = (to: number) => {
    if (found.length === 0) return
    const next = (to + found.length) % found.length
    const cell = found[next]
    setAt(next)
    if (cell) onGoTo(cell)
  }
  return (
    <div className="et-find" role="search">
      <Input
        autoFocus
        size="small"
        value={words}
        placeholder="在表格中查找"
        aria-label="在表格中查找"
        onChange={(event) => {
          setWords(event.target.value)
          setAt(-1)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') return onClose()
          if (event.key !== 'Enter') return
          // The cell that is found becomes the active one: the key must not go on into it.
          event.preventDefault()
          go(at + (event.shiftKey ? -1 : 1))
        }}
        suffix={
          <small>
            {words === '' ? '' : `${found.length === 0 ? 0 : Math.max(0, at) + 1}/${found.length}`}
          </small>
        }
      />
      <Button size="small" icon={<UpOutlined />} aria-label="上一处" onClick={() => go(at - 1)} />
      <Button size="small" icon={<DownOutlined />} aria-label="下一处" onClick={() => go(at + 1)} />
      <Button size="small" type="text" icon={<CloseOutlined />} aria-label="关闭查找" onClick={onClose} />
    </div>
  )
}

/** `_version` is only there to be looked at: another version holds other texts. */
function cellsWith(table: Table, words: string, _version: number): readonly CellId[] {
  const columns = table.placement.columns.map(({ column }) => column)
  const rows = table.view.all.flatMap((id) => {
    const row = table.store.row(id)
    return row ? [{ id, texts: columns.map((column) => table.text(row, column)) }] : []
  })
  return [...findIn(rows, words)].flatMap(({ id, index }) => {
    const key = columns[index]?.key
    return key === undefined ? [] : [{ id, key }]
  })
}
