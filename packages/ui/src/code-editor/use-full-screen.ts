import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Lets an element fill the window. It goes to the top layer of the browser, where no dialog that was dragged or moved in
 * can hold it within its own bounds; it stays where it is in the document, with its focus and what is typed.
 */
export function useFullScreen(): {
  frame: RefObject<HTMLDivElement | null>
  isFull: boolean
  toggle(): void
} {
  const frame = useRef<HTMLDivElement>(null)
  const [isFull, setFull] = useState(false)
  useLayoutEffect(() => {
    const { current } = frame
    if (!isFull || !current) return
    current.setAttribute('popover', 'manual')
    current.showPopover()
    return () => {
      current.hidePopover()
      current.removeAttribute('popover')
    }
  }, [isFull])
  return { frame, isFull, toggle: () => setFull(!isFull) }
}
