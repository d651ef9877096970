import { EditableTable, type Column, type EditableTableHandle } from '@suoan/ui/editable-table'
import { useRef, type ReactNode } from 'react'
import { useFieldJudge } from '../resource/field-judge.ts'
import { consolePorts } from './console-ports.tsx'
import { parsedJson, type JsonCodec } from './json-lines.ts'
import './forms.css'
import { UnreadableJson } from './UnreadableJson.tsx'
import { useTextRows, type TextCodec } from './use-text-rows.ts'
import { verdictOf } from './verdict.ts'

/** What antd's form gives to its input: the stored JSON as text. */
export interface JsonInputProps {
  readonly id?: string
  readonly value?: string
  readonly disabled?: boolean
  onChange?(value: string | undefined): void
}

interface Props<R extends { readonly id: string }> extends JsonInputProps {
  /** What a screen reader calls the table. */
  readonly label: string
  readonly columns: readonly Column[]
  readonly codec: JsonCodec<R>
  readonly newRow?: () => Omit<R, 'id'>
  /** Rows have an order of their own. */
  readonly isOrdered?: boolean
  /** Which rows there are is said elsewhere: none is added or removed here. */
  readonly isGiven?: boolean
  readonly empty: string
  readonly hint?: ReactNode
}

/**
 * A JSON field as a small table (2-data-entry.md). Rows that came to stand as they were are given back as the very text
 * that was stored; a text the table cannot show stays as it is. Wrong cells keep the form from being sent.
 */
export function JsonTableInput<R extends { readonly id: string }>({
  id,
  value = '',
  disabled = false,
  onChange,
  codec,
  ...props
}: Props<R>) {
  const table = useRef<EditableTableHandle>(null)
  const { rows, change } = useTextRows(value, asText(codec), (text) =>
    onChange?.(text === '' ? undefined : text),
  )
  useFieldJudge(() => (table.current ? verdictOf(table.current) : null))
  if (rows === null)
    return <UnreadableJson text={value} disabled={disabled} onClear={() => onChange?.(undefined)} />
  return (
    <div className="json-input" {...(id ? { id } : {})}>
      <EditableTable<R>
        ref={table}
        label={props.label}
        size="small"
        maxHeight={320}
        columns={props.columns}
        rows={rows}
        ports={consolePorts}
        isReadOnly={disabled}
        dragSort={props.isOrdered ?? false}
        rowSelection={!disabled && !props.isGiven}
        {...(props.newRow ? { newRow: props.newRow } : {})}
        toolbar={
          disabled ? false : props.isGiven ? ['history'] : ['add', 'remove', 'clearSelection', 'history']
        }
        empty={props.empty}
        onRows={change}
      />
      {props.hint && !disabled && <p className="hint">{props.hint}</p>}
    </div>
  )
}

const asText = <R extends { readonly id: string }>(codec: JsonCodec<R>): TextCodec<R> => ({
  read(text) {
    const stored = text.trim() === '' ? [] : codec.read(parsedJson(text))
    // A row of the table is what was read of a line, and the id that makes it one.
    return stored && stored.map((row, index) => ({ ...row, id: `line-${index}` }) as unknown as R)
  },
  write(rows) {
    const written = codec.write(rows)
    return written === undefined ? '' : JSON.stringify(written)
  },
})
