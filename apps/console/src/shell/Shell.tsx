import { usePrefetchQuery } from '@tanstack/react-query'
import { Layout } from 'antd'
import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  Navigate,
  NavigationType,
  UNSAFE_LocationContext as LocationContext,
  matchPath,
  useLocation,
} from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { useLiveChannel } from '@suoan/console-base/realtime/use-live-channel.ts'
import { setRequestHost } from '@suoan/console-base/request/client.ts'
import { lowAppOf } from '@suoan/console-base/request/low-app.ts'
import { defaultListViews } from '@suoan/console-base/resource/list-views.ts'
import { Footer } from '@suoan/console-base/session/Footer.tsx'
import { guard, homePath, notFoundPath } from '@suoan/console-base/session/guard.ts'
import { findEntry, menuEntries, pagesOf, placeInMenu } from '@suoan/console-base/session/menu-pages.ts'
import type { MenuEntry, MenuPage } from '@suoan/console-base/session/menu-pages.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { anyDirtyTab } from '@suoan/console-base/tabs/dirty-tabs.ts'
import { NoticeHost } from './bell/NoticeHost.tsx'
import { Header } from './Header.tsx'
import { useMenuTitles } from '@suoan/console-base/menu/menu-titles.ts'
import { fixedPages, menuPath, pageAt } from './page-at.ts'
import { usePagesAhead } from './pages-ahead.ts'
import { useHeldKeys } from './palette/use-held-keys.ts'
import { usePaletteKey } from './palette/use-palette-key.ts'
import { RemovedLockCard } from './RemovedLockCard.tsx'
import { RouteProgress } from './RouteProgress.tsx'
import './shell.css'
import { useSettings } from '@suoan/console-base/settings/settings-store.ts'
import { SideMenu } from './SideMenu.tsx'
import { TopMenu } from './TopMenu.tsx'
import { useScrolledDown } from './use-scrolled-down.ts'
import { documentTitle } from './system-name.ts'
import { OfflineBanner } from './states/OfflineBanner.tsx'
import { useTabs } from '@suoan/console-base/tabs/tab-store.ts'
import { TabPages } from './TabPages.tsx'
import { TabStrip } from './TabStrip.tsx'
import { useIsMobile, useIsNarrow } from '@suoan/console-base/use-width.ts'

const Drawer = lazyPart('Drawer', () => import('antd/es/drawer').then((m) => m.default))
const SettingsDrawer = lazyPart('SettingsDrawer', () =>
  import('./settings/SettingsDrawer.tsx').then((m) => m.SettingsDrawer),
)
const Palette = lazyPart('Palette', () => import('./palette/Palette.tsx').then((m) => m.Palette))
// Only in a demo, whose menu has the page of the simulator.
const DemoNote = lazyPart('DemoNote', () => import('./demo/DemoNote.tsx').then((m) => m.DemoNote))
// Its drawings are large and rarely seen.
const StatePage = lazyPart('StatePage', () =>
  import('@suoan/console-base/states/StatePage.tsx').then((m) => m.StatePage),
)

