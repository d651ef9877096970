import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { energised, graphMistakes, isCut, liveSources, looseNodes, minCut, suggestPoints } from './index.ts'
import type { EnergyGraph } from './index.ts'

/** Small plants with rings, one-way lines, lines without a point, and points that stand on several lines. */
const plant: fc.Arbitrary<EnergyGraph> = fc
  .array(
    fc.record({
      from: fc.nat(7),
      to: fc.nat(7),
      directed: fc.boolean(),
      point: fc.option(fc.nat(6), { nil: null, freq: 8 }),
      weight: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 18 },
  )
  .map((lines) => ({
    nodes: Array.from({ length: 8 }, (_unused, n) => ({
      id: `n${n}`,
      code: `N${n}`,
      type: n < 2 ? ('SOURCE' as const) : n === 7 ? ('ZONE' as const) : ('JUNC' as const),
    })),
    edges: lines.map(({ from, to, directed, point, weight }, index) => ({
      id: `e${index}`,
      fromId: `n${from}`,
      toId: `n${to}`,
      directed,
      pointId: point === null ? null : `p${point}`,
      pointCode: point === null ? null : `P${point}`,
      normalOpen: true,
      weight,
    })),
  }))
const zone = ['n7']
const runs = { numRuns: 1000 }

/** Reach computed another way: repeat until nothing more is reached. */
function reachedByRepeating(
  { nodes, edges }: EnergyGraph,
  from: string,
  closed: readonly string[],
): Set<string> {
  const reached = new Set([from])
  for (let grew = true; grew;) {
    grew = false
    for (const edge of edges) {
      if (edge.pointId !== null && closed.includes(edge.pointId)) continue
      const steps = [[edge.fromId, edge.toId], ...(edge.directed ? [] : [[edge.toId, edge.fromId]])]
      for (const [a = '', b = ''] of steps) {
        if (!reached.has(a) || reached.has(b)) continue
        reached.add(b)
        grew = true
      }
    }
  }
  expect(reached.size).toBeLessThanOrEqual(nodes.length)
  return reached
}

const closedPoints = fc.subarray(['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6'])

test('M2 a source is live exactly when it reaches the zone, and its printed way leads there over open lines', () => {
  fc.assert(
    fc.property(plant, closedPoints, (graph, closed) => {
      const live = liveSources(graph, zone, closed)
      for (const source of ['n0', 'n1']) {
        const reaches = reachedByRepeating(graph, source, closed).has('n7')
        const found = live.find((each) => each.sourceId === source)
        expect(found !== undefined).toBe(reaches)
        const edges = found?.edgeIds.map((id) => graph.edges.find((edge) => edge.id === id)) ?? []
        for (const edge of edges) expect(closed.includes(edge?.pointId ?? '')).toBe(false)
        const end = edges.reduce(
          (at, edge) => (edge?.fromId === at ? edge.toId : edge && !edge.directed ? edge.fromId : ''),
          source,
        )
        if (found) expect(end).toBe('n7')
      }
    }),
    runs,
  )
})

test('M2 energised is everything some source reaches', () => {
  fc.assert(
    fc.property(plant, closedPoints, (graph, closed) => {
      const { nodeIds, edgeIds } = energised(graph, closed)
      const all = new Set([
        ...reachedByRepeating(graph, 'n0', closed),
        ...reachedByRepeating(graph, 'n1', closed),
      ])
      expect(nodeIds).toEqual(all)
      for (const edge of graph.edges) {
        const isShut = edge.pointId !== null && closed.includes(edge.pointId)
        const carries = all.has(edge.fromId) || (!edge.directed && all.has(edge.toId))
        expect(edgeIds.has(edge.id)).toBe(!isShut && carries)
      }
    }),
    runs,
  )
})

test('M2 removing any point from a minimal cut makes a source reachable', () => {
  fc.assert(
    fc.property(plant, (graph) => {
      const { cut, pointIds } = minCut(graph, zone)
      if (!cut) return
      expect(isCut(graph, zone, pointIds)).toBe(true)
      for (const pointId of pointIds) {
        const rest = pointIds.filter((each) => each !== pointId)
        expect(liveSources(graph, zone, rest).length).toBeGreaterThan(0)
      }
    }),
    runs,
  )
})

test('M2 the suggestion completes any plan, and each point of it is needed beside that plan', () => {
  fc.assert(
    fc.property(plant, closedPoints, (graph, closed) => {
      const { cut, pointIds } = suggestPoints(graph, zone, closed)
      if (!cut) {
        const every = graph.edges.flatMap(({ pointId }) => pointId ?? [])
        expect(isCut(graph, zone, every)).toBe(false)
        return
      }
      expect(isCut(graph, zone, [...closed, ...pointIds])).toBe(true)
      for (const pointId of pointIds) {
        expect(isCut(graph, zone, [...closed, ...pointIds.filter((each) => each !== pointId)])).toBe(false)
      }
    }),
    runs,
  )
})

test('M2 where each line has its own point, no other set of points is cheaper', () => {
  fc.assert(
    fc.property(plant, fc.array(fc.nat(17)), (graph, picks) => {
      const own = {
        ...graph,
        edges: graph.edges.map((edge) => ({ ...edge, pointId: edge.id, pointCode: edge.id })),
      }
      const chosen = own.edges.filter((_edge, index) => picks.includes(index))
      if (
        !isCut(
          own,
          zone,
          chosen.map(({ id }) => id),
        )
      )
        return
      const price = chosen.reduce((sum, { weight }) => sum + weight, 0)
      expect(minCut(own, zone).weight).toBeLessThanOrEqual(price)
    }),
    runs,
  )
})

test('M2 a long plant is walked without running out of stack', () => {
  const length = 20_000
  const graph: EnergyGraph = {
    nodes: Array.from({ length }, (_unused, n) => ({
      id: `n${n}`,
      code: `N${n}`,
      type: n === 0 ? 'SOURCE' : 'JUNC',
    })),
    edges: Array.from({ length: length - 1 }, (_unused, n) => ({
      id: `e${n}`,
      fromId: `n${n}`,
      toId: `n${n + 1}`,
      directed: true,
      pointId: `e${n}`,
      pointCode: `e${n}`,
      normalOpen: true,
      weight: n === 500 ? 1 : 2,
    })),
  }
  expect(minCut(graph, [`n${length - 1}`]).pointIds).toEqual(['e500'])
})

test('a drawn map is saved only without dangling lines and repeated codes; rings are fine', () => {
  const nodes = [
    { id: 'a', code: 'A', type: 'SOURCE' as const },
    { id: 'b', code: 'B', type: 'ZONE' as const },
    { id: 'c', code: 'A', type: 'JUNC' as const },
  ]
  const line = (id: string, fromId: string, toId: string) => ({ id, fromId, toId })
  expect(
    graphMistakes({ nodes, edges: [line('1', 'a', 'x'), line('2', 'b', 'b')] }).map(({ text }) => text),
  ).toEqual(['节点编号 A 重复', '连接 A → ？ 的一端没有节点，请重新连接或删除', '节点 B 不能与自己连接'])
  const two = nodes.slice(0, 2)
  expect(graphMistakes({ nodes: two, edges: [line('1', 'a', 'b'), line('2', 'b', 'a')] })).toEqual([])
  expect(looseNodes({ nodes: two, edges: [] })).toEqual(['A', 'B'])
})
