import type { AreaNode } from '@suoan/contract'

/** An area as the tree of a department draws it. */
export interface ShownArea {
  readonly key: string
  readonly title: string
  readonly code: string
  readonly riskLevel: number | null
  readonly locks: number
  readonly children?: ShownArea[]
}

/** The areas whose name or code holds the words, with everything above and below them; all of them without words. */
export function areasToShow(nodes: readonly AreaNode[], words: string): ShownArea[] {
  return nodes.flatMap((node) => {
    const hit =
      words === '' ||
      node.title.includes(words) ||
      node.areaCode.toLowerCase().startsWith(words.toLowerCase())
    const children = areasToShow(node.children ?? [], hit ? '' : words)
    if (!hit && children.length === 0) return []
    return [
      {
        key: node.key,
        title: node.title,
        code: node.areaCode,
        riskLevel: node.riskLevel,
        locks: node.lockTotal,
        ...(children.length === 0 ? {} : { children }),
      },
    ]
  })
}

/** Every branch, so that a search stands open. */
export const branchesOf = (nodes: readonly ShownArea[]): string[] =>
  nodes.flatMap(({ key, children }) => (children === undefined ? [] : [key, ...branchesOf(children)]))

/** The areas that belong to the department through one above them, ticked or not. */
export function coveredBy(nodes: readonly AreaNode[], ticked: ReadonlySet<string>): ReadonlySet<string> {
  const covered = new Set<string>()
  const walk = (below: readonly AreaNode[], isCovered: boolean): void => {
    for (const node of below) {
      if (isCovered) covered.add(node.key)
      walk(node.children ?? [], isCovered || ticked.has(node.key))
    }
  }
  walk(nodes, false)
  return covered
}
