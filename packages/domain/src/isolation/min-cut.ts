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

const uncuttable = Number.POSITIVE_INFINITY

/**
 * Cheapest cut between all SOURCE nodes and the targets: the maximum flow (Dinic), then the lines between the reached and
 * the unreached side. Lines without a point have infinite cost. A point on several lines is counted once per line when
 * choosing and listed once; whatever the others make superfluous is left out, so every point listed is needed.
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
  const flow = new Flow(graph, edges, targetIds)
  if (!flow.pushAll()) return { cut: false, pointIds: [], pointCodes: [], weight: uncuttable }
  return described(flow)
}

function described(flow: Flow): MinCut {
  const chosen = new Map(flow.crossed().map((edge) => [edge.pointId ?? '', edge]))
  // A point on several lines may make another superfluous. The dearest first: what may go, goes.
  const byPrice = [...chosen.values()].toSorted(
    (a, b) => priceOf(b) - priceOf(a) || codeOf(b).localeCompare(codeOf(a)),
  )
  for (const edge of byPrice) {
    chosen.delete(edge.pointId ?? '')
    if (!flow.isCutBy(chosen)) chosen.set(edge.pointId ?? '', edge)
  }
  const kept = [...chosen.values()].toSorted((a, b) => codeOf(a).localeCompare(codeOf(b)))
  return {
    cut: true,
    pointIds: kept.map((edge) => edge.pointId ?? ''),
    pointCodes: kept.map(codeOf),
    weight: kept.reduce((sum, edge) => sum + priceOf(edge), 0),
  }
}

const priceOf = (edge: EnergyEdge): number => Math.max(1, edge.weight)
const codeOf = (edge: EnergyEdge): string => edge.pointCode ?? edge.pointId ?? ''

/**
 * A flow network in flat arrays: arc `i` and its opposite `i ^ 1`. Objects per arc cost several times as much on the
 * 5,000 lines a plant may have.
 */
class Flow {
  private readonly source = 0
  private readonly sink = 1
  private readonly size: number
  private readonly to: number[] = []
  private readonly capacity: number[] = []
  private readonly original: number[] = []
  private readonly edgeOf: (EnergyEdge | null)[] = []
  private readonly arcs: number[][]
  private readonly level: Int32Array
  private readonly next: Int32Array

  constructor(graph: EnergyGraph, edges: readonly EnergyEdge[], targetIds: readonly string[]) {
    const number = new Map(graph.nodes.map((node, index) => [node.id, index + 2]))
    this.size = graph.nodes.length + 2
    this.arcs = Array.from({ length: this.size }, () => [])
    this.level = new Int32Array(this.size)
    this.next = new Int32Array(this.size)
    for (const node of graph.nodes) {
      if (node.type === 'SOURCE')
        this.connect(this.source, number.get(node.id) ?? this.source, uncuttable, 0, null)
    }
    for (const id of new Set(targetIds))
      this.connect(number.get(id) ?? this.source, this.sink, uncuttable, 0, null)
    for (const edge of edges) {
      const [from, to] = [number.get(edge.fromId), number.get(edge.toId)]
      if (from === undefined || to === undefined) continue
      const price = edge.pointId === null ? uncuttable : priceOf(edge)
      this.connect(from, to, price, edge.directed ? 0 : price, edge)
    }
  }

  private connect(from: number, to: number, there: number, back: number, edge: EnergyEdge | null): void {
    this.arcs[from]?.push(this.to.length)
    this.arcs[to]?.push(this.to.length + 1)
    this.to.push(to, from)
    this.capacity.push(there, back)
    this.original.push(there, back)
    this.edgeOf.push(edge, edge)
  }

  /** False when some way has no cuttable line at all. */
  pushAll(): boolean {
    if (this.uncuttableWay()) return false
    while (this.layer()) {
      this.next.fill(0)
      while (this.pushOnce() > 0) continue
    }
    return true
  }

  private uncuttableWay(): boolean {
    return this.reached((arc) => this.original[arc] === uncuttable)[this.sink] === 1
  }

  private reached(open: (arc: number) => boolean): Uint8Array {
    const seen = new Uint8Array(this.size)
    const queue = [this.source]
    seen[this.source] = 1
    for (let at = 0; at < queue.length; at++) {
      for (const arc of this.arcs[queue[at] ?? 0] ?? []) {
        const node = this.to[arc] ?? 0
        if (seen[node] === 1 || !open(arc)) continue
        seen[node] = 1
        queue.push(node)
      }
    }
    return seen
  }

  /** Numbers nodes by their distance from the source; false when the sink is out of reach. */
  private layer(): boolean {
    this.level.fill(-1)
    this.level[this.source] = 0
    const queue = [this.source]
    for (let at = 0; at < queue.length; at++) {
      const node = queue[at] ?? 0
      for (const arc of this.arcs[node] ?? []) {
        const to = this.to[arc] ?? 0
        if ((this.capacity[arc] ?? 0) <= 0 || this.level[to] !== -1) continue
        this.level[to] = (this.level[node] ?? 0) + 1
        queue.push(to)
      }
    }
    return this.level[this.sink] !== -1
  }

  /** One way through the layers, walked without recursion: a plant may be thousands of lines long. */
  private pushOnce(): number {
    const way: number[] = []
    let node = this.source
    while (node !== this.sink) {
      const arc = this.usable(node)
      if (arc !== null) {
        way.push(arc)
        node = this.to[arc] ?? 0
        continue
      }
      const back = way.pop()
      if (back === undefined) return 0
      node = this.to[back ^ 1] ?? 0
      this.next[node] = (this.next[node] ?? 0) + 1
    }
    const room = way.reduce((least, arc) => Math.min(least, this.capacity[arc] ?? 0), uncuttable)
    for (const arc of way) {
      this.capacity[arc] = (this.capacity[arc] ?? 0) - room
      this.capacity[arc ^ 1] = (this.capacity[arc ^ 1] ?? 0) + room
    }
    return room
  }

  private usable(node: number): number | null {
    const arcs = this.arcs[node] ?? []
    for (; (this.next[node] ?? 0) < arcs.length; this.next[node] = (this.next[node] ?? 0) + 1) {
      const arc = arcs[this.next[node] ?? 0] ?? 0
      const isDown = this.level[this.to[arc] ?? 0] === (this.level[node] ?? 0) + 1
      if (isDown && (this.capacity[arc] ?? 0) > 0) return arc
    }
    return null
  }

  /** Does no source reach the targets with these points closed, whatever has flowed? */
  isCutBy(closed: ReadonlyMap<string, unknown>): boolean {
    const seen = this.reached((arc) => {
      const pointId = this.edgeOf[arc]?.pointId ?? null
      return (this.original[arc] ?? 0) > 0 && (pointId === null || !closed.has(pointId))
    })
    return seen[this.sink] === 0
  }

  /** After `pushAll`: lines from the side that is still reached to the side that is not. */
  crossed(): EnergyEdge[] {
    const seen = this.reached((arc) => (this.capacity[arc] ?? 0) > 0)
    const found: EnergyEdge[] = []
    for (let arc = 0; arc < this.to.length; arc++) {
      const from = this.to[arc ^ 1] ?? 0
      const edge = this.edgeOf[arc] ?? null
      const isOut = seen[from] === 1 && seen[this.to[arc] ?? 0] === 0 && (this.original[arc] ?? 0) > 0
      if (isOut && edge !== null && edge.pointId !== null) found.push(edge)
    }
    return found
  }
}
