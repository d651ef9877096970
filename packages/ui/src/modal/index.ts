export { AppModal } from './AppModal.tsx'
export type { AppModalProps } from './AppModal.tsx'
