import { useEffect, useEffectEvent, useState } from 'react'

/** What came of a part that is loaded when it is first drawn. */
export interface LoadedPart<T> {
  /** Null until the part is there. */
  readonly loaded: T | null
  readonly failed: boolean
  retry(): void
}

/**
 * Loads a part and makes what is wanted of it once: that outlives its elements, so that a text under edit and its undoing
 * are there when a hidden tab is shown again.
 */
export function usePart<Part, T>(load: () => Promise<Part>, make: (part: Part) => T): LoadedPart<T> {
  const [loaded, setLoaded] = useState<T | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // With what the page holds when the part is there, not when it was asked for.
  const take = useEffectEvent((part: Part) => {
    setFailed(false)
    const made = make(part)
    setLoaded(() => made)
  })
  const begin = useEffectEvent(load)
  const isThere = loaded !== null
  useEffect(() => {
    if (isThere) return
    let isGone = false
    begin().then(
      (part) => {
        if (!isGone) take(part)
      },
      () => {
        if (!isGone) setFailed(true)
      },
    )
    return () => {
      isGone = true
    }
  }, [isThere, attempt])
  return { loaded, failed, retry: () => setAttempt(attempt + 1) }
}
