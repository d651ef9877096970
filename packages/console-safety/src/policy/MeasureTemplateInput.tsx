import { consolePorts } from '@suoan/console-base/editable-table/console-ports.tsx'
import { EditableTable, type Column } from '@suoan/ui/editable-table'
import { useState } from 'react'
import { readTemplate, type TemplateLine } from './measure-template.ts'
import './policy.css'

interface Props {
  readonly id?: string
  /** The stored template as text. */
  readonly value?: string
  readonly disabled?: boolean
  onChange?(value: string | undefined): void
}

/** A line of the table: choices of a dictionary are texts there. */
interface LineRow {
  readonly id: string
  readonly content: string
  readonly must: 0 | 1
  readonly controlRank: string | null
}

const columns: readonly Column[] = [
  {
    key: 'content',
    title: '措施',
    type: 'textarea',
    minWidth: 240,
    maxLength: 300,
    placeholder: '请输入措施',
    validateRules: [{ required: true }],
  },
  {
    key: 'controlRank',
    title: '控制层级',
    type: 'select',
    dictCode: 'lo_control_rank',
    width: 110,
    placeholder: '请选择',
  },
  { key: 'must', title: '必须', type: 'switch', customValue: [1, 0], width: 80 },
]
const blankLine = (): Omit<LineRow, 'id'> => ({ content: '', must: 0, controlRank: null })

const rowsOf = (text: string): readonly LineRow[] =>
  readTemplate(text).map((line, index) => ({
    ...line,
    id: `line-${index}`,
    controlRank: line.controlRank === null ? null : String(line.controlRank),
  }))
const textOf = (rows: readonly LineRow[]): string | undefined =>
  rows.length === 0
    ? undefined
    : JSON.stringify(
        rows.map(({ content, must, controlRank }): TemplateLine => ({
          content,
          must,
          controlRank: controlRank === null ? null : Number(controlRank),
        })),
      )

/** 安全措施模板: the measures a ticket of this kind begins with, and those it cannot do without. */
export function MeasureTemplateInput({ id, value = '', disabled = false, onChange }: Props) {
  const [state, setState] = useState({ text: value, rows: rowsOf(value) })
  // The form may set another value from outside, for instance what somebody else saved.
  if (state.text !== value) setState({ text: value, rows: rowsOf(value) })
  return (
    <div {...(id ? { id } : {})}>
      <EditableTable
        label="安全措施模板"
        size="small"
        columns={columns}
        rows={state.rows}
        ports={consolePorts}
        isReadOnly={disabled}
        dragSort
        rowSelection
        newRow={blankLine}
        toolbar={['add', 'remove', 'clearSelection', 'history']}
        empty="没有模板措施"
        onRows={(rows) => {
          const text = textOf(rows)
          setState({ text: text ?? '', rows })
          onChange?.(text)
        }}
      />
    </div>
  )
}
