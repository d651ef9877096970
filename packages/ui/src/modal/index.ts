export { AppModal } from './AppModal.tsx'
export type { AppModalProps } from './AppModal.tsx'
export { AppDrawer } from './AppDrawer.tsx'
