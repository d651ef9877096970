import type { CellChange } from './column.ts'
import type { RowId, RowPart } from './row.ts'

/** One step per row, however many of its cells change. */
export function setCells(changes: readonly CellChange[], set: (id: RowId, part: RowPart) => void): void {
  const parts = new Map<RowId, Record<string, unknown>>()
  for (const { id, key, value } of changes) {
    const part = parts.get(id)
    if (part) part[key] = value
    else parts.set(id, { [key]: value })
  }
  for (const [id, part] of parts) set(id, part)
}
