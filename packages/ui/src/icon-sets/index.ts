export type { IconTab } from './icon-names.ts'
export { findIcons, iconTabs, tabOf } from './load-icon-set.ts'
export { SetIcon } from './SetIcon.tsx'
export { useIconSet } from './use-icon-set.ts'
