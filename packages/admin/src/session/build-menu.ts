import { menuAddress, microAppComponent } from '@suoan/domain/permission'
import { createHash } from 'node:crypto'
import type { MenuItem } from '@suoan/contract'

/** A menu row of `sys_permission` (types 0 and 1) as the menu needs it. */
export interface MenuRow {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly url: string | null
  readonly component: string | null
  readonly componentName: string | null
  readonly redirect: string | null
  readonly icon: string | null
  readonly sortNo: number | null
  readonly isLeaf: boolean
  readonly isRoute: boolean
  readonly hidden: boolean
  readonly hideTab: boolean
  readonly keepAlive: boolean
  readonly alwaysShow: boolean
  readonly internalOrExternal: boolean
}

const HOME_NAME = '首页'

/** Where a row without a number stands: behind all that have one, as in the list of 菜单管理. */
const unsorted = Number.MAX_VALUE

/**
 * The menu tree of a user (4-api.md §3.1–§3.5): the granted rows with their ancestors, by `sortNo`; 首页 stands first
 * even without a grant, because a client without any menu item signs its user out. A row that leads where none may
 * (it was stored before, or the site is no longer allowed) is left out.
 * @param origins foreign sites that frames may show
 * @param microApps sites whose sub-applications are handed the session
 * @param homes components of the home pages of the user's roles, the one that wins first
 */
export function buildMenu(
  all: readonly MenuRow[],
  granted: ReadonlySet<string>,
  origins: readonly string[],
  homes: readonly string[] = [],
  microApps: readonly string[] = [],
): MenuItem[] {
  const byId = new Map(all.map((row) => [row.id, row]))
  const seen = withAncestors(byId, granted)
  // Pages about oneself need no grant.
  for (const { id, url } of all) if (/^\/account(\/|$)/.test(url ?? '')) seen.add(id)
  const rows = all
    .filter(
      (row) =>
        seen.has(row.id) && !isRefused(row.url, row.component === microAppComponent ? microApps : origins),
    )
    .toSorted((a, b) => (a.sortNo ?? unsorted) - (b.sortNo ?? unsorted))
  if (!rows.some((row) => row.name === HOME_NAME)) {
    const home = all.find((row) => row.name === HOME_NAME)
    if (home) rows.unshift(home)
  }
  settleHome(rows, homes)
  const childrenOf = new Map<string, MenuRow[]>()
  for (const row of rows) {
    const siblings = childrenOf.get(row.parentId || '')
    if (siblings) siblings.push(row)
    else childrenOf.set(row.parentId || '', [row])
  }
  return (childrenOf.get('') ?? []).map((row) => rootOf(row, childrenOf))
}

/** Pages that show everybody his own things: no row of the menu grants them. */
const openToAll: readonly string[] = ['dashboard/Workplace']

/**
 * 首页 is the first of these pages that the person may open (§3.5). Its address stays: clients know the home page by it
 * (1-shell.md §2.5), and links and tabs lead there.
 */
function settleHome(rows: MenuRow[], homes: readonly string[]): void {
  const at = rows.findIndex((row) => row.name === HOME_NAME)
  const home = rows[at]
  const component = homes.find(
    (name) => openToAll.includes(name) || rows.some((row) => row.component === name),
  )
  if (home && component) rows[at] = { ...home, component, componentName: null }
}

const isRefused = (url: string | null, origins: readonly string[]): boolean =>
  url !== null &&
  url.trim() !== '' &&
  menuAddress(url.includes(':') || /^[/{]/.test(url) ? url : `/${url}`, origins).kind === 'refused'

function withAncestors(byId: ReadonlyMap<string, MenuRow>, granted: ReadonlySet<string>): Set<string> {
  const seen = new Set<string>()
  for (const id of granted) {
    let row = byId.get(id)
    while (row && !seen.has(row.id)) {
      seen.add(row.id)
      row = row.parentId ? byId.get(row.parentId) : undefined
    }
  }
  return seen
}

type Children = ReadonlyMap<string, readonly MenuRow[]>

function rootOf(row: MenuRow, childrenOf: Children): MenuItem {
  const item: MenuItem = { ...itemOf(row, childrenOf), redirect: row.redirect }
  // A root all of whose children are hidden is hidden itself (§3.2, last paragraph).
  if (item.children && item.children.every((child) => child.hidden === true)) {
    return { ...item, hidden: true, meta: { hideMenu: true } }
  }
  return item
}

function itemOf(row: MenuRow, childrenOf: Children): MenuItem {
  const url = row.url ?? ''
  const isExternal = /^(https?:\/\/|\{\{)/.test(url)
  const component = row.component ?? 'layouts/RouteView'
  const children = row.isLeaf ? [] : (childrenOf.get(row.id) ?? []).map((child) => itemOf(child, childrenOf))
  return {
    id: row.id,
    path: isExternal ? createHash('md5').update(url).digest('hex') : url,
    name: row.componentName || url.replace(/^\//, '').replaceAll('/', '-').replaceAll(':', '@'),
    component,
    route: row.isRoute ? '1' : '0',
    ...(row.alwaysShow ? { alwaysShow: true } : {}),
    ...(row.hidden ? { hidden: true } : {}),
    ...(children.length > 0 ? { children } : {}),
    meta: {
      title: row.name,
      ...(row.icon ? { icon: row.icon } : {}),
      keepAlive: row.keepAlive,
      internalOrExternal: row.internalOrExternal,
      componentName: row.componentName || component.slice(component.lastIndexOf('/') + 1),
      ...(isExternal ? { url } : {}),
      ...(row.hidden ? { hideMenu: true } : {}),
      ...(row.hideTab ? { hideTab: true } : {}),
    },
  }
}
