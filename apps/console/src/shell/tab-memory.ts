import { useEffect, useLayoutEffect, useRef } from 'react'
import { forgetDirtyTab } from '@suoan/console-base/tabs/dirty-tabs.ts'
import { onPageClosed } from '@suoan/console-base/tabs/tab-store.ts'

/** How far down each page was, in px: the window scrolls for all of them. */
const scrolled = new Map<string, number>()

onPageClosed(({ closed }) => {
  scrolled.delete(closed.key)
  forgetDirtyTab(closed.key)
})

/**
 * Each page comes back as far down as it was left; a page that was closed begins at its top.
 * @param key the tab that is shown
 */
export function useScrollMemory(key: string): void {
  const shown = useRef(key)
  /** How far down the window is, as it last said. */
  const now = useRef(0)
  // Before the browser paints, and before it reports the scroll that the change of page has caused: that one
  // already belongs to the page that comes.
  useLayoutEffect(() => {
    shown.current = key
    const top = scrolled.get(key) ?? 0
    // From top to top there is nothing to do, and asking would lay out the page that comes before it is complete.
    if (top !== 0 || now.current !== 0) scrollTo({ top, behavior: 'instant' })
  }, [key])
  useEffect(() => {
    const note = () => {
      now.current = scrollY
      scrolled.set(shown.current, scrollY)
    }
    now.current = scrollY
    addEventListener('scroll', note, { passive: true })
    return () => removeEventListener('scroll', note)
  }, [])
}
