import type { Spot } from '@suoan/kit/ground'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { PointerEvent, ReactNode } from 'react'
import { followPointer } from '../follow-pointer/index.ts'
import './fence-editor.css'
import { panned, zoomed, type View } from './model/view.ts'

interface Props {
  readonly label: string
  /** Address of the picture; without one the canvas is a blank sheet. */
  readonly src?: string | undefined
  readonly aspect: number
  /** Drawn on light paper: in the dark it is shown light on dark, where a photograph is dimmed. */
  readonly isDrawing: boolean
  readonly view: View
  onView(view: View): void
  /** A press on the picture itself; a press that moves drags the picture instead. */
  onTap?: ((spot: Spot) => void) | undefined
  readonly children: ReactNode
}

/** A press that moves less than this is none of moving, px. */
const stillPx = 5

/** A picture that is dragged and brought nearer, with handles and lines over it. */
export function PlanCanvas({ label, src, aspect, isDrawing, view, onView, onTap, children }: Props) {
  const canvas = useRef<HTMLDivElement>(null)
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.target !== event.currentTarget) return
    const box = event.currentTarget.getBoundingClientRect()
    const spot = spotIn(box, view, event)
    let isStill = true
    followPointer(
      event,
      ({ x, y }) => {
        isStill &&= Math.hypot(x, y) < stillPx
        if (!isStill)
          onView(panned(view, { x: (-x / box.width) * view.size, y: (-y / box.height) * view.size }))
      },
      () => {
        if (isStill) onTap?.(spot)
      },
    )
  }
  const wheel = useEffectEvent((event: WheelEvent) => {
    // The wheel alone scrolls the form.
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    if (canvas.current)
      onView(
        zoomed(
          view,
          event.deltaY < 0 ? 1.25 : 0.8,
          spotIn(canvas.current.getBoundingClientRect(), view, event),
        ),
      )
  })
  useEffect(() => {
    const element = canvas.current
    const end = new AbortController()
    // React listens to wheels without the right to keep the page from zooming.
    element?.addEventListener('wheel', (event) => wheel(event), { passive: false, signal: end.signal })
    return () => end.abort()
  }, [])
  return (
    <div
      ref={canvas}
      className="plan-canvas"
      role="group"
      aria-label={label}
      style={{ aspectRatio: aspect, width: `min(100%, ${aspect * 70}vh)` }}
    >
      {src !== undefined && (
        <img
          src={src}
          alt=""
          className={isDrawing ? 'plan-drawing' : 'plan-photograph'}
          draggable={false}
          style={{
            left: `${(-view.x / view.size) * 100}%`,
            top: `${(-view.y / view.size) * 100}%`,
            width: `${100 / view.size}%`,
            height: `${100 / view.size}%`,
          }}
        />
      )}
      <div className={onTap ? 'plan-surface plan-surface-draws' : 'plan-surface'} onPointerDown={press} />
      {children}
    </div>
  )
}

interface PointerPlace {
  readonly clientX: number
  readonly clientY: number
}

const spotIn = (box: DOMRect, view: View, { clientX, clientY }: PointerPlace): Spot => ({
  x: view.x + ((clientX - box.left) / box.width) * view.size,
  y: view.y + ((clientY - box.top) / box.height) * view.size,
})

/**
 * Follows a handle that is dragged over its canvas.
 * @param onMove told how far it is from where it was taken, in spots
 * @param onEnd told the last distance
 */
export function followHandle(
  event: PointerEvent<HTMLElement>,
  view: View,
  onMove: (by: Spot) => void,
  onEnd: (by: Spot | null) => void,
): void {
  const box = event.currentTarget.closest('.plan-canvas')?.getBoundingClientRect()
  if (event.button !== 0 || !box) return
  const by = ({ x, y }: Spot): Spot => ({ x: (x / box.width) * view.size, y: (y / box.height) * view.size })
  let hasMoved = false
  followPointer(
    event,
    (distance) => {
      hasMoved ||= Math.hypot(distance.x, distance.y) >= stillPx
      if (hasMoved) onMove(by(distance))
    },
    (distance) => onEnd(hasMoved ? by(distance) : null),
  )
}
