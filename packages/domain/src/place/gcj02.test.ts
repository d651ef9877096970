import { expect, test } from 'vitest'
import { metresBetween } from './fence.ts'
import { toGcj02 } from './gcj02.ts'

test('G08 a satellite position is brought into the coordinates of the fences', () => {
  // The published sample of the transformation, Beijing.
  const moved = toGcj02({ lng: 116.404, lat: 39.915 })
  expect(moved.lng).toBeCloseTo(116.410_244_5, 6)
  expect(moved.lat).toBeCloseTo(39.916_404_28, 6)
  expect(metresBetween({ lng: 116.404, lat: 39.915 }, moved)).toBeGreaterThan(500)
})

test('outside China both are the same', () => {
  expect(toGcj02({ lng: -0.12, lat: 51.5 })).toEqual({ lng: -0.12, lat: 51.5 })
})
