/** The parent's id of an id; null or undefined at a root and for ids nobody knows. */
export type ParentOf = (id: string) => string | null | undefined

/** The ids above `id`, nearest first. A circle in the data ends the walk instead of the program. */
export function ancestorsOf(id: string, parentOf: ParentOf): string[] {
  const above = new Set<string>()
  for (let next = parentOf(id); next && next !== id && !above.has(next); next = parentOf(next))
    above.add(next)
  return [...above]
}

/** Whether a row with this id may not get this parent, because it is the row itself or stands below it. */
export function wouldMakeCycle(
  id: string,
  newParent: string | null | undefined,
  parentOf: ParentOf,
): boolean {
  if (!newParent) return false
  return newParent === id || ancestorsOf(newParent, parentOf).includes(id)
}

/** The ids below any of `ids`, without these themselves, each once. */
export function descendantsOf(
  ids: Iterable<string>,
  links: Iterable<{ id: string; parent: string | null }>,
): string[] {
  const childrenOf = new Map<string, string[]>()
  for (const { id, parent } of links) {
    if (parent === null) continue
    const children = childrenOf.get(parent)
    if (children) children.push(id)
    else childrenOf.set(parent, [id])
  }
  const start = new Set(ids)
  const below = new Set<string>()
  const waiting = [...start]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of childrenOf.get(next) ?? []) {
      if (start.has(child) || below.has(child)) continue
      below.add(child)
      waiting.push(child)
    }
  }
  return [...below]
}
