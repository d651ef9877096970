import { useContext, createContext } from 'react'
import { create } from 'zustand'
import {
  closeLeft,
  closeOthers,
  closeRight,
  closeTab,
  noTabs,
  openTab,
  refreshTab,
  renameTab,
} from './tabs.ts'
import type { Tabs } from './tabs.ts'

interface TabActions {
  open(page: { key: string; fullPath: string; title: string }): void
  /** Closes a tab; a refusal comes back as text. */
  close(key: string): string | null
  closeLeft(key: string): void
  closeRight(key: string): void
  closeOthers(key: string): void
  refresh(key: string): void
  rename(key: string, title: string): void
}

/** The open pages. They live as long as the browser window's page. */
export const useTabs = create<Tabs & TabActions>()((set, get) => ({
  ...noTabs,
  open: (page) => set(openTab(get(), page)),
  close(key) {
    const next = closeTab(get(), key)
    if ('refused' in next) return next.refused
    set(next)
    return null
  },
  closeLeft: (key) => set(closeLeft(get(), key)),
  closeRight: (key) => set(closeRight(get(), key)),
  closeOthers: (key) => set(closeOthers(get(), key)),
  refresh: (key) => set(refreshTab(get(), key)),
  rename: (key, title) => set(renameTab(get(), key, title)),
}))

/** Key of the tab that a page is shown in. */
export const TabKey = createContext('')

/** What a page may do with its own tab. @example const { rename, close } = useTab() */
export function useTab() {
  const key = useContext(TabKey)
  return {
    key,
    isActive: useTabs((tabs) => tabs.active === key),
    rename: (title: string) => useTabs.getState().rename(key, title),
    close: () => useTabs.getState().close(key),
    refresh: () => useTabs.getState().refresh(key),
  }
}
