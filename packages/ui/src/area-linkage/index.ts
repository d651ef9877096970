export { AreaLinkage } from './AreaLinkage.tsx'
export { areaOptions, areaText } from './areas.ts'
export type { AreaMap } from './areas.ts'
export { useAreas } from './use-areas.ts'
