export { loadAreas, loadedAreas } from './published.ts'
export {
  areaLevels,
  areaOfText,
  areaOptions,
  areaPath,
  areaRoot,
  areasBelow,
  areaText,
  isKnownArea,
  type AreaMap,
} from './region.ts'
