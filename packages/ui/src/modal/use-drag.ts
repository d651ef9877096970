import { useState, type CSSProperties, type PointerEvent } from 'react'
import { followPointer } from '../follow-pointer/index.ts'

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
      followPointer(event, ({ x, y }) =>
        setOffset({
          x: offset.x + Math.min(most.x, Math.max(least.x, x)),
          y: offset.y + Math.min(most.y, Math.max(least.y, y)),
        }),
      )
    },
  }
}
