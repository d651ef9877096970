import { createElement, memo, useMemo } from 'react'
import { UNSAFE_LocationContext as LocationContext, NavigationType, parsePath, useRoutes } from 'react-router'
import type { RouteObject } from 'react-router'
import { lazyPart, lazyView } from '@suoan/console-base/chunk/lazy-part.tsx'
import { isMicroApp, type MenuPage } from '@suoan/console-base/session/menu-pages.ts'
import { PageActions } from '@suoan/console-base/session/page-actions.ts'
import { viewOf } from '../views.ts'

// Most people never open a page of these kinds.
const FramePage = lazyView('FramePage', () => import('./FramePage.tsx').then((m) => m.FramePage))
const MicroAppPage = lazyView('MicroAppPage', () =>
  import('./micro-app/MicroAppPage.tsx').then((m) => m.MicroAppPage),
)
const MissingView = lazyView('MissingView', () =>
  import('./states/MissingView.tsx').then((m) => m.MissingView),
)
const RouteHeader = lazyPart('RouteHeader', () => import('./RouteHeader.tsx').then((m) => m.RouteHeader))

/**
 * A page with its address frozen: two tabs of one parameter page keep their own parameters. The router's own way
 * (`useRoutes` with a location) hears of every change of address and draws all open pages for it; a page here hears of its
 * own only.
 */
export const FrozenPage = memo(function FrozenPage({ address, page }: { address: string; page: MenuPage }) {
  const location = useMemo(() => {
    const { pathname = '/', search = '', hash = '' } = parsePath(address)
    return {
      location: { pathname, search, hash, state: null, key: 'default' },
      navigationType: NavigationType.Pop,
    }
  }, [address])
  return (
    <LocationContext value={location}>
      <Routed page={page} />
    </LocationContext>
  )
})

function Routed({ page }: { page: MenuPage }) {
  const routes = useMemo(() => [routeOf(page)], [page])
  return useRoutes(routes)
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
  if (isMicroApp(page)) return <MicroAppPage url={page.url ?? page.path} title={page.title} />
  const view = viewOf(page.component)
  return view ? createElement(view) : <MissingView component={page.component} />
}
