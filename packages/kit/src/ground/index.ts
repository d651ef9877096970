export { areaOf, gapBetween, isTangled, type Figure } from './figure.ts'
export { offsetOf, placeAt, type Place } from './place.ts'
export { placementOf, sheetAround, type Mark, type Placement, type Spot } from './placement.ts'
