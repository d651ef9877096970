import { useCallback, useLayoutEffect, useRef } from 'react'

/** Gives the value of the last drawing to what happens later: what is done for a click is done with it as it is then. */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return useCallback(() => latest.current, [])
}
