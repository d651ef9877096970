import { expect, it } from 'vitest'
import { groupPins } from './group-pins.ts'

const pin = (id: string, x: number, y: number) => ({ id, spot: { x, y } })
const told = (things: Parameters<typeof groupPins>[0], aspect = 1) =>
  groupPins(things, 0.1, aspect).map(({ things: all }) => all.map(({ id }) => id).join())

it('pins that would lie on each other are one, in their middle', () => {
  const all = [pin('a', 0.1, 0.1), pin('b', 0.15, 0.1), pin('c', 0.5, 0.5)]
  expect(told(all)).toEqual(['a,b', 'c'])
  expect(groupPins(all, 0.1, 1)[0]?.spot.x).toBeCloseTo(0.125)
})

it('a picture that is wide is near earlier from top to bottom', () => {
  const above = [pin('a', 0.5, 0.5), pin('b', 0.5, 0.65)]
  expect(told(above)).toEqual(['a', 'b'])
  expect(told(above, 2)).toEqual(['a,b'])
})

it('no things, no pins', () => expect(told([])).toEqual([]))
