export * from './snapshot.ts'
export * from './invariants.ts'
export * from './safe-direction.ts'
