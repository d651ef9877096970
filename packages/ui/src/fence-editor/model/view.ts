import type { Place, Placement, Spot } from '@suoan/kit/ground'

/** The part of the picture that is in sight: its upper left spot, and how much of the picture each way. */
export interface View extends Spot {
  readonly size: number
}

export const wholeView: View = { x: 0, y: 0, size: 1 }
const [least, most] = [0.04, 4]

/** A view that has no more beside the picture than its size makes it have. */
function kept({ x, y, size }: View): View {
  const within = (value: number): number =>
    Math.min(Math.max(0, 1 - size), Math.max(Math.min(0, 1 - size), value))
  return { x: within(x), y: within(y), size }
}

/** Nearer by `factor` above 1, or farther below it, with `around` where it stands. */
export function zoomed(view: View, factor: number, around: Spot): View {
  const size = Math.min(most, Math.max(least, view.size / factor))
  const part = size / view.size
  return kept({ x: around.x - (around.x - view.x) * part, y: around.y - (around.y - view.y) * part, size })
}

/** Moved over the picture by parts of it. */
export const panned = (view: View, by: Spot): View => kept({ ...view, x: view.x + by.x, y: view.y + by.y })

export const middleOf = ({ x, y, size }: View): Spot => ({ x: x + size / 2, y: y + size / 2 })

/** Where a spot stands in the view, each way as a part of it. */
export const inView = ({ x, y, size }: View, spot: Spot): Spot => ({
  x: (spot.x - x) / size,
  y: (spot.y - y) / size,
})

/** A round length that takes at most a quarter of the view's width: metres, and its part of the width. */
export function scaleOf(
  { size }: View,
  { metres, aspect }: Placement,
): { readonly metres: number; readonly part: number } {
  const width = metres * aspect * size
  const power = 10 ** Math.floor(Math.log10(width / 4))
  const length = [5, 2, 1].map((each) => each * power).find((each) => each <= width / 4) ?? power
  return { metres: length, part: length / width }
}

/** A centre and a height in metres that hold all places with room around; `least` metres are always in sight. */
export function extentOf(
  places: readonly Place[],
  leastMetres: number,
): { readonly center: Place; readonly metres: number } | null {
  const [first] = places
  if (!first) return null
  const [lngs, lats] = [places.map(({ lng }) => lng), places.map(({ lat }) => lat)]
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)]
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  // Metres of a degree, near enough for a frame.
  const height = (north - south) * 111_000
  const width = (east - west) * 111_000 * Math.cos((south * Math.PI) / 180)
  return {
    center: { lng: (west + east) / 2, lat: (south + north) / 2 },
    metres: Math.max(leastMetres, height * 1.5, width),
  }
}
