import { describe, expect, it } from 'vitest'
import { isDrawing } from './is-drawing.ts'

type Pixel = readonly [red: number, green: number, blue: number, opacity?: number]
const pixels = (...parts: readonly (readonly [count: number, pixel: Pixel])[]): number[] =>
  parts.flatMap(([count, [red, green, blue, opacity = 255]]) =>
    Array.from({ length: count }, () => [red, green, blue, opacity]).flat(),
  )

describe('a plan that turns light on dark in the dark', () => {
  it('is lines on paper, with the colours of equipment on it', () => {
    const plan = pixels([76, [252, 252, 250]], [14, [64, 68, 74]], [8, [128, 150, 166]], [2, [198, 40, 40]])
    expect(isDrawing(plan)).toBe(true)
  })
  it('is a blank sheet, and one that lets what is below it shine through', () => {
    expect(isDrawing(pixels([100, [255, 255, 255]]))).toBe(true)
    expect(isDrawing(pixels([90, [0, 0, 0, 0]], [10, [0, 0, 0]]))).toBe(true)
  })
})

describe('a plan that is only dimmed', () => {
  it('is a photograph from above, also with much pale concrete on it', () => {
    expect(isDrawing(pixels([30, [120, 130, 110]], [40, [180, 176, 168]], [30, [60, 90, 50]]))).toBe(false)
    expect(isDrawing(pixels([62, [215, 214, 210]], [38, [70, 140, 60]]))).toBe(false)
  })
  it('is one drawn light on dark, which is right as it is', () => {
    expect(isDrawing(pixels([90, [16, 24, 40]], [10, [240, 240, 240]]))).toBe(false)
  })
  it('is one of which nothing can be read', () => {
    expect(isDrawing([])).toBe(false)
  })
})
