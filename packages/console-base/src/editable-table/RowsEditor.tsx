import { EditableTable, type Column, type EditableTableHandle, type Slot } from '@suoan/ui/editable-table'
import { useMutation } from '@tanstack/react-query'
import { Alert, App, Button } from 'antd'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import { useIsMobile } from '../use-width.ts'
import { consolePorts } from './console-ports.tsx'
import './forms.css'
import { afterSave, type SaveOutcome } from './save-rows.ts'

interface Identified {
  readonly id: string
}

/** What a save has come to: the rows as they are stored now, and what beside single rows could not be done. */
export interface Saved<S> extends SaveOutcome {
  readonly now: readonly S[]
  readonly problem?: string
}

export interface RowsEditorProps<S extends Identified, R extends Identified> {
  /** What a screen reader calls the table. */
  readonly label: string
  readonly columns: readonly Column[]
  /** The column that says why its row could not be stored. */
  readonly markKey: string
  /** The rows as they are stored, in their order. */
  readonly first: readonly S[]
  readonly rowOf: (stored: S) => R
  /** How many changes these rows are. */
  readonly countOf: (stored: readonly S[], rows: readonly R[]) => number
  /** What a row is called in the list of failures. */
  readonly nameOf: (row: R) => string
  readonly newRow: () => Omit<R, 'id'>
  readonly may: { readonly add: boolean; readonly edit: boolean; readonly remove: boolean }
  /** Whether people may say which row comes first; on by default. */
  readonly isOrdered?: boolean
  readonly slots?: Readonly<Record<string, Slot>>
  readonly empty: string
  readonly hint?: ReactNode
  save(stored: readonly S[], rows: readonly R[]): Promise<Saved<S>>
  onUnsaved(count: number): void
}

/** What is stored, what is typed, and what the last save could not store; `round` counts the saves. */
interface State<S, R> {
  readonly stored: readonly S[]
  readonly rows: readonly R[]
  readonly failures: Failures
  readonly problem: string
  readonly round: number
}
/** Why a row could not be stored, and what it held then. */
type Failures = ReadonlyMap<string, { readonly text: string; readonly name: string; readonly held: string }>
const noFailures: Failures = new Map()

/**
 * The rows of a list as a table that is saved as a whole: what differs is sent, and what is refused stays as it was typed
 * with its reason.
 */
export function RowsEditor<S extends Identified, R extends Identified>(props: RowsEditorProps<S, R>) {
  const { first, rowOf, countOf, may, markKey, onUnsaved } = props
  const { message } = App.useApp()
  const isMobile = useIsMobile()
  const table = useRef<EditableTableHandle>(null)
  const [state, setState] = useState<State<S, R>>(() => ({
    stored: first,
    rows: first.map(rowOf),
    failures: noFailures,
    problem: '',
    round: 0,
  }))
  const { stored, rows, failures, problem, round } = state
  const unsaved = useMemo(() => countOf(stored, rows), [countOf, stored, rows])
  const tell = useEffectEvent(onUnsaved)
  useEffect(() => tell(unsaved), [unsaved])
  // What failed is marked as soon as the table shows it again.
  useEffect(() => {
    if (failures.size > 0) table.current?.validate()
  }, [failures])
  const locked = useMemo(() => (may.edit ? noIds : new Set(stored.map(({ id }) => id))), [may.edit, stored])
  const columns = useMemo(
    () =>
      props.columns.map((column) =>
        markedColumn(column, { isMark: column.key === markKey, failures, locked }),
      ),
    [props.columns, markKey, failures, locked],
  )
  const save = useMutation({
    mutationFn: () => props.save(stored, rows),
    onSuccess({ saved, failed, now, problem: beside = '' }) {
      const next = afterSave(now, rowOf, rows, failed)
      const shown = new Map(next.map((row) => [row.id, row]))
      setState({
        stored: now,
        rows: next,
        failures: new Map(
          Array.from(failed, ([id, text]) => {
            const row = shown.get(id)
            return [id, { text, name: row ? props.nameOf(row) : '', held: JSON.stringify(row) }]
          }),
        ),
        problem: beside,
        round: round + 1,
      })
      if (failed.size > 0) message.warning(`已保存 ${saved} 项，${failed.size} 项没有保存，原因见表格上方`)
      else if (beside === '') message.success(saved === 0 ? '保存成功' : `已保存 ${saved} 项`)
    },
  })
  const submit = () => {
    const verdict = table.current?.validate()
    if (verdict && verdict.count > 0 && !isOnlyFailures(verdict.errors, failures))
      return message.warning(`有 ${verdict.count} 处填写有误，请改正后再保存`)
    save.mutate()
  }
  return (
    <>
      {problem !== '' && <Alert className="rows-failed" type="error" showIcon title={problem} />}
      {failures.size > 0 && (
        <Alert
          className="rows-failed"
          type="error"
          showIcon
          title={`${failures.size} 项没有保存，改正后请再次保存`}
          description={
            <ul>
              {Array.from(failures, ([id, { text, name }]) => (
                <li key={id}>
                  第 {rows.findIndex((each) => each.id === id) + 1} 行“{name}”：{text}
                </li>
              ))}
            </ul>
          }
        />
      )}
      <div className="json-input">
        <EditableTable<R>
          key={round}
          ref={table}
          label={props.label}
          columns={columns}
          rows={rows}
          size="small"
          maxHeight={560}
          ports={consolePorts}
          {...(props.slots ? { slots: props.slots } : {})}
          rowNumber={!isMobile}
          isReadOnly={!may.add && !may.edit && !may.remove}
          isLoading={save.isPending}
          excludedCodes={[...(may.add ? [] : ['add']), ...(may.remove ? [] : ['batch_delete'])]}
          dragSort={may.edit && (props.isOrdered ?? true)}
          rowSelection
          newRow={props.newRow}
          toolbar={['add', 'remove', 'clearSelection', 'history']}
          toolbarSuffix={
            <Button type="primary" disabled={unsaved === 0} loading={save.isPending} onClick={submit}>
              {unsaved === 0 ? '保存' : `保存（${unsaved}）`}
            </Button>
          }
          empty={props.empty}
          onRows={(next) => setState((before) => ({ ...before, rows: next }))}
        />
        {props.hint && <p className="hint">{props.hint}</p>}
      </div>
    </>
  )
}

const noIds: ReadonlySet<string> = new Set()

interface Marking {
  readonly isMark: boolean
  readonly failures: Failures
  /** Rows this person may not edit. */
  readonly locked: ReadonlySet<string>
}

function markedColumn(column: Column, { isMark, failures, locked }: Marking): Column {
  const { disabled } = column
  return {
    ...column,
    ...(locked.size === 0
      ? {}
      : {
          disabled: (row) =>
            locked.has(row.id) || (typeof disabled === 'function' ? disabled(row) : disabled === true),
        }),
    ...(isMark
      ? {
          validateRules: [
            ...(column.validateRules ?? []),
            {
              handler: ({ row }) => {
                const failure = failures.get(row.id)
                return failure && failure.held === JSON.stringify(row) ? failure.text : null
              },
            },
          ],
        }
      : {}),
  }
}

/** Whether the rows that could not be stored are all that is marked: trying again may store them. */
const isOnlyFailures = (
  errors: ReadonlyMap<string, ReadonlyMap<string, string>>,
  failures: Failures,
): boolean =>
  [...errors].every(([id, marks]) => [...marks.values()].every((text) => failures.get(id)?.text === text))