/** The layout of every signed-in page: side menu, header, tab strip, pages, footer (5-screens.md §2). */
export function Shell() {
  const menu = useSession((session) => session.permissions?.menu) ?? noMenu
  const entries = useMemo(() => menuEntries(menu), [menu])
  const pages = useMemo(() => [...pagesOf(menu), ...fixedPages], [menu])
  const isDemo = pages.some(({ path }) => path === '/isps/simulator')
  const location = useLocation()
  const page = useMemo(() => pageAt(pages, location.pathname), [pages, location.pathname])
  const place = useMemo(
    () => placeInMenu(entries, page, menuPath(location.pathname)),
    [entries, page, location.pathname],
  )
  const isMobile = useIsMobile()
  const isNarrow = useIsNarrow()
  const [collapsed, setCollapsed] = useState(isNarrow)
  const [drawer, setDrawer] = useState(false)
  const [settingsOpen, setSettingsOpen] = useState(false)
  const [paletteOpen, setPaletteOpen] = useState(false)
  const closePalette = useCallback(() => setPaletteOpen(false), [])
  const held = useHeldKeys(paletteOpen, closePalette)
  usePaletteKey(useCallback(() => setPaletteOpen((before) => !before), []))
  const { layout, menuTheme, multiTab, fixedHeader, autoHideHeader, fixedSider, contentWidth } = useSettings()
  const isTop = layout === 'topmenu' && !isMobile
  const hasTabs = multiTab && !isMobile
  const isHidden = useScrolledDown(fixedHeader && autoHideHeader)

  const address = location.pathname + location.search + location.hash
  useTabMode(hasTabs)
  useLowApp(page, address)
  useOpenTab(page, address, entries)
  useMenuNames(entries)
  useLeaveWarning()
  useLiveChannel()
  const bringAhead = usePagesAhead(pages)
  // On its way before the first list waits for it.
  usePrefetchQuery(defaultListViews())

  const { pathname } = location
  // What stands around the pages follows the page that is shown, not the filter and the page number of its list.
  const byPath = useMemo(
    () => ({
      location: { pathname, search: '', hash: '', state: null, key: 'default' },
      navigationType: NavigationType.Pop,
    }),
    [pathname],
  )
  const closeDrawer = useCallback(() => setDrawer(false), [])
  const openSettings = useCallback(() => setSettingsOpen(true), [])
  const toggle = useCallback(
    () => (isMobile ? setDrawer(true) : setCollapsed((before) => !before)),
    [isMobile],
  )
  const topMenu = useMemo(
    () => (isTop ? <TopMenu entries={entries} place={place} /> : undefined),
    [isTop, entries, place],
  )

  const decision = guard({ hasToken: true, permissions: 'loaded' }, address)
  const redirect = decision.kind === 'redirect' ? decision.to : page?.redirect
  if (redirect) return <Navigate to={redirect} replace />
  if (!page && location.pathname !== notFoundPath) return <Navigate to={notFoundPath} replace />

  const sideMenu = (
    <SideMenu entries={entries} collapsed={!isMobile && collapsed} place={place} onPick={closeDrawer} />
  )
  const content = (
    <Layout.Content className="shell-content">
      {page ? (
        <TabPages pages={pages} active={location.pathname} keepAlive={hasTabs} />
      ) : (
        <Suspense fallback={null}>
          <StatePage status={404} />
        </Suspense>
      )}
    </Layout.Content>
  )
  const look = [
    'shell',
    `shell-nav-${isTop ? 'top' : 'side'}`,
    `shell-menu-${menuTheme}`,
    ...(fixedHeader ? ['shell-head-fixed'] : []),
    ...(isHidden ? ['shell-head-hidden'] : []),
    ...(fixedSider && !isTop ? ['shell-sider-fixed'] : []),
    ...(isTop && contentWidth === 'Fixed' ? ['shell-narrow'] : []),
  ]
  return (
    <>
      <LocationContext value={byPath}>
        <Layout className={look.join(' ')} onPointerOver={bringAhead} onFocus={bringAhead}>
          <RouteProgress />
          {isTop ? null : isMobile ? (
            <Suspense fallback={null}>
              <Drawer
                open={drawer}
                placement="left"
                size={200}
                closable={false}
                onClose={closeDrawer}
                styles={{ body: { padding: 0 } }}
              >
                {sideMenu}
              </Drawer>
            </Suspense>
          ) : (
            <Layout.Sider
              theme={menuTheme}
              width={208}
              collapsedWidth={80}
              collapsed={collapsed}
              className="shell-side"
            >
              {sideMenu}
            </Layout.Sider>
          )}
          <Layout className="shell-main">
            <Header
              collapsed={isMobile ? !drawer : collapsed}
              isMobile={isMobile}
              entries={entries}
              onToggle={toggle}
              onSettings={openSettings}
              {...(topMenu ? { topMenu } : {})}
            />
            <OfflineBanner />
            <RemovedLockCard />
            {hasTabs && <TabStrip />}
            {isDemo ? (
              <Suspense fallback={noContent}>
                <DemoNote pages={pages}>{content}</DemoNote>
              </Suspense>
            ) : (
              content
            )}
            <Layout.Footer className="shell-footer">
              <Footer />
            </Layout.Footer>
          </Layout>
          <Suspense fallback={null}>
            {settingsOpen && <SettingsDrawer onClose={() => setSettingsOpen(false)} />}
            {paletteOpen && <Palette entries={entries} pages={pages} held={held} onClose={closePalette} />}
          </Suspense>
        </Layout>
      </LocationContext>
      <NoticeHost pages={pages} />
    </>
  )
}

/** As high as the page that comes, so that the footer stays below it. */
const noContent = <Layout.Content className="shell-content" />

const noMenu: never[] = []

/** Calls of a low-code app's pages carry its id and filter (1-shell.md §7). */
function useLowApp(page: MenuPage | undefined, address: string) {
  // Before the effects of the page, which make its first calls.
  useLayoutEffect(() => {
    const { pathname, searchParams } = new URL(address, location.origin)
    const params = page ? matchPath(page.path, pathname)?.params : undefined
    const app = page ? lowAppOf(page.name, { ...Object.fromEntries(searchParams), ...params }) : null
    setRequestHost({ lowApp: () => app })
  }, [page, address])
}

/** Several pages or one: follows the settings and the width of the window. */
function useTabMode(hasTabs: boolean) {
  const setMulti = useTabs((tabs) => tabs.setMulti)
  useLayoutEffect(() => setMulti(hasTabs), [hasTabs, setMulti])
}

/**
 * Keeps the tabs and the document title in step with the address. A route with parameters is called as the menu entry
 * that was picked, or that has this very address.
 */
function useOpenTab(page: MenuPage | undefined, fullPath: string, entries: readonly MenuEntry[]) {
  const open = useTabs((tabs) => tabs.open)
  const key = fullPath.split(/[?#]/)[0] ?? fullPath
  const isPage = page !== undefined && page.redirect === null
  const picked = useMenuTitles((state) => state.announced[key])
  const title =
    key === homePath ? '首页' : (picked ?? findEntry(entries, menuPath(key))?.title ?? page?.title ?? '')
  useLayoutEffect(() => {
    if (isPage) open({ key, fullPath, title })
  }, [isPage, key, fullPath, title, open])
  const shown = useTabs((tabs) => tabs.list.find((tab) => tab.key === key)?.title)
  useEffect(() => {
    document.title = documentTitle(key, shown)
  }, [key, shown])
}

/** Menu-title update (1-shell.md §2.4): a tab that is called as its entry of the menu follows when that one is renamed. */
function useMenuNames(entries: readonly MenuEntry[]) {
  const before = useRef(entries)
  useEffect(() => {
    const { list, rename } = useTabs.getState()
    for (const { key, title } of list) {
      const next = findEntry(entries, menuPath(key))?.title
      if (next && next !== title && title === findEntry(before.current, menuPath(key))?.title)
        rename(key, next)
    }
    before.current = entries
  }, [entries])
}

/** Unsaved input: the browser asks before its window closes. Within the console dirty pages stay mounted. */
function useLeaveWarning() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (anyDirtyTab()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
}
