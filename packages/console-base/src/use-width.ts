import { useSyncExternalStore } from 'react'

/** Mobile layout below 1088 px, collapsed side menu below 768 px (1-shell.md §2.4). */
const mobileBelow = 1088
const collapsedBelow = 768

export const isMobileWidth = (width: number): boolean => width < mobileBelow
export const isNarrowWidth = (width: number): boolean => width < collapsedBelow

const subscribe = (notify: () => void) => {
  addEventListener('resize', notify)
  return () => removeEventListener('resize', notify)
}

export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, () => isMobileWidth(innerWidth))
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => isNarrowWidth(innerWidth))
}
