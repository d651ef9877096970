import { expect, test } from 'vitest'
import { fenceOf, insideFence, metresBetween } from './fence.ts'

const middle = { lng: 121.5, lat: 31.2 }

test('G08 a circle holds what lies within its metres', () => {
  const fence = fenceOf('circle', { center: [121.5, 31.2], radius: 100 })
  if (!fence) throw new Error('no fence')
  // 0.001° of latitude are 111 m.
  expect(Math.round(metresBetween(middle, { lng: 121.5, lat: 31.201 }))).toBe(111)
  expect(insideFence(fence, middle)).toBe(true)
  expect(insideFence(fence, { lng: 121.5, lat: 31.2008 })).toBe(true)
  expect(insideFence(fence, { lng: 121.5, lat: 31.201 })).toBe(false)
})

test('G08 a polygon holds its inside and not the notch of an L', () => {
  const ring = [
    [0, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [1, 2],
    [0, 2],
  ]
  for (const geo of [{ points: ring }, { type: 'Polygon', coordinates: [ring] }]) {
    const fence = fenceOf('polygon', geo)
    if (!fence) throw new Error('no fence')
    expect(insideFence(fence, { lng: 0.5, lat: 1.5 })).toBe(true)
    expect(insideFence(fence, { lng: 1.5, lat: 0.5 })).toBe(true)
    expect(insideFence(fence, { lng: 1.5, lat: 1.5 })).toBe(false)
    expect(insideFence(fence, { lng: -0.1, lat: 1 })).toBe(false)
  }
})

test('G08 a fence that says nothing usable is no fence, and no position is inside one', () => {
  for (const [type, geo] of [
    ['none', { center: [1, 1], radius: 5 }],
    [null, null],
    ['circle', { center: [1, 1] }],
    ['circle', { center: [1, 1], radius: 0 }],
    ['circle', { center: [1, 200], radius: 5 }],
    [
      'polygon',
      {
        points: [
          [0, 0],
          [1, 1],
        ],
      },
    ],
    [
      'polygon',
      {
        points: [
          [0, 0],
          [1, 1],
          ['2', 0],
        ],
      },
    ],
    ['polygon', 'x'],
  ] as const)
    expect(fenceOf(type, geo)).toBeNull()
  const fence = fenceOf('circle', { center: [0, 0], radius: 50_000_000 })
  expect(fence && insideFence(fence, { lng: Number.NaN, lat: 0 })).toBe(false)
})
