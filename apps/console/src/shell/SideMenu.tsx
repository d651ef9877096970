import { Menu } from 'antd'
import { memo, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { homePath } from '@suoan/console-base/session/guard.ts'
import { indentOf } from '@suoan/console-base/session/menu-pages.ts'
import type { MenuEntry, MenuPlace } from '@suoan/console-base/session/menu-pages.ts'
import { menuItem, openEntry } from '@suoan/console-base/menu/menu-items.tsx'
import { useSettings } from '@suoan/console-base/settings/settings-store.ts'
import { Brand } from './Brand.tsx'

interface Props {
  readonly entries: readonly MenuEntry[]
  readonly collapsed: boolean
  /** Where the page shown stands. */
  readonly place: MenuPlace
  onPick(): void
}

/** Logo and inline menu; one first-level group is open at a time (5-screens.md §2.2). */
export const SideMenu = memo(function SideMenu({ entries, collapsed, place, onPick }: Props) {
  const navigate = useNavigate()
  const menuTheme = useSettings((settings) => settings.menuTheme)
  const [open, setOpen] = useState<string[]>([])
  useEffect(() => {
    setOpen((before) => [...new Set([...keepDeeper(before, entries), ...place.parents])])
  }, [entries, place])

  const items = useMemo(() => entries.map((entry) => menuItem(entry, true)), [entries])
  const changeOpen = (next: string[]) => {
    const opened = next.find((key) => !open.includes(key))
    const isTop = entries.some((entry) => entry.key === opened)
    setOpen(opened && isTop ? [opened, ...keepDeeper(next, entries)] : next)
  }

  return (
    <div className="side">
      <button
        type="button"
        className="side-logo"
        title="返回首页"
        onClick={() => {
          void navigate(homePath)
          onPick()
        }}
      >
        <Brand size={30} inverse withName={!collapsed} />
      </button>
      <Menu
        mode="inline"
        theme={menuTheme}
        inlineCollapsed={collapsed}
        items={items}
        inlineIndent={indentOf(entries)}
        selectedKeys={[place.selected]}
        {...(collapsed ? {} : { openKeys: open, onOpenChange: changeOpen })}
        onClick={({ key }) => {
          openEntry(entries, key, navigate)
          onPick()
        }}
      />
    </div>
  )
})

/** Open groups below the first level keep their state when another first-level group opens. */
function keepDeeper(keys: readonly string[], entries: readonly MenuEntry[]): string[] {
  return keys.filter((key) => !entries.some((entry) => entry.key === key))
}
