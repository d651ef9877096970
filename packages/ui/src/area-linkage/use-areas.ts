import { useEffect, useState } from 'react'
import { loadAreas, loadedAreas, type AreaMap } from '@suoan/kit/region'

interface LoadedAreas {
  /** null until they are there. */
  readonly areas: AreaMap | null
  readonly hasFailed: boolean
  retry(): void
}

/** Provinces, cities and districts, as soon as they are there. */
export function useAreas(): LoadedAreas {
  const [areas, setAreas] = useState(loadedAreas)
  const [round, setRound] = useState(0)
  const [failedIn, setFailedIn] = useState<number | null>(null)
  useEffect(() => {
    if (areas) return undefined
    let isAsked = true
    loadAreas().then(
      (map) => {
        if (isAsked) setAreas(map)
      },
      () => {
        if (isAsked) setFailedIn(round)
      },
    )
    return () => {
      isAsked = false
    }
  }, [areas, round])
  return { areas, hasFailed: !areas && failedIn === round, retry: () => setRound(round + 1) }
}
