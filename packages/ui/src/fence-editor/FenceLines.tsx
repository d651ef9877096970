import { placeAt, type Figure, type Place, type Placement } from '@suoan/kit/ground'
import type { NamedFigure } from './FenceEditor.tsx'
import { rimOf, type Fence } from './model/fence.ts'
import { scaleOf, type View } from './model/view.ts'
import { placed } from './placed.ts'

interface Props {
  readonly view: View
  readonly placement: Placement
  readonly fence: Fence
  readonly others: readonly NamedFigure[]
  /** There is no picture: lines of a grid say how large things are. */
  readonly isSheet: boolean
}

/** Units of the drawing for the height of the picture. */
const units = 1000

/** The lines of fences over the picture, those of others with their names. */
export function FenceLines({ view, placement, fence, others, isSheet }: Props) {
  const at = (place: Place) => {
    const { x, y } = placement.toSpot(place)
    return `${x * placement.aspect * units},${y * units}`
  }
  const own = outlineOf(fence)
  const rim = rimOf(fence)
  const box = [view.x * placement.aspect, view.y, view.size * placement.aspect, view.size]
  return (
    <>
      <svg className="fence-lines" viewBox={box.map((each) => each * units).join(' ')} aria-hidden="true">
        {isSheet && <path className="fence-grid" d={gridOf(view, placement)} />}
        {others.map(({ name, figure }) => (
          <polygon key={name} className="fence-other" points={outlineOf(figure).map(at).join(' ')} />
        ))}
        <polygon className="fence-own" points={own.map(at).join(' ')} />
        {fence.kind === 'circle' && fence.center && rim && (
          <polyline className="fence-radius" points={`${at(fence.center)} ${at(rim)}`} />
        )}
      </svg>
      {others.map(({ name, figure }) => {
        const corners = outlineOf(figure)
        if (corners.length === 0) return null
        return (
          <span key={name} className="fence-name" style={placed(view, placement.toSpot(middleOf(corners)))}>
            {name}
          </span>
        )
      })}
    </>
  )
}

/** The mean of the corners: near enough the middle for a name. */
const middleOf = (corners: readonly Place[]): Place => ({
  lng: corners.reduce((sum, { lng }) => sum + lng, 0) / corners.length,
  lat: corners.reduce((sum, { lat }) => sum + lat, 0) / corners.length,
})

/** Sides by which a circle is drawn. */
const sides = 72

function outlineOf(figure: Fence | Figure): readonly Place[] {
  if (figure.kind === 'polygon') return figure.corners
  const { center, radius } = figure
  if (!center || radius === null) return []
  return Array.from({ length: sides }, (_, side) => {
    const angle = (side / sides) * 2 * Math.PI
    return placeAt(center, { east: Math.cos(angle) * radius, north: Math.sin(angle) * radius })
  })
}

/** Lines each so many metres, from the middle of the sheet. */
function gridOf(view: View, placement: Placement): string {
  const { part } = scaleOf(view, placement)
  const step = { x: part * view.size, y: part * view.size * placement.aspect }
  const lines = (from: number, size: number, distance: number): number[] => {
    const first = Math.ceil((from - 0.5) / distance)
    const count = Math.floor((from + size - 0.5) / distance) - first + 1
    return Array.from({ length: Math.max(0, count) }, (_, line) => 0.5 + (first + line) * distance)
  }
  const [left, right] = [view.x, view.x + view.size].map((x) => x * placement.aspect * units)
  const [top, bottom] = [view.y, view.y + view.size].map((y) => y * units)
  return [
    ...lines(view.x, view.size, step.x).map((x) => `M${x * placement.aspect * units},${top}V${bottom}`),
    ...lines(view.y, view.size, step.y).map((y) => `M${left},${y * units}H${right}`),
  ].join('')
}
