import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  areaOf,
  gapBetween,
  isTangled,
  offsetOf,
  placeAt,
  placementOf,
  sheetAround,
  type Figure,
  type Place,
} from './index.ts'

const middle: Place = { lng: 121.5, lat: 31.2 }
const at = (east: number, north: number): Place => placeAt(middle, { east, north })
const square = (east: number, north: number, size: number): Figure => ({
  kind: 'polygon',
  corners: [at(east, north), at(east + size, north), at(east + size, north + size), at(east, north + size)],
})

it('a place comes back from its distance, to the centimetre', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -3000, max: 3000, noNaN: true }),
      fc.double({ min: -3000, max: 3000, noNaN: true }),
      (east, north) => {
        const back = offsetOf(middle, at(east, north))
        expect(Math.hypot(back.east - east, back.north - north)).toBeLessThan(0.02)
      },
    ),
  )
})

describe('a picture on the ground', () => {
  it('with north above: right is east, up is north', () => {
    const placement = placementOf(
      [
        { x: 0, y: 1, ...middle },
        { x: 1, y: 0, ...at(200, 100) },
      ],
      2,
    )
    expect(placement?.metres).toBeCloseTo(100, 1)
    const place = offsetOf(middle, placement?.toPlace({ x: 0.5, y: 1 }) ?? middle)
    expect(place.east).toBeCloseTo(100, 1)
    expect(place.north).toBeCloseTo(0, 1)
  })
  it('turned by a quarter: right is north', () => {
    const placement = placementOf(
      [
        { x: 0, y: 0.5, ...middle },
        { x: 1, y: 0.5, ...at(0, 300) },
      ],
      1.5,
    )
    const place = offsetOf(middle, placement?.toPlace({ x: 0, y: 1 }) ?? middle)
    expect(placement?.metres).toBeCloseTo(200, 1)
    expect(place.east).toBeCloseTo(100, 1)
    expect(place.north).toBeCloseTo(0, 1)
  })
  it('a spot comes back from its place, however the picture is turned', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true })
    const metre = fc.integer({ min: 5, max: 2000 })
    fc.assert(
      fc.property(
        part,
        part,
        metre,
        metre,
        fc.double({ min: 0.3, max: 3, noNaN: true }),
        (x, y, east, north, aspect) => {
          const placement = placementOf(
            [
              { x: 0.1, y: 0.2, ...middle },
              { x: 0.8, y: 0.6, ...at(east, -north) },
            ],
            aspect,
          )
          const back = placement?.toSpot(placement.toPlace({ x, y }))
          // A centimetre on the ground is all that a stored place keeps.
          const bound = 0.03 / (placement?.metres ?? 1) + 1e-9
          expect(Math.abs((back?.y ?? NaN) - y)).toBeLessThan(bound)
          expect(Math.abs((back?.x ?? NaN) - x)).toBeLessThan(bound / aspect)
        },
      ),
    )
  })
  it.each([
    [
      'at one spot',
      [
        { x: 0.5, y: 0.5, ...middle },
        { x: 0.5, y: 0.5, ...at(9, 9) },
      ],
    ],
    [
      'at one place',
      [
        { x: 0, y: 0, ...middle },
        { x: 1, y: 1, ...middle },
      ],
    ],
    [
      'without a number',
      [
        { x: 0, y: 0, ...middle },
        { x: 1, y: 1, lng: NaN, lat: 31 },
      ],
    ],
  ] as const)('two marks %s say nothing', (_, [one, other]) =>
    expect(placementOf([one, other], 1)).toBeNull(),
  )
  it('a sheet has north above and its centre in the middle', () => {
    const sheet = sheetAround(middle, 100, 2)
    expect(sheet.toSpot(middle)).toEqual({ x: 0.5, y: 0.5 })
    expect(sheet.toSpot(at(100, 50)).x).toBeCloseTo(1, 4)
    expect(sheet.toSpot(at(100, 50)).y).toBeCloseTo(0, 4)
    expect(offsetOf(middle, sheet.toPlace({ x: 0, y: 1 })).east).toBeCloseTo(-100, 1)
  })
})

describe('figures', () => {
  it('cover square metres', () => {
    expect(areaOf(square(0, 0, 100))).toBeCloseTo(10_000, -1)
    expect(areaOf({ kind: 'circle', center: middle, radius: 10 })).toBeCloseTo(314.16, 1)
    expect(areaOf({ kind: 'polygon', corners: [] })).toBe(0)
  })
  it('are tangled where a side crosses another', () => {
    const [a, b, c, d] = [at(0, 0), at(10, 0), at(10, 10), at(0, 10)]
    expect(isTangled([a, b, c, d])).toBe(false)
    expect(isTangled([a, c, b, d])).toBe(true)
    expect(isTangled([])).toBe(false)
  })
  it.each([
    ['side by side', square(0, 0, 10), square(30, 0, 10), 20],
    ['one in the other', square(0, 0, 100), square(10, 10, 10), 0],
    ['crossing', square(0, 0, 10), square(5, 5, 10), 0],
    ['a circle beside a square', { kind: 'circle', center: at(-30, 5), radius: 10 }, square(0, 0, 10), 20],
    ['a circle in a square', { kind: 'circle', center: at(50, 50), radius: 1 }, square(0, 0, 100), 0],
    [
      'two circles',
      { kind: 'circle', center: middle, radius: 5 },
      { kind: 'circle', center: at(0, 50), radius: 15 },
      30,
    ],
  ] satisfies [string, Figure, Figure, number][])('lie apart: %s', (_, one, other, metres) => {
    expect(gapBetween(one, other)).toBeCloseTo(metres, 0)
    expect(gapBetween(other, one)).toBeCloseTo(metres, 0)
  })
  it('a polygon without corners is nowhere near', () =>
    expect(gapBetween({ kind: 'polygon', corners: [] }, square(0, 0, 1))).toBe(Infinity))
})
