import type { CellChange } from './column.ts'
import type { RowId, RowPart } from './row.ts'

/** Changes of cells by their rows: one step per row, however many of its cells change. */
export function partsOfRows(changes: readonly CellChange[]): ReadonlyMap<RowId, RowPart> {
  const parts = new Map<RowId, Record<string, unknown>>()
  let lastId: RowId | null = null
  let part: Record<string, unknown> = {}
  for (const { id, key, value } of changes) {
    // Cells of a row mostly stand together: thousands of them are not looked up one by one.
    if (lastId !== id) {
      part = parts.get(id) ?? {}
      parts.set(id, part)
      lastId = id
    }
    part[key] = value
  }
  return parts
}
