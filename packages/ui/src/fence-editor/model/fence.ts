import { areaOf, isTangled, offsetOf, placeAt, type Figure, type Place } from '@suoan/kit/ground'

/** A fence while it is drawn: a polygon with any number of corners, or a circle whose parts may be missing. Metres. */
export type Fence =
  | { readonly kind: 'polygon'; readonly corners: readonly Place[] }
  | { readonly kind: 'circle'; readonly center: Place | null; readonly radius: number | null }

/** As many corners as a stored fence has at most. */
const mostCorners = 500
/** The radius a circle begins with, and its bounds, metres. */
const firstRadius = 50
const mostRadius = 50_000

/** The fence with one more corner; `index` is its place among them, the end by default. */
export function withCorner(fence: Fence, place: Place, index?: number): Fence {
  if (fence.kind === 'circle') return { ...fence, center: place, radius: fence.radius ?? firstRadius }
  if (fence.corners.length >= mostCorners) return fence
  return { ...fence, corners: fence.corners.toSpliced(index ?? fence.corners.length, 0, place) }
}

/** The fence with a corner, or the centre of a circle, elsewhere. */
export function moved(fence: Fence, index: number, place: Place): Fence {
  return fence.kind === 'circle'
    ? { ...fence, center: place }
    : { ...fence, corners: fence.corners.map((corner, each) => (each === index ? place : corner)) }
}

/** The fence without a corner; a circle without its centre has none of its parts. */
export function without(fence: Fence, index: number): Fence {
  return fence.kind === 'circle'
    ? { kind: 'circle', center: null, radius: null }
    : { ...fence, corners: fence.corners.toSpliced(index, 1) }
}

/** The circle whose edge goes through a place, in whole metres; a polygon stays as it is. */
export function throughPlace(fence: Fence, place: Place): Fence {
  if (fence.kind === 'polygon' || !fence.center) return fence
  const { east, north } = offsetOf(fence.center, place)
  return { ...fence, radius: Math.min(mostRadius, Math.max(1, Math.round(Math.hypot(east, north)))) }
}

/** The places that are drawn as handles: each corner, or the centre. */
export const handlesOf = (fence: Fence): readonly Place[] =>
  fence.kind === 'polygon' ? fence.corners : fence.center ? [fence.center] : []

/** Where the handle of a circle's radius stands: at its eastern edge. */
export const rimOf = (fence: Fence): Place | null =>
  fence.kind === 'circle' && fence.center && fence.radius !== null
    ? placeAt(fence.center, { east: fence.radius, north: 0 })
    : null

/** The middle of each side: a new corner is taken from there. `index` is the corner that it would become. */
export function middlesOf(fence: Fence): readonly { readonly index: number; readonly place: Place }[] {
  if (fence.kind === 'circle' || fence.corners.length < 2 || fence.corners.length >= mostCorners) return []
  const { corners } = fence
  // Two corners have one side, not one there and one back.
  return corners.slice(0, corners.length === 2 ? 1 : undefined).map((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner
    return {
      index: index + 1,
      place: { lng: (corner.lng + next.lng) / 2, lat: (corner.lat + next.lat) / 2 },
    }
  })
}

/** Metres a press of an arrow key moves a handle; a long step with Shift. */
const [step, longStep] = [1, 10]
const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** How far a key moves a handle across the picture, metres to the right and downwards; null for other keys. */
export function keyStep(key: string, isLong: boolean): readonly [number, number] | null {
  const direction = directions[key]
  if (!direction) return null
  const metres = isLong ? longStep : step
  return [direction[0] * metres, direction[1] * metres]
}

/** The figure of a fence that is whole: it has a centre and a radius, or three corners. */
export function figureOf(fence: Fence): Figure | null {
  if (fence.kind === 'polygon') return fence.corners.length < 3 ? null : fence
  const { center, radius } = fence
  return center && radius !== null && radius > 0 ? { kind: 'circle', center, radius } : null
}

/** What is drawn, in a sentence, and what is wrong with it. */
export function summaryOf(fence: Fence): { readonly text: string; readonly problem: string | null } {
  const figure = figureOf(fence)
  const size = figure ? `，约 ${Math.round(areaOf(figure)).toLocaleString('zh-CN')} 平方米` : ''
  if (fence.kind === 'circle')
    return { text: figure ? `半径 ${fence.radius} 米${size}` : '在图上点一下放置圆心', problem: null }
  const count = fence.corners.length
  return {
    text: count === 0 ? '在图上依次点出区域的各个顶点' : `${count} 个顶点${size}`,
    problem: isTangled(fence.corners)
      ? '围栏的边线相交，无法判断人员是否在区域内，请移动或删除顶点'
      : count > 0 && count < 3
        ? `多边形至少需要 3 个顶点，还差 ${3 - count} 个`
        : null,
  }
}
