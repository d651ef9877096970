import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const pickers = '../../../packages/ui/src/pickers/constants.ts'
const kit = '../../../packages/kit/src/reconnecting-socket/policy.ts'

/** Constant of 1-shell.md §9 → the one place that says it. */
const constants: readonly [constant: string, file: string, says: RegExp][] = [
  ['request timeout 90 000 ms', 'request/client.ts', /requestTimeoutMs = 90_000/],
  ['view chunk load timeout 120 000 ms', 'chunk/chunk-failure.ts', /chunkTimeoutMs = 120_000/],
  ['stored session, dictionaries, tenant: 7 days', 'session/storage.ts', /storageLifeMs = 604_800_000/],
  ['notice socket: reconnect 20 s', kit, /reconnectMs: 20_000/],
  ['notice socket: at most 5 errors', kit, /errorsBorne: 5/],
  ['notice socket: heartbeat every 20 s', kit, /'HeartBeat', everyMs: 20_000/],
  ['page size 10 of 10, 20, 30', 'resource/list-state.ts', /pageSizes = \[10, 20, 30\]/],
  [
    'default sort createTime descending',
    '../../../packages/contract/src/resource.ts',
    /column: 'createTime', order: 'desc'/,
  ],
  ['mobile below 1088 px', 'shell/use-width.ts', /mobileBelow = 1088/],
  ['collapsed below 768 px', 'shell/use-width.ts', /collapsedBelow = 768/],
  ['header auto-hide after 100 px', 'shell/use-scrolled-down.ts', /hideAfterPx = 100/],
  ['top-menu logo area 165 px', 'shell/shell.css', /\.top-logo \{[^}]*width: 165px/],
  [
    'top-menu right area at least 400 px',
    'shell/shell.css',
    /\.shell-nav-top \.head-right \{[^}]*min-width: 400px/,
  ],
  ['theme colour #1890FF', 'shell/settings/settings.ts', /colour: '#1890FF'/],
  ['layout sidemenu', 'shell/settings/settings.ts', /layout: 'sidemenu',/],
  ['content width Fixed', 'shell/settings/settings.ts', /contentWidth: 'Fixed',/],
  ['password dialog 800', 'shell/ChangePassword.tsx', /width=\{800\}/],
  ['dictionary search after 800 ms', 'resource/ref-search.ts', /dictSearchWaitMs = 800/],
  ['dictionary search: 10 rows', 'resource/ref-search.ts', /dictSearchSize = 10/],
  ['picker page size 5 of 5, 10, 20, 30', pickers, /pickerPageSizes = \[5, 10, 20, 30\]/],
  ['user picker 1250', pickers, /user: 1250/],
  ['department picker 500', pickers, /department: 500/],
  ['popup picker 1200', pickers, /popup: 1200/],
  ['thousands separators', '../../../packages/kit/src/number-text/index.ts', /NumberFormat\('zh-CN'/],
  ['report calls are kept 30 000 ms', 'request/report-cache.ts', /reportCacheMs = 30_000/],
  ['ellipsis at 25 characters', 'resource/widgets/CellText.tsx', /ellipsisLength = 25/],
  ['home path', 'session/guard.ts', /homePath = '\/dashboard\/analysis'/],
  ['home tab label 首页', 'shell/tabs.ts', /title: '首页'/],
  ['storage key of the token', 'session/storage.ts', /'Access-Token'/],
  ['storage key of the tenant', 'session/storage.ts', /'TENANT_ID'/],
  ['storage key of the dictionaries', 'session/storage.ts', /'UI_CACHE_DB_DICT_DATA'/],
  ['storage keys of the buttons', 'session/storage.ts', /'LOGIN_USER_BUTTON_AUTH'.*'SYS_BUTTON_AUTH'/],
]

/** Select search 300 ms is said when the editable table comes: every search of now is one in a dictionary. */
describe('the constants of the shell (1-shell.md §9)', () => {
  it.each(constants)('%s', (_, file, says) => {
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toMatch(says)
  })
  it('the palette has 8 colours', () => {
    const settings = readFileSync(new URL('shell/settings/settings.ts', import.meta.url), 'utf8')
    expect(settings.match(/value: '#[0-9A-F]{6}'/g)).toHaveLength(8)
  })
})
