import { Suspense, useEffect, useRef, useState } from 'react'
import type { ComponentType } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'

/**
 * A chart whose code and picture come when its place is scrolled into the window: the library for charts weighs as much
 * as the rest of a page, and most charts stand below what one looks at first.
 * @param place class of the empty place, which has the height of the chart
 */
export function lazyChart<P extends object>(
  id: string,
  load: () => Promise<ComponentType<P>>,
  place = 'chart',
): ComponentType<P> {
  const Part = lazyPart(id, load)
  return function LazyChart(props: P) {
    const box = useRef<HTMLDivElement>(null)
    const [isSeen, setSeen] = useState(false)
    useEffect(() => {
      if (!box.current) return
      const watch = new IntersectionObserver((entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
      })
      watch.observe(box.current)
      return () => watch.disconnect()
    }, [])
    if (!isSeen) return <div ref={box} className={place} />
    return (
      <Suspense fallback={<div className={place} />}>
        <Part {...props} />
      </Suspense>
    )
  }
}
