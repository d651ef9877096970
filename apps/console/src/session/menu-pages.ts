import type { MenuItem } from '@suoan/contract'

/** A page that the menu of the server makes reachable (4-api.md §3.2). */
export interface MenuPage {
  readonly path: string
  readonly title: string
  /** Component name of the view, or where to go instead. */
  readonly component: string
  readonly redirect: string | null
  readonly keepAlive: boolean
  /** Address of an embedded page. */
  readonly url: string | null
  /** Titles of the groups above, outermost first. */
  readonly trail: readonly string[]
}

const isContainer = (item: MenuItem): boolean => /^layouts\/(RouteView|PageView)$/.test(item.component)
const childrenOf = (item: MenuItem): readonly MenuItem[] => item.children ?? []

/**
 * The pages of a menu, flat: paths of menu rows are absolute. A row with route "0" is no page, and its children are
 * lost with it (4-api.md §3.4); a group leads to its first visible child.
 */
export function pagesOf(menu: readonly MenuItem[], trail: readonly string[] = []): MenuPage[] {
  return menu.flatMap((item) => {
    if (item.route === '0') return []
    const title = item.meta?.title ?? item.name
    const page: MenuPage = {
      path: item.path.startsWith('/') ? item.path : `/${item.path}`,
      title,
      component: item.component,
      redirect: redirectOf(item),
      keepAlive: item.meta?.keepAlive ?? false,
      url: item.meta?.url ?? null,
      trail,
    }
    return [page, ...pagesOf(childrenOf(item), [...trail, title])]
  })
}

function redirectOf(item: MenuItem): string | null {
  if (!isContainer(item)) return null
  if (item.redirect) return item.redirect
  const child = childrenOf(item).find((each) => !each.hidden && each.route !== '0')
  return child ? (redirectOf(child) ?? child.path) : null
}

/** An entry of the side menu. */
export interface MenuEntry {
  readonly key: string
  readonly title: string
  readonly icon: string | null
  readonly children: readonly MenuEntry[]
  /** Opens in a new browser window. */
  readonly external: string | null
  /** Only holds other entries together; it has no page of its own. */
  readonly isGroup: boolean
}

/** What the side menu draws: hidden rows left out, a group of hidden children or with alwaysShow as a plain item. */
export function menuEntries(menu: readonly MenuItem[]): MenuEntry[] {
  return menu
    .filter((item) => !item.hidden && !item.meta?.hideMenu)
    .map((item) => ({
      key: item.path.startsWith('/') ? item.path : `/${item.path}`,
      title: item.meta?.title ?? item.name,
      icon: item.meta?.icon ?? null,
      children: item.alwaysShow ? [] : menuEntries(childrenOf(item)),
      external: item.meta?.internalOrExternal && item.meta.url ? item.meta.url : null,
      isGroup: isContainer(item) && !item.alwaysShow,
    }))
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
