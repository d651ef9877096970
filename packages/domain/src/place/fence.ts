/** Degrees, in the same system as the area's fence (GCJ-02, `3-domain.md §3.1`). */
export interface Position {
  lng: number
  lat: number
}

/** Where an area is on the ground (`LoArea.geoType`, `geo`). Radius in metres; a polygon has at least three corners. */
export type Fence =
  | { kind: 'circle'; center: Position; radius: number }
  | { kind: 'polygon'; corners: readonly Position[] }

const earthRadius = 6_371_000

/** Distance on the sphere, metres. */
export function metresBetween(a: Position, b: Position): number {
  const rad = (degrees: number): number => (degrees * Math.PI) / 180
  const dLat = rad(b.lat - a.lat)
  const dLng = rad(b.lng - a.lng)
  const chord =
    Math.sin(dLat / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, chord)))
}

/** Does the position lie in the fence, its edge included for a circle? Never true for a position that is none. */
export function insideFence(fence: Fence, at: Position): boolean {
  if (!isPosition(at)) return false
  return fence.kind === 'circle'
    ? metresBetween(fence.center, at) <= fence.radius
    : inPolygon(fence.corners, at)
}

/** Counts the edges a ray to the east crosses; a plant is small enough to be flat. */
function inPolygon(corners: readonly Position[], { lng, lat }: Position): boolean {
  let inside = false
  for (let index = 0; index < corners.length; index += 1) {
    const a = corners[index]
    const b = corners[(index + 1) % corners.length]
    if (!a || !b || a.lat > lat === b.lat > lat) continue
    if (lng < a.lng + ((lat - a.lat) / (b.lat - a.lat)) * (b.lng - a.lng)) inside = !inside
  }
  return inside
}

/**
 * Reads an area's stored fence: a circle as `{ center: [lng, lat], radius }`, a polygon as `{ points: [[lng, lat], …] }`
 * (or GeoJSON's `{ coordinates: [[…]] }`, outer ring). Null when there is none or it says nothing usable: then nobody
 * can be shown to be inside.
 */
export function fenceOf(geoType: string | null, geo: unknown): Fence | null {
  if (geoType === 'circle') {
    const { center, radius } = asRecord(geo)
    const middle = positionOf(center)
    return middle && typeof radius === 'number' && radius > 0
      ? { kind: 'circle', center: middle, radius }
      : null
  }
  if (geoType !== 'polygon') return null
  const { points, coordinates } = asRecord(geo)
  const ring = points ?? (Array.isArray(coordinates) ? coordinates[0] : undefined)
  if (!Array.isArray(ring) || ring.length < 3) return null
  const corners = ring.map(positionOf)
  return corners.every((corner) => corner !== null) ? { kind: 'polygon', corners } : null
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  // Any object may be read by name; what it holds is checked by the caller.
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function positionOf(value: unknown): Position | null {
  if (!Array.isArray(value)) return null
  const [lng, lat]: unknown[] = value
  return typeof lng === 'number' && typeof lat === 'number' && isPosition({ lng, lat }) ? { lng, lat } : null
}

function isPosition({ lng, lat }: Position): boolean {
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90
}
