import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, hold, pumpGraph } from '../testing/plant.ts'
import { findConflicts, overlap } from './conflicts.ts'
import type { PlannedWork } from './planned-work.ts'
import { liveSources } from './cut.ts'
import type { EnergyEdge, EnergyGraph } from './graph.ts'
import { standardHazardPairs, type HazardPair } from './hazard-pairs.ts'
import { isHoldIn, releaseOf } from './holds.ts'
import { minCut, suggestPoints } from './min-cut.ts'

const zone = ['P-101']

test('SC03 G05: without PT3 the bypass H-2 still reaches P-101, and PT3 is suggested', () => {
  const live = liveSources(pumpGraph, zone, ['PT1', 'PT2'])
  expect(live.map((source) => source.path)).toEqual(['H-2 → V-103 → P-101'])
  expect(suggestPoints(pumpGraph, zone, ['PT1', 'PT2']).pointIds).toEqual(['PT3'])
  expect(liveSources(pumpGraph, zone, ['PT1', 'PT2', 'PT3'])).toEqual([])
})

test('SC03 G05: the minimal cut of P-101 is PT1, PT2, PT3', () => {
  const cut = minCut(pumpGraph, zone)
  expect([cut.cut, new Set(cut.pointIds), cut.weight]).toEqual([true, new Set(['PT1', 'PT2', 'PT3']), 3])
})

function line(id: string, fromId: string, toId: string, change: Partial<EnergyEdge> = {}): EnergyEdge {
  return {
    id,
    fromId,
    toId,
    directed: false,
    pointId: id,
    pointCode: id,
    normalOpen: true,
    weight: 1,
    ...change,
  }
}

const nodes = [
  { id: 'S', code: 'S', type: 'SOURCE' },
  { id: 'J', code: 'J', type: 'JUNC' },
  { id: 'Z', code: 'Z', type: 'ZONE' },
] as const

test('G05 energy does not pass a check valve backwards, and does pass an undirected line', () => {
  const against = { nodes, edges: [line('a', 'S', 'J'), line('b', 'Z', 'J', { directed: true })] }
  expect(liveSources(against, ['Z'], [])).toEqual([])
  const along = { nodes, edges: [line('a', 'S', 'J'), line('b', 'Z', 'J')] }
  expect(liveSources(along, ['Z'], [])).toHaveLength(1)
})

test('G05 a normally closed device that nobody locked still counts as a way', () => {
  const graph = { nodes, edges: [line('a', 'S', 'Z', { normalOpen: false })] }
  expect(liveSources(graph, ['Z'], [])).toHaveLength(1)
})

test('G05 a way without any point cannot be cut, and says so', () => {
  const graph = { nodes, edges: [line('a', 'S', 'Z', { pointId: null, pointCode: null })] }
  expect(suggestPoints(graph, ['Z'], []).cut).toBe(false)
  expect(liveSources(graph, ['Z'], ['a'])).toHaveLength(1)
})

test('G05 the cheapest of several cuts is chosen, also on the feedback of an undirected ring', () => {
  const edges = [
    line('a', 'S', 'J', { weight: 5 }),
    line('b', 'J', 'Z', { weight: 2 }),
    line('c', 'S', 'Z', { weight: 1 }),
  ]
  expect(minCut({ nodes, edges }, ['Z'])).toMatchObject({ cut: true, pointIds: ['b', 'c'], weight: 3 })
})

test('G05 a zone the graph does not know is treated as reached', () => {
  expect(liveSources(pumpGraph, ['NOWHERE'], ['PT1', 'PT2', 'PT3'])).toHaveLength(3)
  expect(liveSources(pumpGraph, [], ['PT1', 'PT2', 'PT3'])).toHaveLength(3)
})

const anyGraph: fc.Arbitrary<EnergyGraph> = fc
  .array(
    fc.record({
      from: fc.integer({ min: 0, max: 6 }),
      to: fc.integer({ min: 0, max: 6 }),
      directed: fc.boolean(),
      weight: fc.integer({ min: 1, max: 9 }),
      cuttable: fc.integer({ min: 0, max: 9 }),
    }),
    { maxLength: 14 },
  )
  .map((rows) => ({
    nodes: Array.from({ length: 7 }, (_unused, index) => ({
      id: `n${index}`,
      code: `n${index}`,
      type: index < 2 ? 'SOURCE' : index === 6 ? 'ZONE' : 'JUNC',
    })),
    edges: rows.map((row, index) =>
      line(`e${index}`, `n${row.from}`, `n${row.to}`, {
        directed: row.directed,
        weight: row.weight,
        pointId: row.cuttable > 0 ? `e${index}` : null,
      }),
    ),
  }))

test('G05 locking the suggested points always isolates, and no suggested point is superfluous', () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const cut = minCut(graph, ['n6'])
      if (!cut.cut) {
        expect(
          liveSources(
            graph,
            ['n6'],
            graph.edges.map((edge) => edge.id),
          ).length,
        ).toBeGreaterThan(0)
        return
      }
      expect(liveSources(graph, ['n6'], cut.pointIds)).toEqual([])
      for (const left of cut.pointIds) {
        expect(
          liveSources(
            graph,
            ['n6'],
            cut.pointIds.filter((id) => id !== left),
          ).length,
        ).toBeGreaterThan(0)
      }
    }),
    { numRuns: 500 },
  )
})

