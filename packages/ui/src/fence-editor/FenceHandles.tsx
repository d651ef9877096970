import type { Place, Placement, Spot } from '@suoan/kit/ground'
import type { KeyboardEvent, PointerEvent } from 'react'
import {
  handlesOf,
  keyStep,
  middlesOf,
  moved,
  rimOf,
  throughPlace,
  withCorner,
  type Fence,
} from './model/fence.ts'
import type { View } from './model/view.ts'
import { followHandle } from './PlanCanvas.tsx'
import { placed } from './placed.ts'
import type { useFence } from './use-fence.ts'

interface Props {
  readonly view: View
  readonly placement: Placement
  readonly edit: ReturnType<typeof useFence>
  onAdd(place: Place, index?: number): void
  onRemove(index: number): void
}

const degrees = ({ lng, lat }: Place) => `经度 ${lng}，纬度 ${lat}`

/** What takes a fence by the hand: its corners, the middles of its sides, the edge of a circle. */
export function FenceHandles({ view, placement, edit, onAdd, onRemove }: Props) {
  const { shown: fence } = edit
  const rim = rimOf(fence)
  /** The place so far from another over the picture. */
  const shifted = (place: Place, by: Spot): Place => {
    const spot = placement.toSpot(place)
    return placement.toPlace({ x: spot.x + by.x, y: spot.y + by.y })
  }
  const drag = (
    event: PointerEvent<HTMLElement>,
    place: Place,
    index: number | null,
    changed: (place: Place) => Fence,
    onStill?: () => void,
  ) =>
    followHandle(
      event,
      view,
      (by) => edit.preview(changed(shifted(place, by))),
      (by) => {
        if (by) edit.change(changed(shifted(place, by)), index)
        else onStill?.()
      },
    )
  const keys = (event: KeyboardEvent, place: Place, changed: (place: Place) => Fence): boolean => {
    const step = keyStep(event.key, event.shiftKey)
    if (!step) return false
    event.preventDefault()
    const [right, down] = step
    const by = { x: right / placement.metres / placement.aspect, y: down / placement.metres }
    edit.change(changed(shifted(place, by)))
    return true
  }
  const middles = middlesOf(fence)
  return (
    <>
      {middles.map(({ index, place }) => (
        <button
          key={`middle-${index}`}
          type="button"
          tabIndex={-1}
          className="fence-middle"
          aria-label={`在顶点 ${index} 之后插入`}
          style={placed(view, placement.toSpot(place))}
          onPointerDown={(event) =>
            drag(
              event,
              place,
              index,
              (next) => withCorner(fence, next, index),
              () => onAdd(place, index),
            )
          }
          onPointerCancel={() => edit.preview(null)}
          // A click that no pointer made, as a screen reader sends it; the others end a drag or a press.
          onClick={({ detail }) => detail === 0 && onAdd(place, index)}
        />
      ))}
      {rim && (
        <button
          type="button"
          className="fence-rim"
          aria-label={`半径 ${fence.kind === 'circle' ? fence.radius : ''} 米，方向键改变`}
          style={placed(view, placement.toSpot(rim))}
          onPointerDown={(event) => drag(event, rim, 0, (next) => throughPlace(fence, next))}
          onPointerCancel={() => edit.preview(null)}
          onKeyDown={(event) => {
            // Up and right are more, down and left are less, whichever way the plan is turned.
            const step = keyStep(event.key, event.shiftKey)
            if (!step || fence.kind !== 'circle' || fence.radius === null) return
            event.preventDefault()
            edit.change({ ...fence, radius: Math.min(50_000, Math.max(1, fence.radius + step[0] - step[1])) })
          }}
        />
      )}
      {handlesOf(fence).map((place, index) => (
        <button
          // The corners have no name of their own.
          key={`corner-${index}`}
          type="button"
          className={edit.chosen === index ? 'fence-handle fence-handle-chosen' : 'fence-handle'}
          aria-label={`${fence.kind === 'circle' ? '圆心' : `顶点 ${index + 1}`}，${degrees(place)}`}
          aria-pressed={edit.chosen === index}
          style={placed(view, placement.toSpot(place))}
          onFocus={() => edit.choose(index)}
          onClick={() => edit.choose(index)}
          onPointerDown={(event) => drag(event, place, index, (next) => moved(fence, index, next))}
          onPointerCancel={() => edit.preview(null)}
          onKeyDown={(event) => {
            if (keys(event, place, (next) => moved(fence, index, next))) return
            if (event.key === 'Delete' || event.key === 'Backspace') onRemove(index)
            else if (event.key === 'Insert' && middles[index])
              onAdd(middles[index].place, middles[index].index)
            else return
            event.preventDefault()
          }}
        >
          <span>{fence.kind === 'circle' ? '' : index + 1}</span>
        </button>
      ))}
    </>
  )
}
