import { Activity, Suspense, createElement } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useRoutes } from 'react-router'
import type { MenuPage } from '../session/menu-pages.ts'
import { viewOf } from '../views.ts'
import { isDirtyTab } from './dirty-tabs.ts'
import { FramePage } from './FramePage.tsx'
import { CrashPage } from './states/CrashPage.tsx'
import { LoadingState } from './states/LoadingState.tsx'
import { MissingView } from './states/MissingView.tsx'
import { pageAt } from './page-at.ts'
import { TabKey, useTabs } from './tab-store.ts'
import { mountedTabs } from './tabs.ts'
import type { Tab } from './tabs.ts'

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
              <TabPage tab={tab} page={page} />
            </Suspense>
          </ErrorBoundary>
        </TabKey>
      </Activity>
    )
  })
}

/** A page with the address frozen at its tab: two tabs of one parameter page keep their own parameters. */
function TabPage({ tab, page }: { tab: Tab; page: MenuPage }) {
  return useRoutes([{ path: page.path, element: <View page={page} /> }], tab.fullPath)
}

function View({ page }: { page: MenuPage }) {
  if (page.component === 'layouts/IframePageView')
    return <FramePage url={page.url ?? ''} title={page.title} />
  const view = viewOf(page.component)
  return view ? createElement(view) : <MissingView component={page.component} />
}
