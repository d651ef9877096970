import { useEffect, useMemo, useState } from 'react'
import { extended, type Column, type Option } from '../model/column.ts'
import type { TablePorts } from '../view/context.ts'

const none: Readonly<Record<string, readonly Option[]>> = {}

/** The columns with the choices of their dictionaries, once those are there; a dictionary that fails has no choices. */
export function useDictionaries(columns: readonly Column[], { dictionary }: TablePorts): readonly Column[] {
  const codes = columns.flatMap(({ dictCode, options, type }) =>
    dictCode !== undefined && !options && type !== 'sel_search_async' ? [dictCode] : [],
  )
  const wanted = [...new Set(codes)].sort().join(',')
  const [found, setFound] = useState(none)
  useEffect(() => {
    if (wanted === '' || !dictionary) return
    let isCurrent = true
    void Promise.all(
      wanted.split(',').map(async (code) => {
        const options = await dictionary(code).catch(() => [])
        return [code, options] as const
      }),
    ).then((pairs) => {
      if (isCurrent) setFound(Object.fromEntries(pairs))
    })
    return () => {
      isCurrent = false
    }
  }, [wanted, dictionary])
  return useMemo(
    () =>
      columns.map((described) => {
        const column = extended(described)
        const options = column.dictCode === undefined || column.options ? undefined : found[column.dictCode]
        return options ? { ...column, options } : column
      }),
    [columns, found],
  )
}
