import { useContext, useEffect } from 'react'
import { TabKey } from './tab-key.ts'

const dirtyTabs = new Set<string>()

/**
 * Marks the page of this tab as having unsaved input: closing it then asks first, and the page stays mounted while
 * another tab is shown. There is no clean-up on purpose: effects of a hidden tab are undone, its input is not.
 */
export function useDirty(isDirty: boolean): void {
  const key = useContext(TabKey)
  useEffect(() => setDirtyTab(key, isDirty), [isDirty, key])
}

export function setDirtyTab(key: string, isDirty: boolean): void {
  if (isDirty) dirtyTabs.add(key)
  else dirtyTabs.delete(key)
}

export function isDirtyTab(key: string): boolean {
  return dirtyTabs.has(key)
}

/** The page is closed or made anew: its input is gone. */
export function forgetDirtyTab(key: string): void {
  dirtyTabs.delete(key)
}

/** The person has been asked and gives all of it up: the browser need not ask again. */
export function forgetDirtyTabs(): void {
  dirtyTabs.clear()
}

export function anyDirtyTab(): boolean {
  return dirtyTabs.size > 0
}
