import type { ListRow } from '@suoan/console-base/resource/list-row.ts'
import type { TreeChoice } from '@suoan/ui/pickers'

/** Name of a department, as a row or as a node of a tree has it; empty for none. */
export const nameOf = (row: ListRow | null): string => String(row?.['departName'] ?? row?.['title'] ?? '')

/** The rows whose name holds the keyword, with the rows above them; everything for an empty keyword. */
export function filterTree(rows: readonly ListRow[], keyword: string): ListRow[] {
  if (!keyword) return [...rows]
  return rows.flatMap((row) => {
    const children = filterTree(row.children ?? [], keyword)
    if (nameOf(row).includes(keyword)) return [row]
    return children.length > 0 ? [{ ...row, id: row.id, children }] : []
  })
}

/** A row of a tree by its id. */
export function findRow(rows: readonly ListRow[], id: string): ListRow | null {
  for (const row of rows) {
    const found = row.id === id ? row : findRow(row.children ?? [], id)
    if (found) return found
  }
  return null
}

/** The rows as nodes to check. */
export const choicesOf = (rows: readonly ListRow[]): readonly TreeChoice[] =>
  rows.map((row) => ({
    key: row.id,
    title: nameOf(row),
    ...(row.children ? { children: choicesOf(row.children) } : {}),
  }))

/** A department in a tree that is chosen by code, with all below it. */
export interface CodeNode {
  readonly key: string
  readonly title: string
  readonly children: CodeNode[]
}

export const codeNodesOf = (rows: readonly ListRow[]): CodeNode[] =>
  rows.map((row) => ({
    key: String(row['orgCode'] ?? ''),
    title: nameOf(row),
    children: codeNodesOf(row.children ?? []),
  }))

/** So many there are, those below counted. */
export const countNodes = (nodes: readonly CodeNode[]): number =>
  nodes.reduce((sum, { children }) => sum + 1 + countNodes(children), 0)
