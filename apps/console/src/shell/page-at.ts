import { matchPath } from 'react-router'
import { testHomePath } from '../session/guard.ts'
import type { MenuPage } from '../session/menu-pages.ts'

/** Pages of every signed-in person that no menu names (1-shell.md §2.1). */
export const fixedPages: readonly MenuPage[] = [
  {
    path: testHomePath,
    name: 'test-home',
    title: '系统自检',
    component: 'test/Home',
    redirect: null,
    keepAlive: false,
    url: null,
    trail: [],
    hasHeader: false,
    inside: null,
    permissionList: null,
  },
]

/** The page of an address; an exact path wins over one with parameters. */
export function pageAt(pages: readonly MenuPage[], pathname: string): MenuPage | undefined {
  return (
    pages.find((page) => page.path === pathname) ??
    pages.find((page) => matchPath(page.path, pathname) !== null)
  )
}
