export { conditionProblem } from './tree-nodes.ts'
export type { LazyNode } from './tree-nodes.ts'
export { LazyTreeSelect } from './LazyTreeSelect.tsx'
