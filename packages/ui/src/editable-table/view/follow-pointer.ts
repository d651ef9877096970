/** How near the edge of the scroller a drag begins to scroll it, and by how many px a frame. */
const edge = 28
const stride = 18

interface Drag {
  readonly scroller: HTMLElement | null
  /** px at the scroller's edges that hold no cells which scroll: header, statistics, pinned columns. */
  readonly inset: Readonly<Record<'top' | 'bottom' | 'left', number>>
  /** Told what is under the pointer, whenever it or the rows under it moved. */
  look(target: Element | null): void
  /** Let go; `isGivenUp` where the person pressed Esc, or the browser took the pointer away, while dragging. */
  done(isGivenUp: boolean): void
}

/** Follows a pressed pointer until it is let go or Esc is pressed; near an edge of the scroller the rows go on by themselves. */
export function followPointer({ scroller, inset, look, done }: Drag): void {
  let at = { x: 0, y: 0 }
  let frame = 0
  const seen = () => look(document.elementFromPoint(at.x, at.y))
  const roll = () => {
    const bounds = scroller?.getBoundingClientRect()
    if (scroller && bounds) {
      const down =
        at.y > bounds.bottom - inset.bottom - edge ? 1 : at.y < bounds.top + inset.top + edge ? -1 : 0
      const right = at.x > bounds.right - edge ? 1 : at.x < bounds.left + inset.left ? -1 : 0
      if (down !== 0 || right !== 0) {
        scroller.scrollBy(right * stride, down * stride)
        seen()
      }
    }
    frame = requestAnimationFrame(roll)
  }
  const moved = (event: PointerEvent) => {
    at = { x: event.clientX, y: event.clientY }
    if (frame === 0) frame = requestAnimationFrame(roll)
    seen()
  }
  const end = new AbortController()
  const stop = (isGivenUp: boolean) => {
    cancelAnimationFrame(frame)
    end.abort()
    done(isGivenUp)
  }
  const { signal } = end
  window.addEventListener('pointermove', moved, { signal })
  window.addEventListener('pointerup', () => stop(false), { signal })
  window.addEventListener('pointercancel', () => stop(true), { signal })
  // Before any dialog or cell takes the key for its own.
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    stop(true)
  }
  window.addEventListener('keydown', pressed, { capture: true, signal })
}
