import { isCut, liveSources, minCut, type EnergyEdge, type EnergyGraph } from '@suoan/domain/isolation'

export const energyHeader = ['项', '连接数', '中位 CPU ms', '最慢 CPU ms', '朴素 BFS CPU ms', '倍数', '目标']

/**
 * M2: reach and min-cut on a map of 5,000 lines, beside a plain breadth-first walk over the same lines (the least any
 * answer costs). Processor time, which other programs on the machine do not stretch; a fixed seed, so that two runs speak
 * of the same plant.
 */
export function measureEnergy(isQuick: boolean): string[][] {
  const graph = plantOf(2_000, 5_000)
  const zone = ['n1999']
  const cut = minCut(graph, zone)
  const closed = cut.pointIds
  if (!cut.cut || !isCut(graph, zone, closed) || liveSources(graph, zone, []).length === 0)
    throw new Error('the measured plant is not what was meant: it has no cut, or nothing to cut')
  const rounds = isQuick ? 15 : 60
  const floor = timed(rounds, () => plainWalk(graph))
  const row = (name: string, times: number[]) => {
    const median = middle(times)
    const base = middle(floor)
    return [
      'M2',
      String(graph.edges.length),
      median.toFixed(2),
      Math.max(...times).toFixed(2),
      base.toFixed(2),
      `${(median / base).toFixed(1)}×（${name}）`,
      '≤ 200 ms（两项之和）',
    ]
  }
  return [
    row(
      '可达',
      timed(rounds, () => liveSources(graph, zone, [])),
    ),
    row(
      `最小割 ${closed.length} 点`,
      timed(rounds, () => minCut(graph, zone)),
    ),
    row(
      '可达＋最小割',
      timed(rounds, () => [liveSources(graph, zone, []), minCut(graph, zone)]),
    ),
  ]
}

const middle = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

function timed(rounds: number, work: () => unknown): number[] {
  work()
  return Array.from({ length: rounds }, () => {
    const begun = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000
  })
}

/** Numbers from a seed (mulberry32). */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** 60 sources, junctions that lead on within their neighbourhood, rings, and the zone at the end. */
function plantOf(nodeCount: number, edgeCount: number): EnergyGraph {
  const next = dice(20_261_201)
  const sources = 60
  const nodes = Array.from({ length: nodeCount }, (_unused, n) => ({
    id: `n${n}`,
    code: `N-${n}`,
    type: n < sources ? ('SOURCE' as const) : n === nodeCount - 1 ? ('ZONE' as const) : ('JUNC' as const),
  }))
  const edges = Array.from({ length: edgeCount }, (_unused, n): EnergyEdge => {
    const from = Math.floor(next() * (nodeCount - 1))
    const to = Math.min(nodeCount - 1, from + 1 + Math.floor(next() * 120))
    return {
      id: `e${n}`,
      fromId: `n${from}`,
      toId: `n${to}`,
      directed: next() < 0.3,
      pointId: `p${n}`,
      pointCode: `P-${n}`,
      normalOpen: true,
      weight: 1 + Math.floor(next() * 9),
    }
  })
  return { nodes, edges }
}

function plainWalk({ nodes, edges }: EnergyGraph): number {
  const out = new Map<string, string[]>()
  for (const { fromId, toId } of edges) {
    const list = out.get(fromId)
    if (list) list.push(toId)
    else out.set(fromId, [toId])
  }
  const queue = nodes.filter(({ type }) => type === 'SOURCE').map(({ id }) => id)
  const seen = new Set(queue)
  for (let at = 0; at < queue.length; at++) {
    for (const to of out.get(queue[at] ?? '') ?? []) {
      if (seen.has(to)) continue
      seen.add(to)
      queue.push(to)
    }
  }
  return seen.size
}
