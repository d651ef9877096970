import { useEffect, useState } from 'react'
import { areaMap, type AreaMap } from './areas.ts'

interface LoadedAreas {
  /** null until they are there. */
  readonly areas: AreaMap | null
  readonly hasFailed: boolean
  retry(): void
}

/** The published areas; 29 kB gzip, so they come when something first asks for them. */
async function loadAreas(): Promise<AreaMap> {
  const { areaList } = await import('@vant/area-data')
  return (loaded ??= areaMap(areaList))
}
let loaded: AreaMap | null = null

/** Provinces, cities and districts, as soon as they are there. */
export function useAreas(): LoadedAreas {
  const [areas, setAreas] = useState(loaded)
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
