import type { EnergyGraph } from './graph.ts'

/**
 * Nodes and edges of `before` that are gone from `after`, or carry energy another way there, and hang together with one of
 * the zones over any edges: what a proof of the cut (G05) may have rested on. What is added asks for more and is free.
 * Ids, nodes first.
 */
export function cutDown(before: EnergyGraph, after: EnergyGraph, zoneIds: readonly string[]): string[] {
  const reached = connected(before, zoneIds)
  const nodes = new Map(after.nodes.map((node) => [node.id, node]))
  const edges = new Map(after.edges.map((edge) => [edge.id, edge]))
  const goneNodes = before.nodes.filter(({ id, type }) => reached.has(id) && nodes.get(id)?.type !== type)
  const goneEdges = before.edges.filter((edge) => {
    if (!reached.has(edge.fromId)) return false
    const kept = edges.get(edge.id)
    return (
      kept === undefined ||
      kept.fromId !== edge.fromId ||
      kept.toId !== edge.toId ||
      kept.pointId !== edge.pointId ||
      (kept.directed && !edge.directed)
    )
  })
  return [...goneNodes, ...goneEdges].map(({ id }) => id)
}

/** Everything that hangs together with these nodes, whatever way its edges carry energy. */
function connected({ edges }: EnergyGraph, from: readonly string[]): ReadonlySet<string> {
  const reached = new Set(from)
  for (let size = -1; size !== reached.size;) {
    size = reached.size
    for (const { fromId, toId } of edges) {
      if (reached.has(fromId)) reached.add(toId)
      if (reached.has(toId)) reached.add(fromId)
    }
  }
  return reached
}
