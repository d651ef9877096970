import type { Drawing } from './map-model.ts'

/** The part of a map that hangs together with these plants, whichever way its lines run; empty where none of them is drawn. */
export function drawingAround(drawing: Drawing, equipIds: readonly string[]): Drawing {
  const reached = new Set(
    drawing.nodes.filter(({ equipId }) => equipId && equipIds.includes(equipId)).map(({ id }) => id),
  )
  for (;;) {
    const next = drawing.edges.filter(({ fromId, toId }) => reached.has(fromId) !== reached.has(toId))
    if (next.length === 0) break
    for (const { fromId, toId } of next) reached.add(fromId).add(toId)
  }
  return {
    nodes: drawing.nodes.filter(({ id }) => reached.has(id)),
    edges: drawing.edges.filter(({ fromId }) => reached.has(fromId)),
  }
}
