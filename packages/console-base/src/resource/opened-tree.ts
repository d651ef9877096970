import type { ListRow } from './list-row.ts'

/** The rows directly below others, by their ids. */
type LoadBelow = (parentIds: readonly string[]) => Promise<Readonly<Record<string, ListRow[]>>>

/** Branches that one call asks for. */
const mostBranches = 200

/** The first level of a tree with what is below the opened rows; one that is gone is passed over. */
export async function openedTree(
  roots: readonly ListRow[],
  opened: readonly string[],
  load: LoadBelow,
): Promise<ListRow[]> {
  const parts = Array.from({ length: Math.ceil(opened.length / mostBranches) }, (_, at) =>
    opened.slice(at * mostBranches, (at + 1) * mostBranches),
  )
  const below: Record<string, ListRow[]> = Object.assign({}, ...(await Promise.all(parts.map(load))))
  const filled = (row: ListRow): ListRow =>
    row.children && below[row.id] ? { ...row, children: (below[row.id] ?? []).map(filled) } : row
  return roots.map(filled)
}
