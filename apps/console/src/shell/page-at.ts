import { matchPath } from 'react-router'
import {
  centerPath,
  exportsPath,
  scanPath,
  settingsPath,
  workplacePath,
} from '@suoan/console-admin/account/settings-path.ts'
import { testHomePath } from '@suoan/console-base/session/guard.ts'
import type { MenuPage } from '@suoan/console-base/session/menu-pages.ts'

const fixed = (path: string, name: string, title: string, component: string): MenuPage => ({
  path,
  name,
  title,
  component,
  redirect: null,
  keepAlive: false,
  url: null,
  trail: [],
  hasHeader: false,
  inside: null,
  permissionList: null,
})

/** Pages of every signed-in person that no menu names (1-shell.md §2.1, §2.2). */
export const fixedPages: readonly MenuPage[] = [
  fixed(testHomePath, 'test-home', '系统自检', 'test/Home'),
  fixed(centerPath, 'account-center', '个人中心', 'account/center/Index'),
  fixed(settingsPath, 'account-settings-BaseSetting', '个人设置', 'account/settings/Index'),
  fixed(exportsPath, 'account-exports', '我的导出', 'account/Exports'),
  fixed(scanPath, 'account-scan', '扫码登录', 'account/Scan'),
  fixed(workplacePath, 'dashboard-workplace', '工作台', 'dashboard/Workplace'),
]

/** A path as the menu writes it: browsers escape letters that are not ASCII. */
export function menuPath(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch (error) {
    if (error instanceof URIError) return pathname
    throw error
  }
}

/** The page of an address; an exact path wins over one with parameters. */
export function pageAt(pages: readonly MenuPage[], address: string): MenuPage | undefined {
  const pathname = menuPath(address)
  return (
    pages.find((page) => page.path === pathname) ??
    pages.find((page) => matchPath(page.path, pathname) !== null)
  )
}
