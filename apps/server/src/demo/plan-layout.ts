import { demoAreas, demoEquip, demoPoints } from '@suoan/safety/seed/demo-places'
import { worksAreas, worksEquips, worksPoints } from '@suoan/safety/seed/works/places'

/** Pixels of every plan of the demo plant. */
export const planWidth = 960
export const planHeight = 640

/** A thing on a plan, with its middle in pixels. */
export interface Drawn {
  readonly id: string
  readonly x: number
  readonly y: number
}

export interface DrawnEquip extends Drawn {
  readonly equipType: string
  /** Above the way through the area, fed from the upper pipes; else below it, fed from the lower ones. */
  readonly isAbove: boolean
}

/** What the plan of an area shows, and where. */
export interface PlanLayout {
  readonly equips: readonly DrawnEquip[]
  readonly points: readonly Drawn[]
  /** Areas directly below, as rooms. */
  readonly rooms: readonly Drawn[]
}

const equips = [demoEquip, ...worksEquips]
const points: readonly { readonly id: string; readonly equipId: string; readonly areaId: string }[] = [
  ...demoPoints,
  ...worksPoints,
]
const areas = [...demoAreas, ...worksAreas]
/** Between two points of one piece of equipment. */
const pointGap = 44
const roomGap = 220

/**
 * Equipment in two rows along a way, its points on the pipes that feed it, and the areas below as rooms: in their place
 * where the area has no equipment, along the lower wall where it has. The same area has the same plan everywhere.
 */
export function layoutOf(areaId: string): PlanLayout {
  const ownPoints = points.filter((each) => each.areaId === areaId)
  const own = equips.filter((each) => each.areaId === areaId)
  // A switch room holds breakers of equipment that stands elsewhere: each is a cabinet here.
  const cabinets = ownPoints
    .filter(({ equipId }) => !own.some(({ id }) => id === equipId))
    .map(({ equipId }) => ({ id: equipId, equipType: '3' }))
  const standing = [...own, ...cabinets]
  const columns = Math.ceil(standing.length / 2)
  const drawn = standing.map(({ id, equipType }, n): DrawnEquip => {
    const isAbove = n < columns
    return {
      id,
      equipType,
      isAbove,
      x: Math.round(110 + ((n % columns) + 0.5) * ((planWidth - 220) / columns)),
      y: isAbove ? 216 : 440,
    }
  })
  const below = areas.filter(({ pid }) => pid === areaId)
  return {
    equips: drawn,
    points: drawn.flatMap(({ id, x, isAbove }) => {
      const fed = ownPoints.filter(({ equipId }) => equipId === id)
      return fed.map((point, n) => ({
        id: point.id,
        x: x + Math.round((n - (fed.length - 1) / 2) * pointGap),
        y: isAbove ? 160 : 500,
      }))
    }),
    rooms: below.map(({ id }, n) =>
      drawn.length > 0
        ? { id, x: 160 + n * roomGap, y: 565 }
        : { id, x: 180 + (n % 3) * 300, y: n < 3 ? 180 : 470 },
    ),
  }
}