test('G05 the minimal cut is never dearer than any other cut', () => {
  fc.assert(
    fc.property(anyGraph, fc.array(fc.integer({ min: 0, max: 13 })), (graph, picks) => {
      const locked = picks.map((index) => `e${index}`)
      if (liveSources(graph, ['n6'], locked).length > 0) return
      const price = graph.edges
        .filter((edge) => locked.includes(edge.id))
        .reduce((sum, edge) => sum + edge.weight, 0)
      expect(minCut(graph, ['n6']).weight).toBeLessThanOrEqual(price)
    }),
    { numRuns: 500 },
  )
})

test('G05 locking one point more never opens a way', () => {
  fc.assert(
    fc.property(anyGraph, fc.integer({ min: 0, max: 13 }), (graph, extra) => {
      const some = ['e0', 'e3', 'e5']
      const before = liveSources(graph, ['n6'], some).length
      expect(liveSources(graph, ['n6'], [...some, `e${extra}`]).length).toBeLessThanOrEqual(before)
    }),
  )
})

const interval = fc
  .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 50 }))
  .map(([start, length]) => ({ start, end: start + length }))

test('G06 intervals are half-open: touching ends do not overlap, order does not matter', () => {
  expect(overlap({ start: 0, end: 10 }, { start: 10, end: 20 })).toBeNull()
  fc.assert(
    fc.property(interval, interval, (a, b) => {
      const both = overlap(a, b)
      expect(both).toEqual(overlap(b, a))
      const shared = Array.from({ length: 160 }, (_unused, at_) => at_).filter((moment) =>
        [a, b].every(({ start, end }) => start <= moment && moment < end),
      )
      expect(both === null).toBe(shared.length === 0)
      if (both) expect([both.start, both.end]).toEqual([shared[0], (shared.at(-1) ?? 0) + 1])
    }),
  )
})

function work(change: Partial<PlannedWork>): PlannedWork {
  return {
    workId: 'B',
    workNo: 'B-1',
    kinds: ['01'],
    start: at('11:00'),
    end: at('13:00'),
    points: [],
    equipment: [],
    readOnly: false,
    areaCode: 'A01A02A01',
    adjacentCodes: ['A01A01'],
    hazards: [],
    people: [],
    locks: [],
    zoneIds: [],
    cuts: [],
    lifted: [],
    live: 'no',
    ...change,
  }
}

test('SC07 G06: hot work beside solvent work clashes 11:00–12:00 and passes when moved to 12:00', () => {
  const pair: HazardPair = {
    ruleCode: 'HOT_SOLVENT',
    a: { workType: '01', hazard: null },
    b: { workType: '99', hazard: null },
    severity: 3,
    adjacent: true,
    reason: '动火与溶剂作业',
  }
  const solvent = work({
    workId: 'C',
    workNo: 'C-3',
    kinds: ['99'],
    start: at('10:00'),
    end: at('12:00'),
    areaCode: 'A01A01',
    adjacentCodes: [],
  })
  const found = findConflicts(work({}), [solvent], [pair])
  expect(found).toMatchObject([
    { otherNo: 'C-3', kind: 'ADJ', severity: 3, overlapFrom: at('11:00'), overlapTo: at('12:00') },
  ])
  expect(findConflicts(work({ start: at('12:00'), end: at('14:00') }), [solvent], [pair])).toEqual([])
})

test('G06 kinds: opposite point position, equipment, person and lock block; a shared position does not', () => {
  const mine = work({
    points: [{ pointId: 'PT1', pointCode: 'PT1', position: 'OFF' }],
    equipment: [{ equipId: 'P', equipCode: 'P-101' }],
    people: [{ userId: 'u5', name: '钱工' }],
    locks: [{ lockId: 'LK1', lockCode: 'LK1' }],
  })
  const theirs = {
    ...mine,
    workId: 'D',
    workNo: 'D-1',
    points: [{ pointId: 'PT1', pointCode: 'PT1', position: 'ON' }],
  }
  expect(findConflicts(mine, [theirs], standardHazardPairs).map((each) => each.kind)).toEqual([
    'POINT',
    'EQUIP',
    'PERSON',
    'LOCK',
  ])
  const shared = { ...work({ workId: 'D' }), points: mine.points }
  expect(findConflicts(mine, [shared], [])).toEqual([])
  const looking = { equipment: mine.equipment, readOnly: true }
  expect(findConflicts(work(looking), [work({ ...looking, workId: 'E' })], [])).toEqual([])
  expect(findConflicts(mine, [mine], [])).toEqual([])
})

test('G24 holds: a point is given back only when nobody else and no personal lock rests on it', () => {
  const own = hold('PT1')
  expect(isHoldIn('resting', own)).toBe(true)
  expect(releaseOf([own], 'PT1', 'W1').release).toBe(true)
  expect(releaseOf([own, hold('PT1', { workId: 'W2', workNo: 'B-2' })], 'PT1', 'W1')).toMatchObject({
    release: false,
    otherTickets: ['B-2'],
  })
  expect(
    releaseOf([own, hold('PT1', { holdType: 2, userName: '孙作' })], 'PT1', 'W1').personalOwners,
  ).toEqual(['孙作'])
  expect(isHoldIn('resting', hold('PT1', { holdType: 0, state: 3 }))).toBe(false)
})
