import { useEffect, useState } from 'react'
import { partsOf } from '../model/cell-type.ts'
import type { Column } from '../model/column.ts'
import type { Row } from '../model/row.ts'
import type { Table } from '../model/table.ts'
import type { TablePorts } from '../view/context.ts'

type Names = Readonly<Record<string, ReadonlyMap<string, string>>>
const none: Names = {}

/** Columns whose cells store a key and show a name (spec/2-data-entry.md §2: stores username and shows realname). */
const isNamed = ({ type }: Column): boolean => type === 'sel_user' || type === 'sel_depart'

/** The columns with the names of the people and departments that stand in them, asked for together as they come. */
export function useNames(table: Table, columns: readonly Column[], { names }: TablePorts): void {
  const [found, setFound] = useState(none)
  useEffect(() => {
    const named = columns.filter(isNamed)
    if (named.length === 0 || !names) return
    const asked = new Map<string, Set<string>>()
    let isCurrent = true
    const ask = () => {
      for (const column of named) {
        const known = asked.get(column.key) ?? new Set()
        asked.set(column.key, known)
        const fresh = keysIn(table.store.all(), column).filter((key) => !known.has(key))
        if (fresh.length === 0) continue
        for (const key of fresh) known.add(key)
        names(column, fresh).then(
          (texts) => {
            if (!isCurrent) return
            setFound((before) => ({
              ...before,
              [column.key]: new Map([...(before[column.key] ?? []), ...texts]),
            }))
          },
          // The keys go on standing there: a name that cannot be asked for hinders nobody.
          () => undefined,
        )
      }
    }
    ask()
    const stop = table.store.subscribe(ask)
    return () => {
      isCurrent = false
      stop()
    }
  }, [table, columns, names])
  useEffect(() => table.setNames(found), [table, found])
}

/** The different keys of a column; each cell may hold several. */
const keysIn = (rows: Iterable<Row>, column: Column): readonly string[] => {
  const keys = new Set<string>()
  for (const row of rows) for (const key of partsOf(row[column.key], column)) keys.add(key)
  return [...keys]
}
