import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useDictionaries } from './cells/use-dictionaries.ts'
import { useNames } from './cells/use-names.ts'
import type { Column } from './model/column.ts'
import { noSettings, readSettings } from './model/layout.ts'
import type { Row } from './model/row.ts'
import type { TableEvent } from './model/options.ts'
import { Table } from './model/table.ts'
import type { EditableTableProps, Identified } from './props.ts'

const noPorts = {}

/** The table of a page: made once, told of other options and rows, and telling the page what people did. */
export function useTable<R extends Identified>(
  props: EditableTableProps<R>,
): { readonly table: Table; readonly columns: readonly Column[]; readonly isLocalPage: boolean } {
  const { pager, ports = noPorts } = props
  const handedOut = useRef<readonly Row[] | null>(null)
  const rows = rowsOfPage(props.rows)
  const columns = useDictionaries(props.columns, ports)
  const dragSortKey = props.dragSortKey ?? columns.find(({ isOrder }) => isOrder)?.key
  const options = useMemo(
    () => ({
      columns,
      ...(props.types ? { types: props.types } : {}),
      ...(props.disabledRows ? { disabledRows: props.disabledRows } : {}),
      ...(dragSortKey === undefined ? {} : { dragSortKey }),
      selectionMode: props.rowSelection === 'radio' ? ('radio' as const) : ('checkbox' as const),
      isReadOnly: props.isReadOnly ?? false,
      mayAdd: !(props.excludedCodes?.includes('add') ?? false),
      isTree: props.childrenOf !== undefined || props.loadChildren !== undefined,
      ...(props.childrenOf ? { childrenOf: props.childrenOf } : {}),
      ...(props.staysAlways ? { staysAlways: props.staysAlways } : {}),
      ...(props.newRow ? { newRow: props.newRow } : {}),
    }),
    [
      columns,
      props.types,
      props.disabledRows,
      dragSortKey,
      props.rowSelection,
      props.isReadOnly,
      props.excludedCodes,
      props.childrenOf,
      props.loadChildren,
      props.newRow,
      props.staysAlways,
    ],
  )
  const [table] = useState(() => {
    const made = new Table(options)
    if (props.settingsKey !== undefined)
      made.arrange(readSettings(localStorage.getItem(`SUOAN_TABLE_${props.settingsKey}`)))
    return made
  })
  useEffect(() => table.configure(options), [table, options])
  useNames(table, columns, ports)
  const isHeldByPage = props.onRows !== undefined
  useEffect(() => {
    if (!isHeldByPage) table.load(rows)
    else if (rows !== handedOut.current) table.takeIn(rows)
  }, [table, rows, isHeldByPage])
  const handOut = useEffectEvent(() => {
    if (!props.onRows) return
    const next = [...table.store.all()]
    handedOut.current = next
    props.onRows(rowsForPage<R>(next))
  })
  const report = useEffectEvent((event: TableEvent) => props.onEvent?.(event))
  useEffect(() => table.listen(report), [table])
  useEffect(() => table.store.subscribe(({ loaded }) => loaded || handOut()), [table])
  const isLocalPage = pager !== undefined && pager.total === undefined
  const [current, pageSize] = isLocalPage ? [pager.current, pager.pageSize] : [null, null]
  useEffect(() => table.turnTo(current === null ? null : { current, pageSize }), [table, current, pageSize])
  const { settingsKey } = props
  const arranged = useSyncExternalStore(table.subscribe, () => table.settings)
  useEffect(() => {
    if (settingsKey !== undefined && arranged !== noSettings)
      localStorage.setItem(`SUOAN_TABLE_${settingsKey}`, JSON.stringify(arranged))
  }, [settingsKey, arranged])

  return { table, columns, isLocalPage }
}

/** The page's rows hold a value per column key, as the table's do; its own type says which. */
const rowsOfPage = (rows: readonly Identified[]): readonly Row[] => rows as readonly Row[]
const rowsForPage = <R extends Identified>(rows: readonly Row[]): readonly R[] =>
  rows as readonly unknown[] as readonly R[]
