import type { CellChange } from './column.ts'
import type { RowId, RowPart } from './row.ts'

/** What is set in each row, by its id. */
export type RowParts = ReadonlyMap<RowId, RowPart>

/** Changes of cells by their rows: one step per row, however many of its cells change. */
export function partsOfRows(changes: readonly CellChange[]): RowParts {
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

/** The cells of the parts, one by one. */
export function cellsOfRows(parts: RowParts): readonly CellChange[] {
  const cells: CellChange[] = []
  for (const [id, part] of parts) for (const key in part) cells.push({ id, key, value: part[key] })
  return cells
}
