import { matchPath } from 'react-router'
import type { MenuPage } from '../session/menu-pages.ts'

/** The page of an address; an exact path wins over one with parameters. */
export function pageAt(pages: readonly MenuPage[], pathname: string): MenuPage | undefined {
  return (
    pages.find((page) => page.path === pathname) ??
    pages.find((page) => matchPath(page.path, pathname) !== null)
  )
}
