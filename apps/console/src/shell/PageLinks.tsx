import { useNavigate } from 'react-router'
import type { MenuEntry } from '../session/menu-pages.ts'

/** A button for every page of a group of the menu, those of groups within it too. */
export function PageLinks({ group }: { group: MenuEntry }) {
  const navigate = useNavigate()
  const entries = group.children.length > 0 ? group.children : [group]
  const pages = entries.flatMap((entry) => (entry.children.length > 0 ? entry.children : [entry]))
  return pages.map((page) => (
    <button
      key={page.key}
      type="button"
      onClick={() =>
        page.external ? window.open(page.external, '_blank', 'noopener') : void navigate(page.key)
      }
    >
      {page.title}
    </button>
  ))
}
