import type { CellChange } from './column.ts'
import type { RowId, RowPart } from './row.ts'

/** One step per row, however many of its cells change. */
export function setCells(changes: readonly CellChange[], set: (id: RowId, part: RowPart) => void): void {
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
  for (const [id, values] of parts) set(id, values)
}
