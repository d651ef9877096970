import { expect, it } from 'vitest'
import { drawingAround, nodesOf } from './drawing-around.ts'
import { lanesOf } from './map-layout.ts'
import type { Drawing } from './map-model.ts'

const node = (id: string, equipId: string | null = null) => ({
  id,
  code: id,
  type: 'EQUIP' as const,
  equipId,
})
const edge = (fromId: string, toId: string) => ({
  id: `${fromId}${toId}`,
  fromId,
  toId,
  directed: true,
  pointId: null,
  normalOpen: true,
  weight: 1,
  pointCode: null,
  pointName: null,
})
const drawing: Drawing = {
  nodes: [node('S'), node('P', 'pump'), node('Z'), node('T', 'tank'), node('U')],
  edges: [edge('S', 'P'), edge('P', 'Z'), edge('S', 'T'), edge('T', 'U')],
}

it('keeps all that can feed the chosen plant and what it leads to, and leaves what else hangs on the same source', () => {
  const around = drawingAround(drawing, nodesOf(drawing, ['pump']))
  expect(around.nodes.map(({ id }) => id)).toEqual(['S', 'P', 'Z'])
  expect(around.edges.map(({ id }) => id)).toEqual(['SP', 'PZ'])
})

it('is empty where the plant is not drawn', () => {
  expect(drawingAround(drawing, nodesOf(drawing, ['boiler']))).toEqual({ nodes: [], edges: [] })
})

it('goes back over a line that leads both ways, and stays whole where everything belongs to it', () => {
  const both = { ...drawing, edges: drawing.edges.map((each) => ({ ...each, directed: false })) }
  expect(drawingAround(both, ['P'])).toBe(both)
})

it('lines between the same nodes have a lane each, on different sides also where they lead towards each other', () => {
  const lines = [edge('S', 'P'), { ...edge('S', 'P'), id: 'second' }, edge('P', 'S'), edge('S', 'T')]
  const lanes = lanesOf({ edges: lines })
  // Seen from S, what leads back lies on the other side of its own direction.
  expect([lanes.get('SP'), lanes.get('second'), lanes.get('PS'), lanes.get('ST')]).toEqual([1, -0, 1, 0])
})
