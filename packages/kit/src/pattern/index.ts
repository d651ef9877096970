export { judgeOf, type Uncompilable } from './judge.ts'
export { named } from './named.ts'
export type { Pattern, PatternName } from './named.ts'
