export * from './codes.ts'
export * from './lock-domain.ts'
export { valueLists } from './value-lists.ts'
