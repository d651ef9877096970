import { parts, type JsonCodec } from '@suoan/console-base/editable-table/json-lines.ts'
import type { Place } from '@suoan/kit/ground'
import type { Fence } from '@suoan/ui/fence-editor'

/** A corner of a polygon, degrees. */
export interface CornerRow {
  readonly id: string
  readonly lng: number | null
  readonly lat: number | null
}

const cornerOf = (stored: unknown): Omit<CornerRow, 'id'> | null => {
  if (!Array.isArray(stored) || stored.length !== 2) return null
  const [lng, lat] = [parts.number.read(stored[0]), parts.number.read(stored[1])]
  return lng === undefined || lat === undefined ? null : { lng, lat }
}

/** Exactly these properties; anything else would be lost. */
const isOnly = (stored: unknown, ...names: readonly string[]): stored is object =>
  typeof stored === 'object' &&
  stored !== null &&
  !Array.isArray(stored) &&
  Object.keys(stored).every((name) => names.includes(name))

/** 多边形: a row for each corner, in the order in which they are joined. Stored as `{ points: [[lng, lat], …] }`. */
export const cornerLines: JsonCodec<CornerRow> = {
  read(stored) {
    if (Array.isArray(stored) && stored.length === 0) return []
    if (!isOnly(stored, 'points') || !('points' in stored) || !Array.isArray(stored.points)) return null
    const rows = stored.points.map(cornerOf)
    return rows.every((row) => row !== null) ? rows : null
  },
  write: (rows) => (rows.length === 0 ? undefined : { points: rows.map(({ lng, lat }) => [lng, lat]) }),
}

/** A circle on the ground: degrees, and metres. */
export interface CircleParts {
  readonly lng: number | null
  readonly lat: number | null
  readonly radius: number | null
}
const noCircle: CircleParts = { lng: null, lat: null, radius: null }

/** 圆形 as its three numbers; null where something else is stored. */
export function circleOf(stored: unknown): CircleParts | null {
  if (stored === undefined) return noCircle
  if (!isOnly(stored, 'center', 'radius')) return null
  const center = 'center' in stored ? cornerOf(stored.center) : { lng: null, lat: null }
  const radius = parts.number.read('radius' in stored ? stored.radius : null)
  return center === null || radius === undefined ? null : { ...center, radius }
}

/** What is stored of a circle; undefined for an empty one. */
export const storedCircle = ({ lng, lat, radius }: CircleParts): unknown =>
  lng === null && lat === null && radius === null ? undefined : { center: [lng, lat], radius }

const isWhole = (corner: Omit<CornerRow, 'id'>): corner is Place => corner.lng !== null && corner.lat !== null

/** More corners than a fence may have: a table of them is still shown, a drawing would only be slow. */
const mostCorners = 500

/** The corners as a drawing has them; null while a row of the table is not filled in, or there are too many. */
export const polygonOf = (corners: readonly Omit<CornerRow, 'id'>[]): Fence | null =>
  corners.length <= mostCorners && corners.every(isWhole)
    ? { kind: 'polygon', corners: corners.map(({ lng, lat }) => ({ lng, lat })) }
    : null

/** A circle as a drawing has it; null while its centre is half filled in. */
export const circleFence = ({ lng, lat, radius }: CircleParts): Fence | null =>
  (lng === null) === (lat === null)
    ? { kind: 'circle', center: lng === null || lat === null ? null : { lng, lat }, radius }
    : null

/** What is stored of a drawing; undefined for an empty one. */
export const storedFence = (fence: Fence): unknown =>
  fence.kind === 'circle'
    ? storedCircle({ lng: fence.center?.lng ?? null, lat: fence.center?.lat ?? null, radius: fence.radius })
    : cornerLines.write(fence.corners.map((corner, index) => ({ ...corner, id: String(index) })))
