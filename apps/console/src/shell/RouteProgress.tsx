import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Thin bar at the top while a page changes and its first data are on the way; no spinner (5-screens.md §1). */
export function RouteProgress() {
  const { pathname } = useLocation()
  const loading = useIsFetching({ predicate: (query) => query.state.status === 'pending' }) > 0
  const [moving, setMoving] = useState(false)
  useEffect(() => {
    setMoving(true)
    const timer = setTimeout(() => setMoving(false), 350)
    return () => clearTimeout(timer)
  }, [pathname])
  return <div className={moving || loading ? 'progress progress-run' : 'progress'} aria-hidden="true" />
}
