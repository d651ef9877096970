import { offsetOf, placeAt, type Place } from './place.ts'

/** A spot of a picture, each way as a part of it: 0, 0 is its upper left corner, 1, 1 its lower right one. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** A spot of a picture whose place on the ground is known. */
export interface Mark extends Spot, Place {}

/** How a picture lies on the ground. */
export interface Placement {
  /** Width over height of the picture. */
  readonly aspect: number
  /** How much ground the height of the picture covers, metres. */
  readonly metres: number
  toPlace(spot: Spot): Place
  toSpot(place: Place): Spot
}

/** Marks closer than this on the ground (metres), or than this part of the picture, say too little of its direction. */
const leastMetres = 1
const leastPart = 0.02

/**
 * How a picture lies that is a plan to scale, perhaps turned, by two marks; null where they lie too close together, on
 * the ground or on the picture.
 * @param aspect width over height of the picture
 */
export function placementOf([first, second]: readonly [Mark, Mark], aspect: number): Placement | null {
  // Spots and ground as numbers of a plane whose second axis points down: a plan to scale is one factor between them.
  const spot = { x: (second.x - first.x) * aspect, y: second.y - first.y }
  const { east, north } = offsetOf(first, second)
  const size = spot.x ** 2 + spot.y ** 2
  if (!(size >= leastPart ** 2) || !(Math.hypot(east, north) >= leastMetres)) return null
  const factor = {
    x: (east * spot.x - north * spot.y) / size,
    y: (-north * spot.x - east * spot.y) / size,
  }
  const length = factor.x ** 2 + factor.y ** 2
  return {
    aspect,
    metres: Math.sqrt(length),
    toPlace({ x, y }) {
      const [right, down] = [(x - first.x) * aspect, y - first.y]
      return placeAt(first, {
        east: factor.x * right - factor.y * down,
        north: -(factor.x * down + factor.y * right),
      })
    },
    toSpot(place) {
      const offset = offsetOf(first, place)
      const [right, down] = [offset.east, -offset.north]
      return {
        x: first.x + (right * factor.x + down * factor.y) / length / aspect,
        y: first.y + (down * factor.x - right * factor.y) / length,
      }
    },
  }
}

/** A sheet with north above and `center` in its middle, whose height covers so many metres. */
export function sheetAround(center: Place, metres: number, aspect: number): Placement {
  return {
    aspect,
    metres,
    toPlace: ({ x, y }) => placeAt(center, { east: (x - 0.5) * aspect * metres, north: (0.5 - y) * metres }),
    toSpot(place) {
      const { east, north } = offsetOf(center, place)
      return { x: 0.5 + east / metres / aspect, y: 0.5 - north / metres }
    },
  }
}
