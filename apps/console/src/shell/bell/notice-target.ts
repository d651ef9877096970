import type { MenuItem, NoticeRow } from '@suoan/contract'
import { ownPath } from '../../session/guard.ts'
import { pagesOf } from '../../session/menu-pages.ts'

/** Where a notice leads: a page of the console, or somebody else's that is opened only after asking. */
export type NoticeTarget =
  | { readonly kind: 'own'; readonly path: string }
  | { readonly kind: 'foreign'; readonly address: string }

/**
 * The target behind 去处理 (1-shell.md §2.7); null when there is nowhere to go. `url` names a path, or an address of
 * others (http, https only: `javascript:` and the like lead nowhere); `component` names a view as menus do, and leads
 * to the page that shows it in this person's menu; a page of one thing shows the one the notice is about.
 */
export function noticeTarget(
  { openType, openPage, busId }: Pick<NoticeRow, 'openType' | 'openPage' | 'busId'>,
  menu: readonly MenuItem[],
): NoticeTarget | null {
  if (!openPage) return null
  if (openType === 'component') {
    const path = pagesOf(menu).find(({ component }) => component === openPage)?.path
    if (path === undefined || (path.includes(':') && !busId)) return null
    return { kind: 'own', path: path.replace(/:\w+/, encodeURIComponent(busId ?? '')) }
  }
  if (openType !== 'url') return null
  const own = ownPath(openPage) ?? (/^[\w-]+(\/[\w-]+)*$/.test(openPage) ? `/${openPage}` : null)
  if (own !== null) return { kind: 'own', path: own }
  if (!/^https?:\/\//i.test(openPage) || !URL.canParse(openPage)) return null
  const { protocol, href } = new URL(openPage)
  return protocol === 'http:' || protocol === 'https:' ? { kind: 'foreign', address: href } : null
}
