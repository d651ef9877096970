export * from './codes.ts'
export type { Dictionary } from './dictionary.ts'
export * from './lock-domain.ts'
export { valueLists } from './value-lists.ts'
