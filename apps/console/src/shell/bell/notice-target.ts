import type { NoticeRow } from '@suoan/contract'
import { ownPath } from '@suoan/console-base/session/guard.ts'
import type { MenuPage } from '@suoan/console-base/session/menu-pages.ts'

type Opening = Pick<NoticeRow, 'openType' | 'openPage' | 'busId'>

/** Where a notice leads: a page of the console, or somebody else's that is opened only after asking. */
export type NoticeTarget =
  | { readonly kind: 'own'; readonly path: string }
  | { readonly kind: 'foreign'; readonly address: string }

/**
 * The target behind 去处理 (1-shell.md §2.7); null when there is nowhere to go. `openPage` is a path, or an address of
 * others (http, https only: `javascript:` and the like lead nowhere).
 */
export function noticeTarget({ openType, openPage }: Opening): NoticeTarget | null {
  if (!openPage || openType !== 'url') return null
  const own = ownPath(openPage) ?? (/^[\w-]+(\/[\w-]+)*$/.test(openPage) ? `/${openPage}` : null)
  if (own !== null) return { kind: 'own', path: own }
  if (!/^https?:\/\//i.test(openPage) || !URL.canParse(openPage)) return null
  const { protocol, href } = new URL(openPage)
  return protocol === 'http:' || protocol === 'https:' ? { kind: 'foreign', address: href } : null
}

/** The view that a notice brings along, or why it cannot be shown. */
export type NoticeView =
  | { readonly kind: 'page'; readonly page: MenuPage; readonly path: string }
  /** This version has no view of that name. */
  | { readonly kind: 'unknown' }
  /** The view stands in no menu of this person. */
  | { readonly kind: 'closed' }
  /** A page of one thing, and the notice does not say which. */
  | { readonly kind: 'nothing' }

/**
 * The view of a notice of the kind `component` (1-shell.md §2.7, 4-api.md §7.14), with the page that shows it in this
 * person's menu; null for notices of other kinds.
 * @param viewOf the view of a component name, undefined when there is none
 */
export function noticeView(
  { openType, openPage, busId }: Opening,
  pages: readonly MenuPage[],
  viewOf: (component: string) => unknown,
): NoticeView | null {
  if (openType !== 'component' || !openPage) return null
  const view = viewOf(openPage)
  if (view === undefined) return { kind: 'unknown' }
  const page = pages.find(({ component, redirect }) => redirect === null && viewOf(component) === view)
  if (!page) return { kind: 'closed' }
  if (page.path.includes(':') && !busId) return { kind: 'nothing' }
  return { kind: 'page', page, path: page.path.replace(/:\w+/, encodeURIComponent(busId ?? '')) }
}
