import type { Column } from './column.ts'
import type { Row } from './row.ts'

/** Words that columns must contain, in lower case, by key. */
export type ColumnFilters = ReadonlyMap<string, string>

/** The filters after one column's words changed; no words let go of it, no column of all. */
export function withFilter(filters: ColumnFilters, key: string | null, words: string): ColumnFilters {
  const next = new Map(key === null ? [] : filters)
  const text = words.trim().toLowerCase()
  if (key !== null && text !== '') next.set(key, text)
  else if (key !== null) next.delete(key)
  return next
}

/** Keeps rows whose texts contain the words of every filter; null keeps all. */
export function filterOf(
  filters: ColumnFilters,
  column: (key: string) => Column | undefined,
  textOf: (row: Row, column: Column) => string,
): ((row: Row) => boolean) | null {
  const wanted = [...filters].flatMap(([key, text]) => {
    const found = column(key)
    return found ? [{ column: found, text }] : []
  })
  if (wanted.length === 0) return null
  return (row) => wanted.every(({ column: each, text }) => textOf(row, each).toLowerCase().includes(text))
}
