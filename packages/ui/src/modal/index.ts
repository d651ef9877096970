export { AppModal } from './AppModal.tsx'
export type { AppModalProps } from './AppModal.tsx'
export { AppDrawer } from './AppDrawer.tsx'
export { useShown } from './use-shown.ts'
