import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'

/** What part of a scroller is seen, px. */
export interface Seen {
  readonly scrollTop: number
  readonly scrollLeft: number
  readonly width: number
  readonly height: number
}

/** The part of the scroller that is seen, told anew when it scrolls or changes its size. */
export function useSeen(ref: RefObject<HTMLElement | null>): Seen {
  const [seen, setSeen] = useState<Seen>({ scrollTop: 0, scrollLeft: 0, width: 0, height: 0 })
  const read = (element: HTMLElement) => {
    const { scrollTop, scrollLeft, clientWidth: width, clientHeight: height } = element
    setSeen((old) =>
      old.scrollTop === scrollTop &&
      old.scrollLeft === scrollLeft &&
      old.width === width &&
      old.height === height
        ? old
        : { scrollTop, scrollLeft, width, height },
    )
  }
  useLayoutEffect(() => {
    if (ref.current) read(ref.current)
  }, [ref])
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const told = () => read(element)
    const observer = new ResizeObserver(told)
    observer.observe(element)
    element.addEventListener('scroll', told, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', told)
    }
  }, [ref])
  return seen
}
