import type { MenuItem } from '@suoan/contract'
import { microAppComponent, type GrantedAction } from '@suoan/domain/permission'

/** A page that the menu of the server makes reachable (4-api.md §3.2). */
export interface MenuPage {
  readonly path: string
  /** Name of the route, such as `isystem-user`; low-code app routes are known by it. */
  readonly name: string
  readonly title: string
  /** Component name of the view, or where to go instead. */
  readonly component: string
  readonly redirect: string | null
  readonly keepAlive: boolean
  /** Address of an embedded page. */
  readonly url: string | null
  /** The groups above, outermost first. */
  readonly trail: readonly Crumb[]
  /** Stands under the page header with its breadcrumb: a child of `layouts/PageView` that does not hide it. */
  readonly hasHeader: boolean
  /** The page that draws this one inside itself: a parent with alwaysShow (4-api.md §3.3). */
  readonly inside: MenuPage | null
  /** Actions that the route itself shows or disables (1-shell.md §6); they win over those of the session. */
  readonly permissionList: readonly GrantedAction[] | null
}

/** Whether a page is a sub-application: its address is that of a manifest. */
export const isMicroApp = ({ component }: MenuPage): boolean => component === microAppComponent

/** A place above a page, in the breadcrumb. */
export interface Crumb {
  readonly title: string
  readonly path: string
}

const isContainer = (item: MenuItem): boolean => /^layouts\/(RouteView|PageView)$/.test(item.component)
const childrenOf = (item: MenuItem): readonly MenuItem[] => item.children ?? []
const pathOf = (item: MenuItem): string => (item.path.startsWith('/') ? item.path : `/${item.path}`)
const titleOf = (item: MenuItem): string => item.meta?.title ?? item.name

/** Where a row of the menu stands. */
interface Above {
  readonly trail: readonly Crumb[]
  readonly hasHeader: boolean
  readonly inside: MenuPage | null
}
const top: Above = { trail: [], hasHeader: false, inside: null }

/**
 * The pages of a menu, flat: paths of menu rows are absolute. A row with route "0" is no page, and its children are
 * lost with it (4-api.md §3.4); a group leads to its first visible child, a row with alwaysShow to itself.
 */
export function pagesOf(menu: readonly MenuItem[], above: Above = top): MenuPage[] {
  return menu.flatMap((item) => {
    if (item.route === '0') return []
    const page: MenuPage = {
      path: pathOf(item),
      name: item.name,
      title: titleOf(item),
      component: item.component,
      redirect: redirectOf(item),
      keepAlive: item.meta?.keepAlive ?? false,
      url: item.meta?.url ?? null,
      trail: above.trail,
      hasHeader: above.hasHeader && !isContainer(item) && item.meta?.hiddenHeaderContent !== true,
      inside: above.inside,
      permissionList: item.meta?.permissionList ?? null,
    }
    const below: Above = {
      trail: [...above.trail, { title: page.title, path: page.path }],
      hasHeader: isContainer(item) ? item.component === 'layouts/PageView' : above.hasHeader,
      inside: item.alwaysShow && !isContainer(item) ? page : above.inside,
    }
    return [page, ...pagesOf(childrenOf(item), below)]
  })
}

function redirectOf(item: MenuItem): string | null {
  if (!isContainer(item)) return null
  if (item.redirect) return item.redirect
  const child = childrenOf(item).find((each) => !each.hidden && each.route !== '0')
  return child ? (redirectOf(child) ?? pathOf(child)) : null
}

/** An entry of the side menu. */
export interface MenuEntry {
  readonly key: string
  readonly title: string
  readonly icon: string | null
  readonly children: readonly MenuEntry[]
  /** Address of a page of others that has a browser window of its own. */
  readonly external: string | null
  /** A page of ours that opens in a new browser window. */
  readonly newWindow: boolean
  /** Only holds other entries together; it has no page of its own. */
  readonly isGroup: boolean
}

/** What the side menu draws: hidden rows left out, a group of hidden children or with alwaysShow as a plain item. */
export function menuEntries(menu: readonly MenuItem[]): MenuEntry[] {
  return menu
    .filter((item) => !item.hidden && !item.meta?.hideMenu)
    .map((item) => ({
      key: pathOf(item),
      title: titleOf(item),
      icon: item.meta?.icon ?? null,
      children: item.alwaysShow ? [] : menuEntries(childrenOf(item)),
      external: item.meta?.internalOrExternal && item.meta.url ? item.meta.url : null,
      newWindow: item.meta?.target === '_blank',
      isGroup: isContainer(item) && !item.alwaysShow,
    }))
}

/** The entry with this path, at whatever depth. */
export function findEntry(entries: readonly MenuEntry[], key: string): MenuEntry | undefined {
  for (const entry of entries) {
    const found = entry.key === key ? entry : findEntry(entry.children, key)
    if (found) return found
  }
  return undefined
}

/** Keys of the groups above an entry, outermost first; empty when it stands at the top or nowhere. */
export function parentsOf(entries: readonly MenuEntry[], key: string): string[] {
  for (const entry of entries) {
    if (entry.key === key) return []
    if (entry.children.length === 0) continue
    if (entry.children.some((child) => child.key === key)) return [entry.key]
    const deeper = parentsOf(entry.children, key)
    if (deeper.length > 0) return [entry.key, ...deeper]
  }
  return []
}

/** What the menu marks and opens for a page. */
export interface MenuPlace {
  readonly selected: string
  /** Keys of the groups above, outermost first. */
  readonly parents: readonly string[]
}

/**
 * Where the menu shows a page to be. One that it does not draw stands in the groups above it, or in the entry that draws
 * it inside itself (5-screens.md §2.2).
 */
export function placeInMenu(
  entries: readonly MenuEntry[],
  page: Pick<MenuPage, 'trail' | 'inside'> | undefined,
  pathname: string,
): MenuPlace {
  const isDrawn = findEntry(entries, pathname) !== undefined
  const selected = isDrawn ? pathname : (page?.inside?.path ?? pathname)
  const parents = parentsOf(entries, selected)
  if (isDrawn || parents.length > 0) return { selected, parents }
  const above = page?.trail.map(({ path }) => path) ?? []
  return { selected, parents: above.filter((path) => findEntry(entries, path)) }
}

/** px by which each level of the side menu stands further in: its 208 px still show titles eight levels down. */
export function indentOf(entries: readonly MenuEntry[]): number {
  return Math.max(8, Math.min(24, Math.floor(96 / depthOf(entries))))
}

const depthOf = (entries: readonly MenuEntry[]): number =>
  1 +
  Math.max(0, ...entries.filter((entry) => entry.children.length > 0).map((entry) => depthOf(entry.children)))

/** An entry with a page, and the titles above it. */
export interface MenuLeaf {
  readonly key: string
  readonly title: string
  readonly trail: readonly string[]
}

/** Every page that the menu shows: what its search offers. Groups are no pages. */
export function leavesOf(entries: readonly MenuEntry[], trail: readonly string[] = []): MenuLeaf[] {
  return entries.flatMap(({ key, title, children, isGroup }) => [
    ...(isGroup ? [] : [{ key, title, trail }]),
    ...leavesOf(children, [...trail, title]),
  ])
}

/** Does a title contain the text? Upper and lower case are one. */
export function matches({ title }: { readonly title: string }, text: string): boolean {
  return title.toLowerCase().includes(text.trim().toLowerCase())
}
