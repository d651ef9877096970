/** A node of `queryTreeList` of roles and departments (4-api.md §3.8). */
export interface TreeModel {
  readonly key: string
  readonly slotTitle?: string | null
  readonly title?: string | null
  readonly label?: string | null
  readonly isLeaf: boolean
  /** 1 when the menu has data rules. */
  readonly ruleFlag?: number | null
  readonly children?: readonly TreeModel[] | null
}

export const titleOf = (node: TreeModel) => node.slotTitle || node.title || node.label || node.key

/** Keys of all nodes. */
export function allKeys(nodes: readonly TreeModel[]): string[] {
  return nodes.flatMap((node) => [node.key, ...allKeys(node.children ?? [])])
}

/** Keys of the nodes that have children. */
export function branchKeys(nodes: readonly TreeModel[]): string[] {
  return nodes.flatMap((node) => (node.children?.length ? [node.key, ...branchKeys(node.children)] : []))
}

/** Ticks or unticks a node with everything below it; ticking also ticks the nodes above, which lead to it. */
export function toggle(
  nodes: readonly TreeModel[],
  checked: ReadonlySet<string>,
  key: string,
  on: boolean,
): Set<string> {
  const next = new Set(checked)
  const path = pathTo(nodes, key)
  const node = path.at(-1)
  if (!node) return next
  for (const each of [node.key, ...allKeys(node.children ?? [])]) {
    if (on) next.add(each)
    else next.delete(each)
  }
  if (on) for (const above of path) next.add(above.key)
  return next
}

function pathTo(nodes: readonly TreeModel[], key: string): TreeModel[] {
  for (const node of nodes) {
    if (node.key === key) return [node]
    const below = pathTo(node.children ?? [], key)
    if (below.length > 0) return [node, ...below]
  }
  return []
}
