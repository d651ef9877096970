import type { MenuProps } from 'antd'
import type { NavigateFunction } from 'react-router'
import type { MenuEntry } from '../session/menu-pages.ts'
import { MenuIcon } from './icons.tsx'

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

/** Goes where an entry leads: a page of ours, or a window of its own. */
export function openEntry(entries: readonly MenuEntry[], key: string, navigate: NavigateFunction): void {
  const external = findEntry(entries, key)?.external
  if (external) window.open(external, '_blank', 'noopener')
  else void navigate(key)
}

function findEntry(entries: readonly MenuEntry[], key: string): MenuEntry | undefined {
  for (const entry of entries) {
    const found = entry.key === key ? entry : findEntry(entry.children, key)
    if (found) return found
  }
  return undefined
}
