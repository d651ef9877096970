import { checkFence } from '@suoan/contract'
import { fenceOf } from '@suoan/domain/place'
import { describe, expect, it } from 'vitest'
import { circleFence, circleOf, cornerLines, polygonOf, storedCircle, storedFence } from './fence-lines.ts'

const points = [
  [120.1, 30.2],
  [120.2, 30.2],
  [120.2, 30.3],
]

describe('围栏 as rows and numbers', () => {
  it('corners are rows, stored as they were, and the rules of the fence read them', () => {
    const rows = (cornerLines.read({ points }) ?? []).map((row, index) => ({ ...row, id: String(index) }))
    expect(rows.map(({ lng, lat }) => [lng, lat])).toEqual(points)
    expect(cornerLines.write(rows)).toEqual({ points })
    expect(fenceOf('polygon', cornerLines.write(rows))).toMatchObject({ kind: 'polygon' })
    expect(cornerLines.write([])).toBeUndefined()
  })
  it('a circle is three numbers', () => {
    const stored = { center: [120.1, 30.2], radius: 80 }
    const circle = circleOf(stored)
    expect(circle).toEqual({ lng: 120.1, lat: 30.2, radius: 80 })
    expect(circle && storedCircle(circle)).toEqual(stored)
    expect(fenceOf('circle', stored)).toMatchObject({ kind: 'circle', radius: 80 })
    expect(storedCircle({ lng: null, lat: null, radius: null })).toBeUndefined()
  })
  it('a drawing is stored as the figures are, and waits for what is half filled in', () => {
    const polygon = polygonOf(cornerLines.read({ points }) ?? [])
    expect(polygon && storedFence(polygon)).toEqual({ points })
    expect(polygonOf([{ lng: 120, lat: null }])).toBeNull()
    expect(polygonOf(Array.from({ length: 501 }, () => ({ lng: 120, lat: 30 })))).toBeNull()
    expect(polygonOf([])).toEqual({ kind: 'polygon', corners: [] })
    const stored = { center: [120.1, 30.2], radius: 80 }
    const circle = circleFence({ lng: 120.1, lat: 30.2, radius: 80 })
    expect(circle && storedFence(circle)).toEqual(stored)
    expect(circleFence({ lng: 120, lat: null, radius: 5 })).toBeNull()
    expect(storedFence({ kind: 'polygon', corners: [] })).toBeUndefined()
    expect(storedFence({ kind: 'circle', center: null, radius: null })).toBeUndefined()
  })
  it.each([{ center: [1, 2], radius: 3, note: 'x' }, { points: [[1]] }, 'text', [1], { coordinates: [] }])(
    'what it cannot show without a loss is left alone: %j',
    (stored) => {
      expect(cornerLines.read(stored)).toBeNull()
      if (typeof stored !== 'object' || !('center' in stored)) expect(circleOf(stored)).toBeNull()
    },
  )
})

describe('a stored fence', () => {
  it.each([
    [{ center: [120.1, 30.2], radius: 80 }],
    [{ points }],
    [{ type: 'Polygon', coordinates: [points] }],
  ])('%j is taken', (fence) => expect(checkFence(fence)).toBeNull())
  it.each([
    [{ center: [120.1, 30.2], radius: 0 }, '“半径”：须大于 0'],
    [{ center: [120.1, 95], radius: 5 }, '“纬度”：不能大于 90'],
    [{ center: [null, 30], radius: 5 }, '“经度”：请填写'],
    [{ center: [120, 30] }, '“半径”：请填写'],
    [{ points: points.slice(1) }, '“顶点”：至少 3 项'],
    [{ points: [...points, [200, 30]] }, '第 4 行“经度”：不能大于 180'],
    [{ coordinates: [[...points, [120, null]]] }, '第 4 行“纬度”：请填写'],
  ])('%j is refused: %s', (fence, words) => expect(checkFence(fence)).toBe(words))
  it.each([['x'], [[1, 2]], [{}], [7]])('%j is refused', (fence) => expect(checkFence(fence)).not.toBeNull())
})
