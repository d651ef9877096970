import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'

/** What part of a scroller is seen, px. */
export interface Seen {
  /** At the last step of scrolling: less than a step above, or left of, where the scroller stands. */
  readonly scrollTop: number
  readonly scrollLeft: number
  /** Whether it is scrolled sideways at all. */
  readonly isShifted: boolean
  readonly width: number
  readonly height: number
}

/** px of scrolling that draw nothing anew. */
export interface ScrollSteps {
  readonly down: number
  readonly right: number
}

/**
 * The part of the scroller that is seen, told anew when its size changes or it was scrolled over a step: between steps the
 * browser moves what is drawn, and nothing is worked out. `onScroll` hears of every scroll.
 */
export function useSeen(ref: RefObject<HTMLElement | null>, steps: ScrollSteps, onScroll: () => void): Seen {
  const [seen, setSeen] = useState<Seen>(unscrolled)
  const read = useEffectEvent(() => {
    const element = ref.current
    if (!element) return
    const { clientWidth: width, clientHeight: height } = element
    const scrollTop = steppedDown(element.scrollTop, steps.down)
    const scrollLeft = steppedDown(element.scrollLeft, steps.right)
    const now: Seen = { scrollTop, scrollLeft, isShifted: element.scrollLeft > 0, width, height }
    setSeen((old) => (isSame(old, now) ? old : now))
  })
  const scrolled = useEffectEvent(() => {
    read()
    onScroll()
  })
  useLayoutEffect(() => read(), [steps.down, steps.right])
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => read())
    const told = () => scrolled()
    observer.observe(element)
    element.addEventListener('scroll', told, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', told)
    }
  }, [ref])
  return seen
}

const unscrolled: Seen = { scrollTop: 0, scrollLeft: 0, isShifted: false, width: 0, height: 0 }
const isSame = (a: Seen, b: Seen): boolean =>
  a.scrollTop === b.scrollTop &&
  a.scrollLeft === b.scrollLeft &&
  a.isShifted === b.isShifted &&
  a.width === b.width &&
  a.height === b.height
const steppedDown = (px: number, step: number): number => (step <= 1 ? px : Math.floor(px / step) * step)
