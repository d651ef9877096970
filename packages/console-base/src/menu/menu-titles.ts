import { create } from 'zustand'

/** Titles of the entries that were picked, by address: a route with parameters takes its tab's title from them. */
interface MenuTitles {
  readonly announced: Readonly<Record<string, string>>
}

export const useMenuTitles = create<MenuTitles>()(() => ({ announced: {} }))

/** Dynamic-router event: an entry with this path and title was picked (1-shell.md §2.4). */
export function announceRoute(path: string, title: string): void {
  useMenuTitles.setState(({ announced }) => ({ announced: { ...announced, [path]: title } }))
}
