import { expect, it } from 'vitest'
import { spotOnPlan, type PlanArea } from './spot-on-plan.ts'

const areas = new Map<string, PlanArea>([
  ['unit', { pid: '0', spot: null }],
  ['house', { pid: 'unit', spot: { x: 0.2, y: 0.3 } }],
  ['room', { pid: 'house', spot: { x: 0.9, y: 0.9 } }],
  ['tanks', { pid: 'unit', spot: null }],
  ['one', { pid: 'other', spot: { x: 0.1, y: 0.1 } }],
  ['other', { pid: 'one', spot: { x: 0.1, y: 0.1 } }],
])
const own = { x: 0.5, y: 0.6 }

it('a thing of the planned area stands at its own spot, and nowhere without one', () => {
  expect(spotOnPlan('house', { areaId: 'house', spot: own }, areas)).toEqual(own)
  expect(spotOnPlan('house', { areaId: 'house', spot: null }, areas)).toBeNull()
})

it('a thing of an area below stands where its branch is marked', () => {
  expect(spotOnPlan('unit', { areaId: 'house', spot: own }, areas)).toEqual({ x: 0.2, y: 0.3 })
  expect(spotOnPlan('unit', { areaId: 'room', spot: own }, areas)).toEqual({ x: 0.2, y: 0.3 })
  expect(spotOnPlan('house', { areaId: 'room', spot: null }, areas)).toEqual({ x: 0.9, y: 0.9 })
  expect(spotOnPlan('unit', { areaId: 'tanks', spot: own }, areas)).toBeNull()
})

it('a thing outside stands nowhere, also where the tree is broken', () => {
  expect(spotOnPlan('house', { areaId: 'tanks', spot: own }, areas)).toBeNull()
  expect(spotOnPlan('house', { areaId: 'gone', spot: own }, areas)).toBeNull()
  expect(spotOnPlan('house', { areaId: 'one', spot: own }, areas)).toBeNull()
})
