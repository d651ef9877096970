import { Menu } from 'antd'
import { useNavigate } from 'react-router'
import { homePath } from '@suoan/console-base/session/guard.ts'
import type { MenuEntry, MenuPlace } from '@suoan/console-base/session/menu-pages.ts'
import { menuItem, openEntry } from '@suoan/console-base/menu/menu-items.tsx'
import { useSettings } from '@suoan/console-base/settings/settings-store.ts'
import { Brand } from './Brand.tsx'

/** Logo and horizontal menu of the top layout; what does not fit folds into "···" (5-screens.md §2.3). */
export function TopMenu({ entries, place }: { entries: readonly MenuEntry[]; place: MenuPlace }) {
  const navigate = useNavigate()
  const menuTheme = useSettings((settings) => settings.menuTheme)
  return (
    <>
      <button type="button" className="top-logo" title="返回首页" onClick={() => void navigate(homePath)}>
        <Brand size={28} inverse={menuTheme === 'dark'} withName />
      </button>
      <Menu
        className="top-menu"
        mode="horizontal"
        theme={menuTheme}
        items={entries.map((entry) => menuItem(entry, true))}
        selectedKeys={[place.selected, ...place.parents]}
        onClick={({ key }) => openEntry(entries, key, navigate)}
      />
    </>
  )
}
