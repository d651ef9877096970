import type { EnergyEdge, EnergyGraph } from './graph.ts'

/** A source that still reaches the work zone, with one shortest way it takes. */
export interface LiveSource {
  sourceId: string
  sourceCode: string
  /** `H-2 → V-103 → P-101`: nodes by their code, devices on the way by their tag. */
  path: string
  edgeIds: readonly string[]
}

interface Step {
  edge: EnergyEdge
  to: string
}

/** Lines energy can take. A normally closed device nobody has locked counts as a way: it can be opened. */
export function conductingEdges(graph: EnergyGraph, safePointIds: Iterable<string>): EnergyEdge[] {
  const safe = new Set(safePointIds)
  return graph.edges.filter((edge) => edge.pointId === null || !safe.has(edge.pointId))
}

function waysFrom(edges: readonly EnergyEdge[]): Map<string, Step[]> {
  const ways = new Map<string, Step[]>()
  const add = (from: string, step: Step) => {
    const list = ways.get(from)
    if (list) list.push(step)
    else ways.set(from, [step])
  }
  for (const edge of edges) {
    add(edge.fromId, { edge, to: edge.toId })
    if (!edge.directed) add(edge.toId, { edge, to: edge.fromId })
  }
  return ways
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
  const targets = new Set(targetIds)
  const sources = graph.nodes.filter((node) => node.type === 'SOURCE')
  const unknown = targetIds.filter((id) => !code.has(id))
  if (unknown.length > 0 || targets.size === 0) {
    return sources.map(({ id, code: name }) => ({
      sourceId: id,
      sourceCode: name,
      path: `${name} → ?`,
      edgeIds: [],
    }))
  }
  const ways = waysFrom(conductingEdges(graph, safePointIds))
  return sources.flatMap((source) => {
    const steps = shortestWay(ways, source.id, targets)
    if (steps === null) return []
    return [
      {
        sourceId: source.id,
        sourceCode: source.code,
        path: pathText(source.code, steps, code),
        edgeIds: steps.map(({ edge }) => edge.id),
      },
    ]
  })
}

function pathText(start: string, steps: readonly Step[], code: ReadonlyMap<string, string>): string {
  const names = steps.flatMap(({ edge, to }) => {
    const node = code.get(to) ?? to
    return edge.pointCode === null ? [node] : [edge.pointCode, node]
  })
  return [start, ...names].join(' → ')
}

/** Breadth first, so the printed way is one a person can follow. */
function shortestWay(
  ways: ReadonlyMap<string, readonly Step[]>,
  from: string,
  targets: ReadonlySet<string>,
): Step[] | null {
  if (targets.has(from)) return []
  const cameBy = new Map<string, { step: Step; before: string }>()
  const queue = [from]
  const seen = new Set(queue)
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at] ?? from
    for (const step of ways.get(node) ?? []) {
      if (seen.has(step.to)) continue
      seen.add(step.to)
      cameBy.set(step.to, { step, before: node })
      if (targets.has(step.to)) return unwind(cameBy, from, step.to)
      queue.push(step.to)
    }
  }
  return null
}

function unwind(
  cameBy: ReadonlyMap<string, { step: Step; before: string }>,
  from: string,
  to: string,
): Step[] {
  const steps: Step[] = []
  for (let node = to; node !== from;) {
    const arrival = cameBy.get(node)
    if (!arrival) break
    steps.unshift(arrival.step)
    node = arrival.before
  }
  return steps
}
