/** A place on the ground, degrees; always of one coordinate system. */
export interface Place {
  readonly lng: number
  readonly lat: number
}

/** How far a place lies from another, metres. */
export interface Offset {
  readonly east: number
  readonly north: number
}

/** Metres of a degree of latitude on a sphere of 6,371 km. */
const degree = (6_371_000 * Math.PI) / 180
/** Seven decimals of a degree are a centimetre. */
const decimals = 1e7
/** At the poles east has no length. */
const shrink = (lat: number): number => Math.max(1e-6, Math.cos((lat * Math.PI) / 180))

/** Where `place` lies as seen from `origin`. The ground counts as flat: exact to a decimetre over a few kilometres. */
export function offsetOf(origin: Place, place: Place): Offset {
  return {
    east: (place.lng - origin.lng) * degree * shrink(origin.lat),
    north: (place.lat - origin.lat) * degree,
  }
}

/** The place that lies so far from `origin`, to the centimetre. */
export function placeAt(origin: Place, { east, north }: Offset): Place {
  return rounded({
    lng: origin.lng + east / (degree * shrink(origin.lat)),
    lat: origin.lat + north / degree,
  })
}

/** The place to the centimetre, within what degrees there are. */
const rounded = ({ lng, lat }: Place): Place => ({
  lng: Math.round(Math.min(180, Math.max(-180, lng)) * decimals) / decimals,
  lat: Math.round(Math.min(90, Math.max(-90, lat)) * decimals) / decimals,
})
