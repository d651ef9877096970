export { QueryInput } from './QueryInput.tsx'
export type { QueryOperator } from './operator-text.ts'
