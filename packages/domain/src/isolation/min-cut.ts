import { conductingEdges } from './cut.ts'
import type { EnergyEdge, EnergyGraph } from './graph.ts'

/** The cheapest set of points that separates every source from the targets. */
export interface MinCut {
  /** False when a way exists that no point can cut. */
  cut: boolean
  pointIds: readonly string[]
  pointCodes: readonly string[]
  weight: number
}

interface Arc {
  to: number
  /** What it could carry at first; 0 = against a one-way line. */
  original: number
  /** What it can still carry. */
  capacity: number
  back: Arc | null
  edge: EnergyEdge | null
}

const uncuttable = Number.POSITIVE_INFINITY

/**
 * Cheapest cut between all SOURCE nodes and the targets: augmenting shortest ways until none is left (Edmonds–Karp),
 * then the lines between the reached and the unreached side. Lines without a point have infinite cost. A point on
 * several lines is counted once per line when choosing and listed once.
 */
export function minCut(graph: EnergyGraph, targetIds: readonly string[]): MinCut {
  return cheapestCut(graph, graph.edges, targetIds)
}

/** Points to add to a plan that locks `safePointIds` so that it becomes a cut (SC03). */
export function suggestPoints(
  graph: EnergyGraph,
  targetIds: readonly string[],
  safePointIds: Iterable<string>,
): MinCut {
  return cheapestCut(graph, conductingEdges(graph, safePointIds), targetIds)
}

function cheapestCut(graph: EnergyGraph, edges: readonly EnergyEdge[], targetIds: readonly string[]): MinCut {
  const number = new Map(graph.nodes.map((node, index) => [node.id, index + 2]))
  const [source, sink] = [0, 1]
  const arcs: Arc[][] = Array.from({ length: graph.nodes.length + 2 }, () => [])
  for (const node of graph.nodes) {
    if (node.type === 'SOURCE') connect(arcs, source, number.get(node.id) ?? source, uncuttable, 0, null)
  }
  for (const target of new Set(targetIds))
    connect(arcs, number.get(target) ?? source, sink, uncuttable, 0, null)
  for (const edge of edges) {
    const [from, to] = [number.get(edge.fromId), number.get(edge.toId)]
    if (from === undefined || to === undefined) continue
    const cost = edge.pointId === null ? uncuttable : Math.max(1, edge.weight)
    connect(arcs, from, to, cost, edge.directed ? 0 : cost, edge)
  }
  if (!pushAll(arcs, source, sink)) return { cut: false, pointIds: [], pointCodes: [], weight: uncuttable }
  return describe(arcs, source)
}

function connect(
  arcs: Arc[][],
  from: number,
  to: number,
  there: number,
  back: number,
  edge: EnergyEdge | null,
): void {
  const forward: Arc = { to, original: there, capacity: there, back: null, edge }
  const reverse: Arc = { to: from, original: back, capacity: back, back: forward, edge }
  forward.back = reverse
  arcs[from]?.push(forward)
  arcs[to]?.push(reverse)
}

/** False when some way has no cuttable line at all. */
function pushAll(arcs: readonly Arc[][], source: number, sink: number): boolean {
  for (;;) {
    const way = wayWithRoom(arcs, source, sink)
    if (way === null) return true
    const room = Math.min(...way.map((arc) => arc.capacity))
    if (room === uncuttable) return false
    for (const arc of way) {
      arc.capacity -= room
      if (arc.back) arc.back.capacity += room
    }
  }
}

function reachedFrom(arcs: readonly Arc[][], source: number): Map<number, Arc | null> {
  const reached = new Map<number, Arc | null>([[source, null]])
  const queue = [source]
  for (let at = 0; at < queue.length; at++) {
    for (const arc of arcs[queue[at] ?? source] ?? []) {
      if (arc.capacity <= 0 || reached.has(arc.to)) continue
      reached.set(arc.to, arc)
      queue.push(arc.to)
    }
  }
  return reached
}

function wayWithRoom(arcs: readonly Arc[][], source: number, sink: number): Arc[] | null {
  const reached = reachedFrom(arcs, source)
  if (!reached.has(sink)) return null
  const way: Arc[] = []
  for (let arc = reached.get(sink) ?? null; arc !== null; arc = reached.get(arc.back?.to ?? source) ?? null) {
    way.unshift(arc)
  }
  return way
}

function describe(arcs: readonly Arc[][], source: number): MinCut {
  const reached = reachedFrom(arcs, source)
  const chosen = new Map<string, EnergyEdge>()
  for (const from of reached.keys()) {
    for (const arc of arcs[from] ?? []) {
      if (!reached.has(arc.to) && arc.original > 0 && arc.edge?.pointId)
        chosen.set(arc.edge.pointId, arc.edge)
    }
  }
  const edges = [...chosen.values()].toSorted((a, b) => (a.pointCode ?? '').localeCompare(b.pointCode ?? ''))
  return {
    cut: true,
    pointIds: edges.map((edge) => edge.pointId ?? ''),
    pointCodes: edges.map((edge) => edge.pointCode ?? edge.pointId ?? ''),
    weight: edges.reduce((sum, edge) => sum + Math.max(1, edge.weight), 0),
  }
}
