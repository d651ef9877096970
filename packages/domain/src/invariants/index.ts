export * from './snapshot.ts'
export { insideOf } from './isolation.ts'
export * from './invariants.ts'
export * from './safe-direction.ts'
