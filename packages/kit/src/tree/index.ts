export { isPathCode, levelOfCode, nextCode, parentCodeOf } from './path-code.ts'
export { listToTree } from './list-to-tree.ts'
export type { TreeNode } from './list-to-tree.ts'
