import { placeAt, placementOf, sheetAround } from '@suoan/kit/ground'
import { describe, expect, it } from 'vitest'
import {
  figureOf,
  handlesOf,
  keyStep,
  middlesOf,
  moved,
  rimOf,
  summaryOf,
  throughPlace,
  withCorner,
  without,
  type Fence,
} from './fence.ts'
import { extentOf, inView, middleOf, panned, scaleOf, wholeView, zoomed } from './view.ts'

const origin = { lng: 120, lat: 30 }
const at = (east: number, north: number) => placeAt(origin, { east, north })
const polygon = (...places: (readonly [number, number])[]): Fence => ({
  kind: 'polygon',
  corners: places.map(([east, north]) => at(east, north)),
})
const square = polygon([0, 0], [10, 0], [10, 10], [0, 10])
const noCircle: Fence = { kind: 'circle', center: null, radius: null }

describe('a polygon', () => {
  it('gets a corner at its end, or between two', () => {
    expect(handlesOf(withCorner(square, at(5, 20)))[4]).toEqual(at(5, 20))
    expect(handlesOf(withCorner(square, at(5, -5), 1))[1]).toEqual(at(5, -5))
  })
  it('takes no more than 500', () => {
    const full: Fence = { kind: 'polygon', corners: Array.from({ length: 500 }, () => origin) }
    expect(withCorner(full, at(1, 1))).toBe(full)
    expect(middlesOf(full)).toEqual([])
  })
  it('has a corner moved or taken away', () => {
    expect(handlesOf(moved(square, 2, at(20, 20)))[2]).toEqual(at(20, 20))
    expect(handlesOf(without(square, 0))).toEqual(handlesOf(square).slice(1))
  })
  it('has a middle on each side; two corners have one', () => {
    expect(middlesOf(square).map(({ index }) => index)).toEqual([1, 2, 3, 4])
    expect(middlesOf(polygon([0, 0], [10, 0]))).toHaveLength(1)
    expect(middlesOf(polygon([0, 0]))).toEqual([])
  })
  it('says what it is and what is wrong', () => {
    expect(summaryOf(square)).toEqual({ text: '4 个顶点，约 100 平方米', problem: null })
    expect(summaryOf(polygon([0, 0])).problem).toContain('还差 2 个')
    expect(summaryOf(polygon([0, 0], [10, 10], [10, 0], [0, 10])).problem).toContain('边线相交')
    expect(figureOf(polygon([0, 0], [1, 1]))).toBeNull()
  })
})

describe('a circle', () => {
  it('begins with its centre and 50 m, and its edge goes through a place', () => {
    const circle = withCorner(noCircle, origin)
    expect(circle).toEqual({ kind: 'circle', center: origin, radius: 50 })
    expect(throughPlace(circle, at(30, 40))).toMatchObject({ radius: 50 })
    expect(throughPlace(circle, at(0.1, 0))).toMatchObject({ radius: 1 })
    expect(throughPlace(circle, at(90_000, 0))).toMatchObject({ radius: 50_000 })
    expect(rimOf(circle)).toEqual(at(50, 0))
  })
  it('without its centre it has nothing', () => {
    expect(without({ kind: 'circle', center: origin, radius: 5 }, 0)).toEqual(noCircle)
    expect(figureOf(noCircle)).toBeNull()
    expect(rimOf(noCircle)).toBeNull()
  })
})

it('arrow keys move a handle by a metre, with Shift by ten', () => {
  expect([keyStep('ArrowUp', false), keyStep('ArrowRight', true), keyStep('Tab', false)]).toEqual([
    [0, -1],
    [10, 0],
    null,
  ])
})

describe('the view', () => {
  const sheet = sheetAround(origin, 100, 1.5)
  it('comes nearer around a spot that stays where it is', () => {
    const near = zoomed(wholeView, 4, { x: 0.75, y: 0.5 })
    expect(near.size).toBe(0.25)
    expect(inView(near, { x: 0.75, y: 0.5 })).toEqual({ x: 0.75, y: 0.5 })
    expect(zoomed(near, 0.01, middleOf(near)).size).toBeLessThanOrEqual(4)
    expect(zoomed(near, 1000, middleOf(near)).size).toBe(0.04)
  })
  it('stays on the picture', () => {
    expect(panned({ x: 0, y: 0, size: 0.5 }, { x: -1, y: 0.2 })).toEqual({ x: 0, y: 0.2, size: 0.5 })
    expect(panned(wholeView, { x: 3, y: 3 })).toEqual(wholeView)
  })
  it('has a round scale', () => {
    expect(scaleOf(wholeView, sheet)).toEqual({ metres: 20, part: 20 / 150 })
    const marks = [
      { x: 0, y: 0, ...origin },
      { x: 1, y: 0, ...at(3, 0) },
    ] as const
    const small = placementOf(marks, 1)
    expect(small && scaleOf(wholeView, small).metres).toBe(0.5)
  })
  it('holds all places', () => {
    const extent = extentOf(handlesOf(square), 100)
    expect(extent?.metres).toBe(100)
    expect(extentOf([], 100)).toBeNull()
    expect(extentOf([at(0, 0), at(0, 1000)], 100)?.metres).toBeGreaterThan(1400)
  })
})
