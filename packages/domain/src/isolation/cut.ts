import type { EnergyEdge, EnergyGraph } from './graph.ts'

/** A source that still reaches the work zone, with one shortest way it takes. */
export interface LiveSource {
  sourceId: string
  sourceCode: string
  /** `H-2 → V-103 → P-101`: nodes by their code, devices on the way by their tag. */
  path: string
  edgeIds: readonly string[]
}

/** From a node one line nearer to the work. */
interface Step {
  edge: EnergyEdge
  to: string
}

/** Lines energy can take. A normally closed device nobody has locked counts as a way: it can be opened. */
export function conductingEdges(graph: EnergyGraph, safePointIds: Iterable<string>): EnergyEdge[] {
  const safe = new Set(safePointIds)
  return graph.edges.filter((edge) => edge.pointId === null || !safe.has(edge.pointId))
}

/**
 * For every node that reaches a target, its next step on a shortest way there: one walk backwards from the targets, so
 * that the price is that of one walk however many sources there are.
 */
function stepsTowards(edges: readonly EnergyEdge[], targets: ReadonlySet<string>): Map<string, Step | null> {
  const into = new Map<string, Step[]>()
  const add = (to: string, from: string, edge: EnergyEdge) => {
    const list = into.get(to)
    if (list) list.push({ edge, to: from })
    else into.set(to, [{ edge, to: from }])
  }
  for (const edge of edges) {
    add(edge.toId, edge.fromId, edge)
    if (!edge.directed) add(edge.fromId, edge.toId, edge)
  }
  const steps = new Map<string, Step | null>([...targets].map((id) => [id, null]))
  const queue = [...targets]
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at] ?? ''
    for (const { edge, to: before } of into.get(node) ?? []) {
      if (steps.has(before)) continue
      steps.set(before, { edge, to: node })
      queue.push(before)
    }
  }
  return steps
}

/**
 * Sources that reach any of the target nodes (a ZONE, or the EQUIP worked on) with the given points locked safe (G05).
 * Empty = the plan is a cut. A target that is unknown to the graph is treated as reached by every source.
 */
export function liveSources(
  graph: EnergyGraph,
  targetIds: readonly string[],
  safePointIds: Iterable<string>,
): LiveSource[] {
  const code = new Map(graph.nodes.map((node) => [node.id, node.code]))
  const sources = graph.nodes.filter((node) => node.type === 'SOURCE')
  if (targetIds.length === 0 || targetIds.some((id) => !code.has(id))) {
    return sources.map(({ id, code: name }) => ({
      sourceId: id,
      sourceCode: name,
      path: `${name} → ?`,
      edgeIds: [],
    }))
  }
  const steps = stepsTowards(conductingEdges(graph, safePointIds), new Set(targetIds))
  return sources.flatMap((source) => {
    if (!steps.has(source.id)) return []
    const way = wayFrom(source.id, steps)
    return [
      {
        sourceId: source.id,
        sourceCode: source.code,
        path: pathText(source.code, way, code),
        edgeIds: way.map(({ edge }) => edge.id),
      },
    ]
  })
}

/** Does no source reach the targets (G05)? As `liveSources`, without the ways. */
export function isCut(
  graph: EnergyGraph,
  targetIds: readonly string[],
  safePointIds: Iterable<string>,
): boolean {
  return liveSources(graph, targetIds, safePointIds).length === 0
}

/** What energy reaches with the given points locked safe: nodes any source gets to, and lines it passes. */
export function energised(
  graph: EnergyGraph,
  safePointIds: Iterable<string>,
): { nodeIds: ReadonlySet<string>; edgeIds: ReadonlySet<string> } {
  const sources = graph.nodes.filter((node) => node.type === 'SOURCE').map(({ id }) => id)
  const edges = conductingEdges(graph, safePointIds)
  const reversed = edges.map((edge) => ({ ...edge, fromId: edge.toId, toId: edge.fromId }))
  const reached = stepsTowards(reversed, new Set(sources))
  const passed = edges.filter(
    (edge) => reached.has(edge.fromId) || (!edge.directed && reached.has(edge.toId)),
  )
  return { nodeIds: new Set(reached.keys()), edgeIds: new Set(passed.map(({ id }) => id)) }
}

function pathText(start: string, steps: readonly Step[], code: ReadonlyMap<string, string>): string {
  const names = steps.flatMap(({ edge, to }) => {
    const node = code.get(to) ?? to
    return edge.pointCode === null ? [node] : [edge.pointCode, node]
  })
  return [start, ...names].join(' → ')
}

function wayFrom(from: string, steps: ReadonlyMap<string, Step | null>): Step[] {
  const way: Step[] = []
  for (let step = steps.get(from) ?? null; step !== null; step = steps.get(step.to) ?? null) way.push(step)
  return way
}
