import { PageHeader } from '@suoan/ui/page-header'
import { useContext } from 'react'
import { useNavigate } from 'react-router'
import { homePath } from '@suoan/console-base/session/guard.ts'
import type { MenuPage } from '@suoan/console-base/session/menu-pages.ts'
import { TabKey } from '@suoan/console-base/tabs/tab-key.ts'
import { useTabs } from '@suoan/console-base/tabs/tab-store.ts'

/** The page header that `layouts/PageView` puts above its pages: home, the groups above, this page (1-shell.md §2.4). */
export function RouteHeader({ page }: { page: MenuPage }) {
  const navigate = useNavigate()
  const key = useContext(TabKey)
  // A route with parameters is called as its tab is.
  const title = useTabs((tabs) => tabs.list.find((tab) => tab.key === key)?.title) ?? page.title
  const crumbs = [
    { title: '首页', path: homePath },
    ...page.trail.filter((crumb) => crumb.path !== homePath),
    { title, path: key },
  ]
  return <PageHeader title={title} crumbs={crumbs} onCrumb={(path) => void navigate(path)} />
}
