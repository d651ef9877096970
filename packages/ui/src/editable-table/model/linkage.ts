import type { CellChange, Column, Option } from './column.ts'
import type { Row, RowId } from './row.ts'

/** The choices of a linkage column: those under the value of the level above it. */
export function linkedOptions(column: Column, row: Row): readonly Option[] {
  const above = levelAbove(column)
  if (above === null) return column.options ?? []
  const parent = textOf(row[above])
  return (column.options ?? []).filter((option) => option.parent === parent)
}

/** The key of the level above; null for the highest. */
function levelAbove({ key, linkageKeys = [] }: Column): string | null {
  const at = linkageKeys.indexOf(key)
  return at <= 0 ? null : (linkageKeys[at - 1] ?? null)
}
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/**
 * Changes as the levels of linkage columns allow them: a value that does not stand under the level above it is refused, and
 * a level that changes empties the ones below it that are not set with it (spec/5-screens.md §13.1). Changes of other columns
 * pass as they are.
 */
export function linkedChanges(
  columns: readonly Column[],
  changes: readonly CellChange[],
  rowOf: (id: RowId) => Row | undefined,
): { readonly changes: readonly CellChange[]; readonly refused: number } {
  const linked = columns.filter(({ type }) => type === 'linkage')
  if (linked.length === 0) return { changes, refused: 0 }
  const byKey = new Map(linked.map((column) => [column.key, column]))
  const parts = new Map<RowId, Map<string, unknown>>()
  const kept: CellChange[] = []
  for (const change of changes) {
    if (!byKey.has(change.key)) kept.push(change)
    else {
      const part = parts.get(change.id) ?? new Map<string, unknown>()
      parts.set(change.id, part.set(change.key, change.value))
    }
  }
  let refused = 0
  for (const [id, part] of parts) {
    const before = rowOf(id) ?? { id }
    const row: Record<string, unknown> & Row = { ...before }
    for (const key of levelsOf(linked)) {
      const column = byKey.get(key)
      if (!column) continue
      const above = levelAbove(column)
      const hasMoved = above !== null && !Object.is(row[above], before[above])
      if (part.has(key)) {
        const value = part.get(key) ?? null
        const stands =
          value === null || linkedOptions(column, row).some((each) => textOf(each.value) === textOf(value))
        if (stands) row[key] = value
        else refused++
        if (stands || !hasMoved) continue
      }
      if (hasMoved) row[key] = null
    }
    for (const { key } of linked)
      if (!Object.is(row[key], before[key])) kept.push({ id, key, value: row[key] })
  }
  return { changes: kept, refused }
}

/** Keys of all linkage columns, higher levels before lower ones. */
const levelsOf = (linked: readonly Column[]): readonly string[] => [
  ...new Set(linked.flatMap(({ key, linkageKeys = [key] }) => linkageKeys)),
]
