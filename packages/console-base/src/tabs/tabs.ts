import { homePath } from '../session/guard.ts'

/** An open page. Its key is the path without the query: page and filter of a list are not another tab. */
export interface Tab {
  readonly key: string
  /** Path with query and hash, as last shown. */
  readonly fullPath: string
  readonly title: string
  /** Raised by 刷新: the page is made anew. */
  readonly generation: number
  /** Order of the last visit; the oldest pages give up their memory first. */
  readonly visited: number
}

export interface Tabs {
  readonly list: readonly Tab[]
  readonly active: string
  readonly clock: number
}

export type Refusal = { readonly refused: string }

const homeTab: Tab = { key: homePath, fullPath: homePath, title: '首页', generation: 0, visited: 0 }
export const noTabs: Tabs = { list: [homeTab], active: homePath, clock: 0 }

/** Shows a page: a known tab becomes active and remembers the address, a new one is added at the end. */
export function openTab(tabs: Tabs, page: { key: string; fullPath: string; title: string }): Tabs {
  const clock = tabs.clock + 1
  const known = tabs.list.some((tab) => tab.key === page.key)
  const list = known
    ? tabs.list.map((tab) =>
        tab.key === page.key ? { ...tab, fullPath: page.fullPath, visited: clock } : tab,
      )
    : [...tabs.list, { ...page, generation: 0, visited: clock }]
  return { list, active: page.key, clock }
}

/** Closes one tab; the tab now at the same index becomes active, or the last one (5-screens.md §2.5). */
export function closeTab(tabs: Tabs, key: string): Tabs | Refusal {
  if (tabs.list.length === 1) return { refused: '这是最后一页，不能再关闭了啦' }
  if (key === homePath) return { refused: '首页不能关闭!' }
  const index = tabs.list.findIndex((tab) => tab.key === key)
  if (index < 0) return tabs
  return kept(tabs, tabs.list.toSpliced(index, 1), index)
}

/** Home stays first; the active tab moves to home when it was closed. */
export function closeLeft(tabs: Tabs, key: string): Tabs {
  const index = tabs.list.findIndex((tab) => tab.key === key)
  return kept(
    tabs,
    tabs.list.filter((tab, at) => tab.key === homePath || at >= index),
    0,
  )
}

/** The last remaining tab becomes active when the active one was closed. */
export function closeRight(tabs: Tabs, key: string): Tabs {
  const index = tabs.list.findIndex((tab) => tab.key === key)
  return kept(
    tabs,
    tabs.list.filter((tab, at) => tab.key === homePath || at <= index),
    Infinity,
  )
}

/** Home and the clicked tab remain, the clicked one becomes active. */
export function closeOthers(tabs: Tabs, key: string): Tabs {
  return { ...tabs, list: tabs.list.filter((tab) => tab.key === homePath || tab.key === key), active: key }
}

export function refreshTab(tabs: Tabs, key: string): Tabs {
  return mapTab(tabs, key, (tab) => ({ ...tab, generation: tab.generation + 1 }))
}

export function renameTab(tabs: Tabs, key: string, title: string): Tabs {
  return mapTab(tabs, key, (tab) => ({ ...tab, title }))
}

/**
 * One page at a time (multi-tab mode off, mobile): the list is reduced to the current page.
 * @param isKept pages that stay although they are not shown
 */
export function onlyActive(tabs: Tabs, isKept: (key: string) => boolean): Tabs {
  return { ...tabs, list: tabs.list.filter((tab) => tab.key === tabs.active || isKept(tab.key)) }
}

/** Multi-tab mode on again: home stands first (5-screens.md §2.5). */
export function withHome(tabs: Tabs): Tabs {
  const others = tabs.list.filter((tab) => tab.key !== homePath)
  const home = tabs.list.find((tab) => tab.key === homePath) ?? homeTab
  return { ...tabs, list: [home, ...others] }
}

/** The tabs whose pages stay mounted: the most recently visited. */
export function mountedTabs(tabs: Tabs, limit: number): readonly Tab[] {
  if (tabs.list.length <= limit) return tabs.list
  const oldest = tabs.list.toSorted((a, b) => b.visited - a.visited)[limit - 1]?.visited ?? 0
  return tabs.list.filter((tab) => tab.visited >= oldest || tab.key === tabs.active)
}

function mapTab(tabs: Tabs, key: string, change: (tab: Tab) => Tab): Tabs {
  return { ...tabs, list: tabs.list.map((tab) => (tab.key === key ? change(tab) : tab)) }
}

/** The tabs that remain; when the active one is gone, the one at `index` (or the last) takes its place. */
function kept(tabs: Tabs, list: readonly Tab[], index: number): Tabs {
  if (list.some((tab) => tab.key === tabs.active)) return { ...tabs, list }
  const next = list[Math.min(index, list.length - 1)] ?? homeTab
  return { ...tabs, list, active: next.key }
}
