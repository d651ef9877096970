/** A node of a tree to pick from; its key is what is stored. */
export interface TreeChoice {
  readonly key: string
  readonly title: string
  readonly children?: readonly TreeChoice[]
}

/** The nodes whose title holds the keyword, with the nodes above them; everything for an empty keyword. */
export function searchTree(tree: readonly TreeChoice[], keyword: string): readonly TreeChoice[] {
  if (keyword === '') return tree
  return tree.flatMap((node): readonly TreeChoice[] => {
    if (node.title.includes(keyword)) return [node]
    const children = searchTree(node.children ?? [], keyword)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** Every node of the tree, parents before their children. */
export function flattenTree(tree: readonly TreeChoice[]): readonly TreeChoice[] {
  const flat: TreeChoice[] = []
  const add = (node: TreeChoice) => {
    flat.push(node)
    node.children?.forEach(add)
  }
  tree.forEach(add)
  return flat
}

/**
 * The checks after a node was pressed.
 * @param mode `one` keeps a single check, `strict` leaves parents and children alone, `linked` carries a check down to
 * all children and up to a parent whose children are all checked (2-data-entry.md, department tree select)
 */
export function pressNode(
  tree: readonly TreeChoice[],
  checked: readonly string[],
  key: string,
  mode: 'one' | 'strict' | 'linked',
): readonly string[] {
  const on = !checked.includes(key)
  if (mode === 'one') return on ? [key] : []
  if (mode === 'strict') return on ? [...checked, key] : checked.filter((each) => each !== key)
  const next = new Set(checked)
  settle(tree, key, on, next)
  return [...next]
}

/** Checks or unchecks `key` with all below it; says whether it stands in this part of the tree. */
function settle(tree: readonly TreeChoice[], key: string, on: boolean, checked: Set<string>): boolean {
  for (const node of tree) {
    const children = node.children ?? []
    if (node.key === key) {
      for (const each of flattenTree([node])) {
        if (on) checked.add(each.key)
        else checked.delete(each.key)
      }
      return true
    }
    if (!settle(children, key, on, checked)) continue
    // What stands above follows: it is whole only when everything directly below it is.
    if (children.every((child) => checked.has(child.key))) checked.add(node.key)
    else checked.delete(node.key)
    return true
  }
  return false
}

/** Nodes that are not checked themselves but stand above one that is. */
export function halfChecked(tree: readonly TreeChoice[], checked: readonly string[]): readonly string[] {
  const set = new Set(checked)
  const half: string[] = []
  const hasChecked = (node: TreeChoice): boolean => {
    const at = half.length
    const isAbove = (node.children ?? []).map(hasChecked).some(Boolean)
    // Parents stand before what is below them.
    if (isAbove && !set.has(node.key)) half.splice(at, 0, node.key)
    return isAbove || set.has(node.key)
  }
  for (const node of tree) hasChecked(node)
  return half
}

/** Keys of the nodes that have something below them. */
export const branchKeys = (tree: readonly TreeChoice[]): readonly string[] =>
  flattenTree(tree).flatMap(({ key, children = [] }) => (children.length > 0 ? [key] : []))
