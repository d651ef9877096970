export {
  areaLevels,
  areaMap,
  areaOptions,
  areaPath,
  areaRoot,
  areasBelow,
  areaText,
  isKnownArea,
} from './region.ts'
export type { AreaMap } from './region.ts'
export { areaOfText } from './region.ts'
export { loadAreas, loadedAreas } from './published.ts'
