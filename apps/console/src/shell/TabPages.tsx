import { Activity, Suspense } from 'react'
import type { AnimationEvent } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { MenuPage } from '@suoan/console-base/session/menu-pages.ts'
import { isDirtyTab } from '@suoan/console-base/tabs/dirty-tabs.ts'
import { CrashPage } from './states/CrashPage.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { FrozenPage } from './FrozenPage.tsx'
import { pageAt } from './page-at.ts'
import { TabKey } from '@suoan/console-base/tabs/tab-key.ts'
import { useScrollMemory } from './tab-memory.ts'
import { useTabs } from '@suoan/console-base/tabs/tab-store.ts'
import { mountedTabs } from '@suoan/console-base/tabs/tabs.ts'

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
              <div className="page" onAnimationEnd={noteShown}>
                <FrozenPage address={tab.fullPath} page={page} />
              </div>
            </Suspense>
          </ErrorBoundary>
        </TabKey>
      </Activity>
    )
  })
}

/** A page comes in softly once; when its tab is shown again, it is there. */
function noteShown({ target, currentTarget }: AnimationEvent<HTMLElement>): void {
  if (target === currentTarget) currentTarget.classList.add('page-shown')
}
