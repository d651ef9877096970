import type { PointerEvent } from 'react'

/** How far the pointer is from where it went down, px. */
export interface Distance {
  readonly x: number
  readonly y: number
}

/**
 * Follows the pointer that went down on an element until it is let go, also outside of it.
 * @param onMove told each new distance
 * @param onEnd told the last distance when it is let go; not when the browser takes the pointer away
 */
export function followPointer(
  { currentTarget: element, pointerId, clientX, clientY }: PointerEvent<HTMLElement>,
  onMove: (distance: Distance) => void,
  onEnd?: (distance: Distance) => void,
): void {
  const end = new AbortController()
  let distance: Distance = { x: 0, y: 0 }
  const move = (event: globalThis.PointerEvent) => {
    distance = { x: event.clientX - clientX, y: event.clientY - clientY }
    onMove(distance)
  }
  element.setPointerCapture(pointerId)
  element.addEventListener('pointermove', move, { signal: end.signal })
  element.addEventListener('pointercancel', () => end.abort(), { signal: end.signal })
  element.addEventListener(
    'pointerup',
    () => {
      end.abort()
      onEnd?.(distance)
    },
    { signal: end.signal },
  )
}
