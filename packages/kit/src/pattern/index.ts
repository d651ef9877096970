export { judgeOf, type Uncompilable } from './judge.ts'
export type { Pattern, PatternName } from './named.ts'
