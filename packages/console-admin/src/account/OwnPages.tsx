import type { MenuEntry } from '@suoan/console-base/session/menu-pages.ts'
import { MenuIcon } from '@suoan/console-base/icons.tsx'
import { PageLinks } from '@suoan/console-base/menu/PageLinks.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'

/** 应用: every page one may open, by the group it stands in (5-screens.md §10.1). */
export function OwnPages({ groups }: { groups: readonly MenuEntry[] }) {
  if (groups.length === 0) return <EmptyState text="还没有可用的功能，请联系管理员分配角色" />
  return (
    <div className="account-apps">
      {groups.map((group) => (
        <section key={group.key} aria-label={group.title}>
          <h4>
            <MenuIcon name={group.icon} /> {group.title}
          </h4>
          <PageLinks group={group} />
        </section>
      ))}
    </div>
  )
}
