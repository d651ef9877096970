import { Activity, Suspense, createElement } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useRoutes } from 'react-router'
import type { RouteObject } from 'react-router'
import { lazyPart } from '../chunk/lazy-part.tsx'
import type { MenuPage } from '../session/menu-pages.ts'
import { PageActions } from '../session/page-actions.ts'
import { viewOf } from '../views.ts'
import { isDirtyTab } from './dirty-tabs.ts'
import { FramePage } from './FramePage.tsx'
import { CrashPage } from './states/CrashPage.tsx'
import { LoadingState } from './states/LoadingState.tsx'
import { MissingView } from './states/MissingView.tsx'
import { pageAt } from './page-at.ts'
import { TabKey } from './tab-key.ts'
import { useScrollMemory } from './tab-memory.ts'
import { useTabs } from './tab-store.ts'
import { mountedTabs } from './tabs.ts'
import type { Tab } from './tabs.ts'

const RouteHeader = lazyPart('RouteHeader', () => import('./RouteHeader.tsx').then((m) => m.RouteHeader))

/** How many pages keep their memory; older ones are made anew when they are visited again. */
const keptPages = 20

interface Props {
  readonly pages: readonly MenuPage[]
  /** Path of the page shown: the address leads, the tabs follow. */
  readonly active: string
  readonly keepAlive: boolean
}

/**
 * The pages of all tabs. A hidden page keeps its state (`Activity`) when its menu row says keepAlive (not on mobile,
 * where there are no tabs) or when it holds unsaved input; each has its own error boundary.
 */
export function TabPages({ pages, active, keepAlive }: Props) {
  const tabs = useTabs()
  useScrollMemory(active)
  return mountedTabs(tabs, keptPages).map((tab) => {
    const page = pageAt(pages, tab.key)
    const isActive = tab.key === active
    // Home is a tab from the start, but its page begins with the first visit.
    if (!page || (tab.visited === 0 && !isActive)) return null
    if (!isActive && !(keepAlive && page.keepAlive) && !isDirtyTab(tab.key)) return null
    return (
      <Activity key={`${tab.key}#${tab.generation}`} mode={isActive ? 'visible' : 'hidden'}>
        <TabKey value={tab.key}>
          <ErrorBoundary FallbackComponent={CrashPage}>
            <Suspense fallback={<LoadingState />}>
              <div className="page">
                <TabPage tab={tab} page={page} />
              </div>
            </Suspense>
          </ErrorBoundary>
        </TabKey>
      </Activity>
    )
  })
}

/** A page with the address frozen at its tab: two tabs of one parameter page keep their own parameters. */
function TabPage({ tab, page }: { tab: Tab; page: MenuPage }) {
  return useRoutes([routeOf(page)], tab.fullPath)
}

/** A page of a row with alwaysShow is drawn inside that row's page, in its `<Outlet />`. */
function routeOf(page: MenuPage): RouteObject {
  const own = { path: page.path, element: <View page={page} /> }
  if (!page.inside || !page.path.startsWith(`${page.inside.path}/`)) return own
  return { path: page.inside.path, element: <View page={page.inside} />, children: [own] }
}

function View({ page }: { page: MenuPage }) {
  return (
    <PageActions value={page.permissionList}>
      {page.hasHeader && <RouteHeader page={page} />}
      <Content page={page} />
    </PageActions>
  )
}

function Content({ page }: { page: MenuPage }) {
  if (page.component === 'layouts/IframePageView')
    return <FramePage url={page.url ?? ''} title={page.title} />
  const view = viewOf(page.component)
  return view ? createElement(view) : <MissingView component={page.component} />
}
