import { expect, it } from 'vitest'
import { drawingAround } from './drawing-around.ts'
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
  edges: [edge('S', 'P'), edge('P', 'Z'), edge('T', 'U')],
}

it('keeps what hangs together with the chosen plant, upstream and downstream, and leaves the rest', () => {
  const around = drawingAround(drawing, ['pump'])
  expect(around.nodes.map(({ id }) => id)).toEqual(['S', 'P', 'Z'])
  expect(around.edges.map(({ id }) => id)).toEqual(['SP', 'PZ'])
})

it('is empty where the plant is not drawn', () => {
  expect(drawingAround(drawing, ['boiler'])).toEqual({ nodes: [], edges: [] })
})
