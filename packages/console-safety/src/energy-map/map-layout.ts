import type { MapNode } from '@suoan/contract'
import type { Drawing } from './map-model.ts'

export interface Place {
  readonly x: number
  readonly y: number
}

export const gap = { x: 220, y: 110 } as const

/**
 * Where each node stands: as stored, or, while nobody has put it anywhere, in columns by its distance from the sources.
 * Whole numbers; the same drawing gives the same places.
 */
export function placesOf({ nodes, edges }: Drawing): ReadonlyMap<string, Place> {
  const column = columnsOf({ nodes, edges })
  const filled = new Map<number, number>()
  const below = Math.max(-gap.y, ...nodes.flatMap(({ y }) => (y === null || y === undefined ? [] : [y])))
  const hasStored = below > -gap.y
  return new Map(
    nodes.map((node) => {
      if (isPlaced(node)) return [node.id, { x: node.x, y: node.y }]
      const at = column.get(node.id) ?? 0
      const row = filled.get(at) ?? 0
      filled.set(at, row + 1)
      const top = hasStored ? below + gap.y : 0
      return [node.id, { x: at * gap.x, y: top + row * gap.y }]
    }),
  )
}

const isPlaced = (node: MapNode): node is MapNode & Place =>
  typeof node.x === 'number' && typeof node.y === 'number'

/** The drawing with every node put where it is shown: moving one then leaves the others where they are. */
export function placed(drawing: Drawing): Drawing {
  const places = placesOf(drawing)
  return { ...drawing, nodes: drawing.nodes.map((node) => ({ ...node, ...places.get(node.id) })) }
}

function columnsOf({ nodes, edges }: Drawing): ReadonlyMap<string, number> {
  const column = new Map(nodes.filter(({ type }) => type === 'SOURCE').map(({ id }) => [id, 0]))
  const queue = [...column.keys()]
  const out = new Map<string, string[]>()
  for (const { fromId, toId, directed } of edges) {
    out.set(fromId, [...(out.get(fromId) ?? []), toId])
    if (!directed) out.set(toId, [...(out.get(toId) ?? []), fromId])
  }
  for (let at = 0; at < queue.length; at++) {
    const id = queue[at] ?? ''
    for (const next of out.get(id) ?? []) {
      if (column.has(next)) continue
      column.set(next, (column.get(id) ?? 0) + 1)
      queue.push(next)
    }
  }
  return column
}

/** The part of the sheet that holds every node, with room for their labels. */
export function frameOf(places: Iterable<Place>): { x: number; y: number; width: number; height: number } {
  const all = [...places]
  if (all.length === 0) return { x: -100, y: -80, width: 600, height: 320 }
  const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))]
  return { x: left - 100, y: top - 70, width: right - left + 200, height: bottom - top + 150 }
}

/** Which of the lines between its two nodes each edge is, counted from their middle: 0 alone, −½ and ½ of two, seen from the first. */
export function lanesOf({ edges }: Pick<Drawing, 'edges'>): ReadonlyMap<string, number> {
  const between = new Map<string, string[]>()
  const pairOf = ({ fromId, toId }: Drawing['edges'][number]) => [fromId, toId].toSorted().join('\n')
  for (const edge of edges) between.set(pairOf(edge), [...(between.get(pairOf(edge)) ?? []), edge.id])
  return new Map(
    edges.map((edge) => {
      const all = between.get(pairOf(edge)) ?? []
      const lane = all.indexOf(edge.id) - (all.length - 1) / 2
      // Two that lead towards each other lie on different sides of both.
      return [edge.id, edge.fromId < edge.toId ? lane : -lane]
    }),
  )
}
