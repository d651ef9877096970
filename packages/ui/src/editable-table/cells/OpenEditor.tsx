import { DatePicker, Input, Select, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useEffect, useRef, useState } from 'react'
import { joined, partsOf } from '../model/cell-type.ts'
import type { Column, Option } from '../model/column.ts'
import { formatOf, fromFormat } from '../model/date-format.ts'
import { isComposing } from '../model/keyboard.ts'
import { linkedOptions } from '../model/linkage.ts'
import { pickedPart, type PickedRecord } from '../model/picked.ts'
import type { Row, RowPart } from '../model/row.ts'
import type { TableContext } from '../view/context.ts'

interface Props {
  readonly context: TableContext
  readonly column: Column
  readonly row: Row
  /** What was typed before the editor opened. */
  readonly seed: string
  onClose(): void
  /** Closed by Enter (0), or by Tab onwards (1) or back (-1). */
  onDone(step: 0 | 1 | -1): void
}

/**
 * The editor of a cell that is not typed into: a list, a calendar, a dialog of the console. It sets the value itself. What
 * it opens is drawn at the end of the page, yet belongs to it: React's events of the popup come here, so it is never "outside"
 * (design/pitfalls.md §1.5).
 */
export function OpenEditor(props: Props) {
  const { context, column, row, seed, onClose, onDone } = props
  const { table, ports } = context
  const cell = { id: row.id, key: column.key }
  const value = row[column.key]
  const take = (next: unknown) => table.set(cell, next)
  const keys = (event: React.KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Tab') {
      event.preventDefault()
      onDone(event.shiftKey ? -1 : 1)
    }
  }
  const takeRow = (part: RowPart) =>
    table.setMany(
      Object.entries(part).map(([key, each]) => ({ id: row.id, key, value: each })),
      '选择',
    )
  const picked = {
    value: String(value ?? ''),
    column,
    onClose,
    onPick(next: string) {
      takeRow({ [column.key]: next })
      onClose()
    },
    onRecords(records: readonly PickedRecord[]) {
      takeRow(pickedPart(column, records))
      onClose()
    },
  }
  const own = context.editors[column.type]
  if (own)
    return (
      <div className="et-editor" role="presentation" onKeyDown={keys}>
        {own({
          row,
          column,
          value,
          seed,
          take(next) {
            take(next)
            onDone(0)
          },
          takeRow(part) {
            takeRow(part)
            onDone(0)
          },
          close: onClose,
        })}
      </div>
    )
  switch (column.type) {
    case 'date':
    case 'datetime': {
      const format = formatOf(column)
      const moment = momentOf(value, column)
      return (
        <div className="et-editor" role="presentation" onKeyDown={keys}>
          <DatePicker
            autoFocus
            defaultOpen
            className="full"
            aria-label={column.title}
            format={format}
            showTime={column.type === 'datetime'}
            defaultValue={moment}
            onChange={(next) => {
              take(next ? next.format(format) : null)
              onDone(0)
            }}
            onOpenChange={(isOpen) => {
              if (!isOpen) onClose()
            }}
          />
        </div>
      )
    }
    case 'time': {
      const format = formatOf(column)
      return (
        <div className="et-editor" role="presentation" onKeyDown={keys}>
          <TimePicker
            autoFocus
            defaultOpen
            className="full"
            aria-label={column.title}
            format={format}
            defaultValue={momentOf(value, column)}
            onChange={(next) => {
              take(next ? next.format(format) : null)
              onDone(0)
            }}
            onOpenChange={(isOpen) => {
              if (!isOpen) onClose()
            }}
          />
        </div>
      )
    }
    case 'input_pop':
      return <LongText {...props} text={String(value ?? '')} onTake={take} />
    case 'sel_user':
      return ports.userPicker?.(picked) ?? <Missing what="人员选择" />
    case 'sel_depart':
      return ports.departPicker?.(picked) ?? <Missing what="部门选择" />
    case 'popup':
      return ports.popup?.(picked) ?? <Missing what="报表选择" />
    default:
      return (
        <div className="et-editor" role="presentation" onKeyDown={keys}>
          <Choice {...props} onTake={take} />
        </div>
      )
  }
}

/** The moment a cell holds, as the calendar wants it; nothing where it holds none that can be read. */
function momentOf(value: unknown, column: Column): Dayjs | null {
  if (value === null || value === undefined || value === '') return null
  const { type } = column
  const timed = type === 'datetime' || type === 'time' ? type : 'date'
  const stored = String(value)
  const text = fromFormat(stored, formatOf(column), timed) ?? stored
  const moment = dayjs(type === 'time' ? `2000-01-01 ${text}` : text)
  return moment.isValid() ? moment : null
}

