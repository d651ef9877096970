export { toGcj02 } from './gcj02.ts'
export { fenceOf, insideFence, metresBetween, type Fence, type Position } from './fence.ts'
