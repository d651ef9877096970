export { ContextMenu } from './ContextMenu.tsx'
export type { ContextMenuItem } from './ContextMenu.tsx'
