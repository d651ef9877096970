/** What the rules of §3.7 read and write of a menu row. */
export interface MenuDraft {
  menuType?: number | null
  parentId?: string | null
  component?: string | null
  url?: string | null
}

const FRAME = 'layouts/RouteView'

/**
 * Brings a menu row into its stored form (4-api.md §3.7), in place: `component` without prefix and suffix, `url` with a
 * leading slash, a first-level menu without parent and with a component. `before` is the stored row of an edit.
 */
export function normaliseMenu(draft: MenuDraft, before: MenuDraft = {}): void {
  if (draft.component) draft.component = componentOf(draft.component)
  if (draft.url) draft.url = urlOf(draft.url)
  if ((draft.menuType ?? before.menuType) !== 0) return
  if (before.parentId === undefined || before.parentId) draft.parentId = ''
  else delete draft.parentId
  const component = draft.component === undefined ? before.component : draft.component
  if (!component) draft.component = FRAME
}

function componentOf(text: string): string {
  return text
    .trim()
    .replace(/^\//, '')
    .replace(/^(src\/)?views\//, '')
    .replace(/\.vue$/, '')
}

function urlOf(text: string): string {
  const url = text.trim()
  return url === '' || url.startsWith('/') || /^(https?:\/\/|\{\{)/.test(url) ? url : `/${url}`
}
