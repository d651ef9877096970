import { useContext } from 'react'
import { useNavigate } from 'react-router'
import { create } from 'zustand'
import { homePath } from '../session/guard.ts'
import { isDirtyTab } from './dirty-tabs.ts'
import { feedback } from '../feedback.ts'
import { TabKey } from './tab-key.ts'
import {
  closeLeft,
  closeOthers,
  closeRight,
  closeTab,
  noTabs,
  onlyActive,
  openTab,
  refreshTab,
  renameTab,
  withHome,
} from './tabs.ts'
import type { Tab, Tabs } from './tabs.ts'

interface TabActions {
  /** Several pages at once (multi-tab mode), or the one that is shown. */
  readonly isMulti: boolean
  setMulti(isMulti: boolean): void
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
export const useTabs = create<Tabs & TabActions>()((set, get) => {
  const change = (next: Tabs) => {
    const before = get().list
    set(next)
    for (const tab of before.filter((each) => !next.list.some(({ key }) => key === each.key))) {
      for (const listener of closedListeners)
        listener({ closed: tab, remaining: next.list, active: next.active })
    }
  }
  // A page with unsaved input is never given up because another one is shown.
  const reduced = (tabs: Tabs) => (get().isMulti ? tabs : onlyActive(tabs, isDirtyTab))
  return {
    ...noTabs,
    isMulti: true,
    setMulti(isMulti) {
      set({ isMulti })
      change(isMulti ? withHome(get()) : reduced(get()))
    },
    open: (page) => change(reduced(openTab(get(), page))),
    close(key) {
      const next = closeTab(get(), key)
      if ('refused' in next) return next.refused
      change(next)
      return null
    },
    closeLeft: (key) => change(closeLeft(get(), key)),
    closeRight: (key) => change(closeRight(get(), key)),
    closeOthers: (key) => change(closeOthers(get(), key)),
    refresh: (key) => change(refreshTab(get(), key)),
    rename: (key, title) => change(renameTab(get(), key, title)),
  }
})

/** Raised for every page that leaves the tabs and with them its memory (5-screens.md §2.5). */
export interface PageClosed {
  readonly closed: Tab
  readonly remaining: readonly Tab[]
  readonly active: string
}

const closedListeners = new Set<(event: PageClosed) => void>()

/** @returns stops listening */
export function onPageClosed(listener: (event: PageClosed) => void): () => void {
  closedListeners.add(listener)
  return () => closedListeners.delete(listener)
}

/** What a page may do with its own tab. @example const { rename, leave } = useTab() */
export function useTab() {
  const key = useContext(TabKey)
  const navigate = useNavigate()
  const follow = () => void navigate(activeAddress())
  return {
    key,
    isActive: useTabs((tabs) => tabs.active === key),
    rename: (title: string) => useTabs.getState().rename(key, title),
    /** Closes this page and shows the next one; home and the last page stay, and it is said why. */
    close() {
      const refused = useTabs.getState().close(key)
      if (refused) void feedback().message.warning(refused)
      else follow()
    },
    /** Goes back from this page: its tab closes; where it is the only page, home takes its place. */
    leave() {
      if (useTabs.getState().close(key) === null) follow()
      else void navigate(homePath)
    },
    refresh: () => useTabs.getState().refresh(key),
  }
}

/** Address of the active tab, as it was last shown. */
export function activeAddress(): string {
  const { list, active } = useTabs.getState()
  return list.find((tab) => tab.key === active)?.fullPath ?? homePath
}

/** The open pages with unsaved input as one text, such as “甲”、“乙”; '' when there are none. */
export function unsavedPages(): string {
  const unsaved = useTabs.getState().list.filter(({ key }) => isDirtyTab(key))
  return unsaved.map(({ title }) => `“${title}”`).join('、')
}
