import { useEffect, useState } from 'react'

/** Beyond this many pixels the header gives way (1-shell.md §9). */
const hideAfterPx = 100

/** Less than this is the trembling of a finger, not a scroll. */
const tremblePx = 4

/** Does the header give way after a scroll from one height to another? null when that is no scroll to speak of. */
export function givesWay(from: number, to: number): boolean | null {
  return Math.abs(to - from) > tremblePx ? to > from && to > hideAfterPx : null
}

/** Is the page being scrolled down, past the header? Back as soon as somebody scrolls up. */
export function useScrolledDown(isAsked: boolean): boolean {
  const [isDown, setIsDown] = useState(false)
  useEffect(() => {
    if (!isAsked) return
    let last = scrollY
    const look = () => {
      const next = givesWay(last, scrollY)
      if (next !== null) setIsDown(next)
      last = scrollY
    }
    addEventListener('scroll', look, { passive: true })
    return () => {
      removeEventListener('scroll', look)
      setIsDown(false)
    }
  }, [isAsked])
  return isDown
}
