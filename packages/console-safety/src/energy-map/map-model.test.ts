import type { MapNode } from '@suoan/contract'
import { expect, it } from 'vitest'
import { frameOf, placed, placesOf } from './map-layout.ts'
import {
  emptyMap,
  freeCode,
  isDrawingDirty,
  mistakesOf,
  nextMap,
  type DrawnEdge,
  type MapState,
} from './map-model.ts'

const node = (id: string, type: MapNode['type'], change: Partial<MapNode> = {}): MapNode => ({
  id,
  code: id.toUpperCase(),
  type,
  ...change,
})
const line = (id: string, fromId: string, toId: string): DrawnEdge => ({
  id,
  fromId,
  toId,
  directed: true,
  normalOpen: true,
  weight: 1,
  pointId: null,
  pointCode: null,
  pointName: null,
})
const loaded = (): MapState =>
  nextMap(emptyMap, {
    do: 'load',
    version: 'v1',
    drawing: {
      nodes: [node('s', 'SOURCE'), node('j', 'JUNC'), node('z', 'ZONE')],
      edges: [line('1', 's', 'j'), line('2', 'j', 'z')],
    },
  })

it('M2 every step can be taken back and done again, and a save keeps the steps', () => {
  const start = loaded()
  const moved = nextMap(start, { do: 'editNode', id: 'z', change: { x: 10, y: 20 } })
  const gone = nextMap(moved, { do: 'remove', id: 'j' })
  expect(gone.now.edges).toEqual([])
  expect(isDrawingDirty(gone)).toBe(true)
  const back = nextMap(nextMap(gone, { do: 'undo' }), { do: 'undo' })
  expect(back.now).toEqual(start.now)
  expect(isDrawingDirty(back)).toBe(false)
  expect(nextMap(nextMap(back, { do: 'redo' }), { do: 'redo' }).now).toEqual(gone.now)
  const saved = nextMap(gone, { do: 'saved', version: 'v2' })
  expect([isDrawingDirty(saved), saved.version]).toEqual([false, 'v2'])
  expect(nextMap(saved, { do: 'undo' }).now).toEqual(moved.now)
  expect(nextMap(nextMap(back, { do: 'undo' }), { do: 'undo' }).now).toEqual(start.now)
})

it('M2 a removed node takes its lines with it, so that nothing dangles', () => {
  expect(mistakesOf(nextMap(loaded(), { do: 'remove', id: 'z' }).now)).toEqual([])
  const twice = nextMap(loaded(), { do: 'addNode', node: node('x', 'JUNC', { code: 'S' }) })
  expect(mistakesOf(twice.now).map(({ text }) => text)).toEqual(['节点编号 S 重复'])
  expect(freeCode({ nodes: [node('a', 'JUNC', { code: 'J-1' })], edges: [] }, 'JUNC')).toBe('J-2')
})

it('M2 nodes nobody has placed stand in columns by their distance from the sources, without hiding each other', () => {
  const places = placesOf(loaded().now)
  expect([...places.values()].map(({ x }) => x)).toEqual([0, 220, 440])
  const many = placesOf({
    nodes: Array.from({ length: 30 }, (_unused, n) => node(`s${n}`, 'SOURCE')),
    edges: [],
  })
  expect(new Set([...many.values()].map(({ x, y }) => `${x},${y}`)).size).toBe(30)
  expect(placesOf({ nodes: [node('p', 'JUNC', { x: -5, y: 7 })], edges: [] }).get('p')).toEqual({
    x: -5,
    y: 7,
  })
  expect(frameOf([]).width).toBeGreaterThan(0)
})

it('M2 moving one node leaves the others where they are shown', () => {
  const drawing = placed(loaded().now)
  const state = nextMap(emptyMap, { do: 'load', drawing, version: 'v1' })
  const before = placesOf(drawing)
  const after = placesOf(nextMap(state, { do: 'editNode', id: 's', change: { x: 50, y: -90 } }).now)
  expect([after.get('j'), after.get('z')]).toEqual([before.get('j'), before.get('z')])
})
