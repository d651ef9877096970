import { menuAddress, microAppComponent } from '@suoan/domain/permission'
import { fail } from '@suoan/platform/fail'

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
  // What names a scheme is an address, not a path that lost its slash.
  return url === '' || url.startsWith('/') || /^([a-z][a-z0-9+.-]*:|\{\{)/i.test(url) ? url : `/${url}`
}

const microOrigin = '该网站不在允许的子应用之列，请管理员先把它加入服务器配置 MICRO_APPS'

const wordsOf = {
  script: "地址中只能使用 {{ window._CONFIG['domianURL'] }}，不能包含其他脚本",
  form: '地址应以 / 开头，或是 http://、https:// 开头的完整网址，不能包含空格、反斜杠或账号',
  token: '外部网站的地址不能带 ${token}，登录凭证不会发送给其他网站',
  origin: '该网站不在允许的外部网站之列，请管理员先把它加入服务器配置 FRAME_ORIGINS',
} as const

/** Refuses a menu or page without a path: nothing could open it (5-screens.md §6.4). A button needs none. */
export function refuseWithoutPath(draft: MenuDraft, before: MenuDraft = {}): void {
  if ((draft.menuType ?? before.menuType) === 2) return
  const url = draft.url === undefined ? before.url : draft.url
  if (!url?.trim())
    throw fail('BAD_INPUT', {
      detail: '菜单路径：请填写，例如 /isystem/example；子应用填写清单的完整网址',
    })
}

/**
 * Refuses a menu whose path or redirect leads where none may (`menuAddress`): a sub-application to sites of MICRO_APPS,
 * any other to those of FRAME_ORIGINS. `before` is the stored row of an edit.
 */
export function refuseBadAddress(
  draft: MenuDraft & { redirect?: string | null },
  {
    frameOrigins,
    microApps,
  }: { readonly frameOrigins: readonly string[]; readonly microApps: readonly string[] },
  before: MenuDraft = {},
): void {
  const component = draft.component === undefined ? before.component : draft.component
  const isMicro = component === microAppComponent
  const origins = isMicro ? microApps : frameOrigins
  // A row that becomes a sub-application is handed the session: its stored address counts too.
  if (isMicro && draft.url === undefined && before.url && menuAddress(before.url, origins).kind === 'refused')
    throw fail('BAD_INPUT', { detail: `菜单路径：${microOrigin}` })
  for (const [name, url] of [
    ['菜单路径', draft.url],
    ['默认跳转地址', draft.redirect],
  ] as const) {
    if (!url) continue
    const address = menuAddress(
      name === '默认跳转地址' && !url.includes(':') && !url.startsWith('/') ? `/${url}` : url,
      origins,
    )
    if (address.kind === 'refused') {
      const words = isMicro && address.reason === 'origin' ? microOrigin : wordsOf[address.reason]
      throw fail('BAD_INPUT', { detail: `${name}：${words}` })
    }
    if (name === '默认跳转地址' && address.kind !== 'page')
      throw fail('BAD_INPUT', { detail: `${name}：只能是本系统的页面，请以 / 开头` })
  }
}
