import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useTabs } from '@suoan/console-base/tabs/tab-store.ts'

/**
 * Thin bar at the top while a page changes and its first data are on the way; no spinner (5-screens.md §1). Beside
 * tabs, a page that was open already is there at once.
 */
export function RouteProgress() {
  const { pathname } = useLocation()
  const loading = useIsFetching({ predicate: (query) => query.state.status === 'pending' }) > 0
  const [moving, setMoving] = useState(false)
  const isMulti = useTabs((tabs) => tabs.isMulti)
  const known = useRef(new Set<string>())
  useEffect(() => {
    if (isMulti && known.current.has(pathname)) return
    known.current.add(pathname)
    setMoving(true)
    const timer = setTimeout(() => setMoving(false), 350)
    return () => {
      clearTimeout(timer)
      setMoving(false)
    }
  }, [pathname, isMulti])
  return <div className={moving || loading ? 'progress progress-run' : 'progress'} aria-hidden="true" />
}
