import { useSyncExternalStore } from 'react'

/** Mobile layout below 1088 px, collapsed side menu below 768 px (1-shell.md §2.4). */
export const mobileBelow = 1088
export const collapsedBelow = 768

const subscribe = (notify: () => void) => {
  addEventListener('resize', notify)
  return () => removeEventListener('resize', notify)
}

export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, () => innerWidth < mobileBelow)
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => innerWidth < collapsedBelow)
}
