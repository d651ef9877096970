/** A row with the rows below it. */
export type TreeNode<Row> = { readonly row: Row; readonly children: readonly TreeNode<Row>[] }

type Building<Row> = { row: Row; children: Building<Row>[] }

/**
 * Rows that name their parent, as trees. Siblings keep the order of the list. A row whose parent is not in the
 * list (absent, or outside the caller's scope) is a root; rows that only lead in a circle come as roots too, at
 * the first of them, so that nothing disappears.
 * @example listToTree(departments, (d) => d.id, (d) => d.parentId)
 */
export function listToTree<Row>(
  rows: Iterable<Row>,
  idOf: (row: Row) => string,
  parentOf: (row: Row) => string | null | undefined,
): TreeNode<Row>[] {
  const nodes = new Map<string, Building<Row>>()
  for (const row of rows) nodes.set(idOf(row), { row, children: [] })
  const roots: Building<Row>[] = []
  const reached = new Set<Building<Row>>()
  const reach = (start: Building<Row>): void => {
    const waiting = [start]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      reached.add(node)
      for (const child of node.children) if (!reached.has(child)) waiting.push(child)
    }
  }
  for (const node of nodes.values()) {
    const parent = nodes.get(parentOf(node.row) ?? '')
    if (parent && parent !== node) parent.children.push(node)
    else roots.push(node)
  }
  for (const root of roots) reach(root)
  for (const node of nodes.values()) {
    if (reached.has(node)) continue
    const parent = nodes.get(parentOf(node.row) ?? '')
    if (parent) parent.children = parent.children.filter((child) => child !== node)
    roots.push(node)
    reach(node)
  }
  return roots
}
