import type { MenuProps } from 'antd'
import type { NavigateFunction } from 'react-router'
import { apiBase } from '../request/api-base.ts'
import { findEntry } from '../session/menu-pages.ts'
import type { MenuEntry } from '../session/menu-pages.ts'
import { frameAddress } from './frame-address.ts'
import { useSession } from '../session/session-store.ts'
import { MenuIcon } from '../icons.tsx'
import { announceRoute } from './menu-titles.ts'
import { useSettings } from '../settings/settings-store.ts'
import { isMobileWidth } from '../use-width.ts'

type Item = NonNullable<MenuProps['items']>[number]

/** A menu entry as the component draws it; icons stand on the first level only. */
export function menuItem(entry: MenuEntry, isTop: boolean): Item {
  return {
    key: entry.key,
    label: entry.title,
    title: entry.title,
    ...(isTop ? { icon: <MenuIcon name={entry.icon} /> } : {}),
    ...(entry.children.length > 0 ? { children: entry.children.map((child) => menuItem(child, false)) } : {}),
  }
}

/**
 * Goes where an entry leads: a page of ours, or a window of its own. A page of others has a window of its own only
 * beside tabs; without them (mobile, one page at a time) it is embedded (5-screens.md §2.2).
 */
export function openEntry(entries: readonly MenuEntry[], key: string, navigate: NavigateFunction): void {
  const entry = findEntry(entries, key)
  const hasTabs = useSettings.getState().multiTab && !isMobileWidth(innerWidth)
  const external = entry?.external && hasTabs ? addressFor(entry.external) : null
  const address = external ?? (entry?.newWindow ? key : null)
  if (address !== null) {
    window.open(address, '_blank', 'noopener')
    return
  }
  if (entry) announceRoute(key, entry.title)
  void navigate(key)
}

/** The address of a menu row of the frame kind, for the person signed in; a page of ours may ask for a ticket. */
export function addressFor(url: string, ticket = ''): string | null {
  const { tenantId } = useSession.getState()
  return frameAddress(url, { apiBase: apiBase(), ticket, tenantId })
}
