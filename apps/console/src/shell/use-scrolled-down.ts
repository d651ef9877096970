import { useEffect, useState } from 'react'

/** Beyond this many pixels the header gives way (1-shell.md §9). */
const hideAfterPx = 100

/** Is the page being scrolled down, past the header? Back as soon as somebody scrolls up. */
export function useScrolledDown(isAsked: boolean): boolean {
  const [isDown, setIsDown] = useState(false)
  useEffect(() => {
    if (!isAsked) return
    let last = scrollY
    const look = () => {
      if (Math.abs(scrollY - last) > 4) setIsDown(scrollY > last && scrollY > hideAfterPx)
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
