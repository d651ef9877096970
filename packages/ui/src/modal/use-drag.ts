import { useState, type CSSProperties, type PointerEvent } from 'react'

interface Drag {
  /** For the element that moves. */
  readonly style: CSSProperties
  /** For the element by which it is taken. */
  onPointerDown(event: PointerEvent<HTMLElement>): void
}

/** So much of what is dragged stays inside the window, px. */
const rest = 48

/**
 * Moves an element with the pointer by the part that `onPointerDown` is given to; that part never leaves the window. A
 * press on a button in it drags nothing.
 */
export function useDrag(): Drag {
  const [offset, setOffset] = useState({ x: 0, y: 0 })
  return {
    style: { transform: `translate(${offset.x}px, ${offset.y}px)` },
    onPointerDown(event) {
      const taken = event.currentTarget
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return
      const box = taken.getBoundingClientRect()
      const least = { x: rest - box.right, y: -box.top }
      const most = { x: innerWidth - rest - box.left, y: innerHeight - rest - box.top }
      const from = { x: event.clientX, y: event.clientY }
      const move = ({ clientX, clientY }: globalThis.PointerEvent) =>
        setOffset({
          x: offset.x + Math.min(most.x, Math.max(least.x, clientX - from.x)),
          y: offset.y + Math.min(most.y, Math.max(least.y, clientY - from.y)),
        })
      const end = new AbortController()
      taken.setPointerCapture(event.pointerId)
      taken.addEventListener('pointermove', move, { signal: end.signal })
      for (const name of ['pointerup', 'pointercancel'])
        taken.addEventListener(name, () => end.abort(), { signal: end.signal })
    },
  }
}
