import { areaMap, type AreaMap } from './region.ts'

let loaded: AreaMap | null = null

/** The published areas; 29 kB gzip in a browser, so they come when something first asks for them. */
export async function loadAreas(): Promise<AreaMap> {
  const { areaList } = await import('@vant/area-data')
  return (loaded ??= areaMap(areaList))
}

/** The same where they have come already, else null. */
export const loadedAreas = (): AreaMap | null => loaded
