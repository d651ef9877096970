import { useNavigate } from 'react-router'
import { leavesOf } from '../session/menu-pages.ts'
import type { MenuEntry } from '../session/menu-pages.ts'
import { openEntry } from './menu-items.tsx'

/** A button for every page of a group of the menu, those of groups within it too; it opens what the menu opens. */
export function PageLinks({ group }: { group: MenuEntry }) {
  const navigate = useNavigate()
  return leavesOf([group]).map(({ key, title }) => (
    <button key={key} type="button" onClick={() => openEntry([group], key, navigate)}>
      {title}
    </button>
  ))
}
