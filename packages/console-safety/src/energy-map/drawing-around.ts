import type { Drawing } from './map-model.ts'

/** The part of a map around these nodes: all from which energy can come to them, and what they lead to at once. */
export function drawingAround(drawing: Drawing, nodeIds: readonly string[]): Drawing {
  const reached = new Set(nodeIds.filter((id) => drawing.nodes.some((node) => node.id === id)))
  const fed = drawing.edges.flatMap(({ fromId, toId, directed }) =>
    reached.has(fromId) ? [toId] : !directed && reached.has(toId) ? [fromId] : [],
  )
  for (;;) {
    const before = reached.size
    for (const { fromId, toId, directed } of drawing.edges) {
      if (reached.has(toId)) reached.add(fromId)
      if (!directed && reached.has(fromId)) reached.add(toId)
    }
    if (reached.size === before) break
  }
  for (const id of fed) reached.add(id)
  if (reached.size === drawing.nodes.length) return drawing
  return {
    // A part is laid out anew: where its nodes stand on the sheet of the whole plant is far apart.
    nodes: drawing.nodes.filter(({ id }) => reached.has(id)).map((node) => ({ ...node, x: null, y: null })),
    edges: drawing.edges.filter(({ fromId, toId }) => reached.has(fromId) && reached.has(toId)),
  }
}

/** The nodes that stand for these plants. */
export const nodesOf = (drawing: Drawing, equipIds: readonly string[]): string[] =>
  drawing.nodes.filter(({ equipId }) => equipId && equipIds.includes(equipId)).map(({ id }) => id)

/** A map with more nodes is not read as a whole: it is looked at around one plant. */
export const mostReadable = 30
