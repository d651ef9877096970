import { create } from 'zustand'

/** What is said about single addresses while the window is open (1-shell.md §2.4). */
interface MenuTitles {
  /** Titles of the entries that were picked: a route with parameters takes its tab's title from them. */
  readonly announced: Readonly<Record<string, string>>
  /** Other titles that pages have given to entries of the menu. */
  readonly updated: Readonly<Record<string, string>>
}

export const useMenuTitles = create<MenuTitles>()(() => ({ announced: {}, updated: {} }))

/** Dynamic-router event: an entry with this path and title was picked. */
export function announceRoute(path: string, title: string): void {
  useMenuTitles.setState(({ announced }) => ({ announced: { ...announced, [path]: title } }))
}

/** Menu-title update: the entry with this path is called otherwise from now on. */
export function updateMenuTitle(path: string, title: string): void {
  useMenuTitles.setState(({ updated }) => ({ updated: { ...updated, [path]: title } }))
}