/** A table that was not given what a column needs says so, instead of doing nothing. */
const Missing = ({ what }: { what: string }) => (
  <span className="et-waiting" role="alert">
    此页面没有提供{what}，请联系管理员
  </span>
)

/** Waits this long, ms, after the last letter before it asks the server (spec/2-data-entry.md §9). */
const searchPause = 800

function Choice({
  context,
  column,
  row,
  seed,
  onTake,
  onClose,
  onDone,
}: Props & { onTake(value: unknown): void }) {
  const { ports } = context
  const isMany = column.type === 'list_multi' || (column.multi ?? false)
  const isRemote = column.type === 'sel_search_async'
  const given = column.type === 'linkage' ? linkedOptions(column, row) : (column.options ?? [])
  const [words, setWords] = useState(seed)
  const [found, setFound] = useState<readonly Option[] | null>(isRemote ? null : given)
  const [problem, setProblem] = useState('')
  const { search } = ports
  useEffect(() => {
    if (!isRemote || !search) return
    let isCurrent = true
    const timer = setTimeout(() => {
      search(column, words).then(
        (options) => {
          if (isCurrent) setFound(options)
        },
        (error: unknown) => {
          if (!isCurrent) return
          setFound([])
          setProblem(error instanceof Error ? error.message : '查询失败，请稍后重试')
        },
      )
    }, searchPause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isRemote, search, column, words])
  // The list empties its search as it opens; what was typed before stays.
  const isOpening = useRef(seed !== '')
  const searchFor = (next: string) => {
    const isFirst = isOpening.current
    isOpening.current = false
    if (!isFirst || next !== '') setWords(next)
  }
  const options = (found ?? []).map(({ value, text, disabled = false }) => ({
    value: String(value),
    label: text,
    disabled,
  }))
  const stored = new Map((found ?? []).map((option) => [String(option.value), option.value]))
  const parts = partsOf(row[column.key], column)
  const empty =
    problem ||
    (isRemote && words === '' && found === null
      ? '请输入搜索内容'
      : found === null
        ? '加载中…'
        : '没有查询到任何数据')
  const common = {
    autoFocus: true,
    defaultOpen: true,
    className: 'full',
    'aria-label': column.title,
    showSearch: {
      filterOption: isRemote
        ? false
        : (input: string, option?: { label: string }) =>
            (option?.label ?? '').toLowerCase().includes(input.toLowerCase()),
      onSearch: searchFor,
      searchValue: words,
    },
    options,
    loading: isRemote && found === null,
    notFoundContent: empty,
    onOpenChange: (isOpen: boolean) => {
      if (!isOpen) onClose()
    },
  } as const
  if (isMany)
    return (
      <Select
        {...common}
        mode={column.allowInput ? 'tags' : 'multiple'}
        maxTagCount={1}
        allowClear
        value={[...parts]}
        onChange={(next: string[]) => onTake(next.length === 0 ? null : joined(next, column))}
      />
    )
  const pick = (next: string | undefined) => {
    const value = next === undefined ? null : (stored.get(next) ?? next)
    onTake(value)
    onDone(0)
  }
  const typedIn = column.allowInput && words !== '' && !options.some(({ label }) => label === words)
  return (
    <Select
      {...common}
      allowClear
      options={typedIn ? [{ value: words, label: words, disabled: false }, ...options] : options}
      {...(parts[0] === undefined ? {} : { value: parts[0] })}
      onSelect={(next: string) => pick(next)}
      onClear={() => pick(undefined)}
    />
  )
}

/** A long text in a box of its own, 300 × 210 px (spec/2-data-entry.md §9). */
function LongText({
  column,
  text,
  onTake,
  onClose,
  onDone,
}: Props & { text: string; onTake(value: unknown): void }) {
  const [words, setWords] = useState(text)
  const take = () => {
    if (words !== text) onTake(words)
  }
  return (
    <div className="et-long" role="dialog" aria-label={column.title}>
      <header>
        {column.title}
        <button type="button" aria-label="关闭" onClick={onClose} className="et-close" />
      </header>
      <Input.TextArea
        autoFocus
        value={words}
        aria-label={column.title}
        {...(column.maxLength === undefined ? {} : { maxLength: column.maxLength, showCount: true })}
        onChange={(event) => setWords(event.target.value)}
        onBlur={() => {
          take()
          onClose()
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return
          if (event.key === 'Escape') {
            event.stopPropagation()
            onClose()
          } else if (event.key === 'Tab') {
            event.preventDefault()
            take()
            onDone(event.shiftKey ? -1 : 1)
          }
        }}
      />
    </div>
  )
}
