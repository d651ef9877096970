/** A node of a tree whose children are loaded when it is opened. */
export interface LazyNode {
  readonly value: string
  readonly title: string
  readonly isLeaf: boolean
  readonly disabled?: boolean
}

/** What a tree select draws: the nodes loaded so far, each with the one above it. */
export interface FlatNode extends LazyNode {
  readonly id: string
  readonly pId: string
}

/** Stands above the roots in `LoadedLevels`. */
export const aboveRoots = ''

/** The levels loaded so far, by the value of the node above; the roots stand below `aboveRoots`. */
export type LoadedLevels = ReadonlyMap<string, readonly LazyNode[]>

/** The levels with one more; the same level asked for again takes the place of the old one. */
export function withLevel(levels: LoadedLevels, above: string, nodes: readonly LazyNode[]): LoadedLevels {
  return new Map(levels).set(above, nodes)
}

/**
 * The nodes that can be reached from the roots, parents first. One that has turned out to have nothing below it is a
 * leaf; a node that stands in its own branch is drawn once.
 */
export function flatNodes(levels: LoadedLevels): readonly FlatNode[] {
  const flat: FlatNode[] = []
  const seen = new Set<string>()
  const queue: string[] = [aboveRoots]
  for (const above of queue) {
    for (const node of levels.get(above) ?? []) {
      if (seen.has(node.value)) continue
      seen.add(node.value)
      const isLeaf = node.isLeaf || levels.get(node.value)?.length === 0
      flat.push({ ...node, isLeaf, id: node.value, pId: above })
      queue.push(node.value)
    }
  }
  return flat
}

/** Chosen values with their names; those that are gone are said to be. */
export function namedValues(
  values: readonly string[],
  names: ReadonlyMap<string, string | null>,
): readonly { readonly value: string; readonly label: string; readonly isGone: boolean }[] {
  return values.map((value) => {
    const name = names.get(value)
    return { value, label: name === null ? `${value}（已删除）` : (name ?? value), isGone: name === null }
  })
}

/** What 2-data-entry.md §5 says of a `condition` that is no JSON object. */
export const badCondition = '组件JTreeSelect-condition传值有误，需要一个json字符串!'

/** What is wrong with the condition of a tree select: nothing, or the sentence of the specification. */
export function conditionProblem(condition: string): string | null {
  if (condition.trim() === '') return null
  try {
    const given: unknown = JSON.parse(condition)
    return typeof given === 'object' && given !== null && !Array.isArray(given) ? null : badCondition
  } catch (error) {
    if (error instanceof SyntaxError) return badCondition
    throw error
  }
}
