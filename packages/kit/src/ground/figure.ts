import { offsetOf, type Offset, type Place } from './place.ts'

/** A figure on the ground; the last corner of a polygon is joined to the first. Radius in metres. */
export type Figure =
  | { readonly kind: 'polygon'; readonly corners: readonly Place[] }
  | { readonly kind: 'circle'; readonly center: Place; readonly radius: number }

type Edge = readonly [Offset, Offset]

const cross = (from: Offset, a: Offset, b: Offset): number =>
  (a.east - from.east) * (b.north - from.north) - (a.north - from.north) * (b.east - from.east)

function edgesOf(corners: readonly Offset[]): Edge[] {
  return corners.map((corner, index) => [corner, corners[(index + 1) % corners.length] ?? corner])
}

/** Whether two edges cross between their ends. */
function crosses([a, b]: Edge, [c, d]: Edge): boolean {
  return cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0
}

const seenFrom = (origin: Place, corners: readonly Place[]): Offset[] =>
  corners.map((corner) => offsetOf(origin, corner))

/** Whether a side of the polygon crosses another: then nobody can say what is inside. */
export function isTangled(corners: readonly Place[]): boolean {
  const [origin] = corners
  if (!origin) return false
  const edges = edgesOf(seenFrom(origin, corners))
  return edges.some((edge, index) => edges.slice(index + 1).some((other) => crosses(edge, other)))
}

/** What a figure covers, square metres. */
export function areaOf(figure: Figure): number {
  if (figure.kind === 'circle') return Math.PI * figure.radius ** 2
  const [origin] = figure.corners
  if (!origin) return 0
  const doubled = edgesOf(seenFrom(origin, figure.corners)).reduce(
    (sum, [a, b]) => sum + a.east * b.north - b.east * a.north,
    0,
  )
  return Math.abs(doubled) / 2
}

function distanceToEdge(at: Offset, [a, b]: Edge): number {
  const [east, north] = [b.east - a.east, b.north - a.north]
  const length = east ** 2 + north ** 2
  const along = length === 0 ? 0 : ((at.east - a.east) * east + (at.north - a.north) * north) / length
  const part = Math.min(1, Math.max(0, along))
  return Math.hypot(at.east - a.east - part * east, at.north - a.north - part * north)
}

const isInside = (at: Offset, edges: readonly Edge[]): boolean =>
  edges.filter(
    ([a, b]) =>
      a.north > at.north !== b.north > at.north &&
      at.east < a.east + ((at.north - a.north) / (b.north - a.north)) * (b.east - a.east),
  ).length %
    2 ===
  1

/** Metres from a place to a polygon, 0 inside of it. */
const fromPoint = (at: Offset, edges: readonly Edge[]): number =>
  isInside(at, edges) ? 0 : Math.min(...edges.map((edge) => distanceToEdge(at, edge)))

/** Metres of open ground between two figures, 0 where they touch or overlap; Infinity where one has no place. */
export function gapBetween(one: Figure, other: Figure): number {
  const origin = one.kind === 'circle' ? one.center : one.corners[0]
  if (!origin) return Infinity
  const [a, b] = [one, other].map((figure) =>
    figure.kind === 'circle'
      ? { points: seenFrom(origin, [figure.center]), edges: [], radius: figure.radius }
      : {
          points: seenFrom(origin, figure.corners),
          edges: edgesOf(seenFrom(origin, figure.corners)),
          radius: 0,
        },
  )
  const [first] = a?.points ?? []
  const [second] = b?.points ?? []
  if (!a || !b || !first || !second) return Infinity
  if (a.edges.some((edge) => b.edges.some((each) => crosses(edge, each)))) return 0
  const apart =
    a.edges.length === 0 && b.edges.length === 0
      ? Math.hypot(first.east - second.east, first.north - second.north)
      : Math.min(
          ...(b.edges.length === 0 ? [] : a.points.map((point) => fromPoint(point, b.edges))),
          ...(a.edges.length === 0 ? [] : b.points.map((point) => fromPoint(point, a.edges))),
        )
  return Math.max(0, apart - a.radius - b.radius)
}
