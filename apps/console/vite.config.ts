import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { unloadedParts } from './build/unloaded-parts.ts'
import {
  withDirectImports,
  withoutColumnFilters,
  withoutHeldReveals,
  withoutInputSchemas,
  withoutRuntimeStyles,
  withoutTickingBranches,
  withoutUndrawnParts,
  withoutUnusedRouter,
} from './build/left-out.ts'

const api = process.env['CONSOLE_API'] ?? 'http://127.0.0.1:8080'

const pkg = (names: string) => new RegExp(`[\\\\/]node_modules[\\\\/](${names})[\\\\/]`)

const icons = /[\\/]node_modules[\\/]@ant-design[\\/](icons[\\/]es[\\/]icons|icons-svg)[\\/]/

const filesIn = (folder: string, ...names: readonly string[]) => {
  const ends = names.map((name) => `/${folder}/${name}`)
  return (id: string): boolean => ends.some((end) => id.replaceAll('\\', '/').endsWith(end))
}

/** What the login and the console both draw or ask. */
const inLoginToo = [
  filesIn('kit/src', 'identity-card/index.ts', 'pattern/judge.ts', 'pattern/named.ts'),
  filesIn('session', 'Footer.tsx', 'chat-app.ts', 'login/Logo.tsx', 'login/stay-at-login.ts'),
  filesIn('settings', 'settings.ts', 'settings-store.ts', 'use-is-dark.ts', 'use-media.ts'),
]

/** What stands around every page, and what most pages draw or call. */
const inMostPages = [
  filesIn('apps/console/src', 'app.tsx'),
  filesIn('states', 'EmptyState.tsx', 'ErrorState.tsx', 'LoadingState.tsx'),
  filesIn('session', 'Can.tsx', 'may-do.ts'),
  filesIn('console-base/src', 'request/call.ts', 'status/LateTooltip.tsx', 'tabs/dialog-page.ts'),
  filesIn('resource', 'dictionaries.ts', 'resource-api.ts', 'resource-key.ts', 'stored-file.ts'),
  filesIn('resource/widgets', 'DictSelect.tsx', 'lazy-input.tsx'),
  filesIn('ui/src', 'follow-pointer/follow-pointer.ts', 'stored-file/stored-file.ts'),
]

/**
 * Few files instead of sixty. Each group is what one step needs as a whole: the login (`react`), the shell, the first
 * list. Everything else (calendars, trees of choices, charts) stays with the dialog or page that asks for it.
 */
const groups = [
  { name: 'react', test: pkg('react|react-dom|react-error-boundary|scheduler|zustand'), priority: 30 },
  {
    name: 'list',
    test: pkg(
      '@rc-component/(pagination|select|virtual-list|checkbox|input|context)|' +
        'antd/es/(pagination|select|input|checkbox|radio|spin|empty|skeleton|popconfirm|divider)|' +
        'compute-scroll-into-view|scroll-into-view-if-needed|throttle-debounce',
    ),
    priority: 20,
  },
  {
    // Each place gets the icons it draws; a hundred pages of one icon each are put together.
    name: 'icons',
    test: icons,
    priority: 15,
    entriesAware: true,
    entriesAwareMergeThreshold: 1_500,
  },
  {
    // Those that most pages draw are one file: one icon alone packs badly.
    name: 'icons',
    test: icons,
    priority: 16,
    minShareCount: 40,
  },
  {
    name: 'shell',
    test: pkg(
      '@ant-design|react-router|@tanstack|stylis|@emotion|dayjs/(dayjs|locale)[^/]*|' +
        '@rc-component/(util|motion|portal|trigger|tooltip|overflow|resize-observer|menu|dropdown|dialog|notification)|' +
        'antd/es/(theme|config-provider|_util|style|version|button|space|tooltip|popover|menu|dropdown|modal|message|notification|layout|avatar|app|locale|grid)',
    ),
    priority: 10,
  },
  {
    // What every text with colours needs; each language stays a part of its own.
    name: 'code',
    test: pkg(
      '@codemirror/(state|view|language|commands|search|autocomplete)|style-mod|crelt|@lezer/(common|highlight|lr)',
    ),
    priority: 12,
  },
  {
    // What both editors of formatted texts need. By its name `npm run size` knows where it must not be.
    name: 'tiptap',
    test: pkg(
      '@tiptap/(core|pm|react|starter-kit|extensions?(-[^/]*)?)|prosemirror-[^/]*|orderedmap|rope-sequence|linkifyjs',
    ),
    priority: 12,
  },
  // Dozens of small modules pack badly one by one, and each page would name them all: what comes together is one file
  // (decision 0950). A group takes along what its modules import, so each leaves out what is needed without it.
  { name: 'index', tags: ['$initial' as const], priority: 9.5 },
  { name: 'start', test: (id: string) => inLoginToo.some((is) => is(id)), priority: 9 },
  // Descriptions of entities begin with these: most pages have some, also those without a list.
  { name: 'contract', test: filesIn('contract/src', 'field.ts', 'resource.ts'), priority: 8 },
  { name: 'console', test: (id: string) => inMostPages.some((is) => is(id)), priority: 7 },
  // What every list page has from the first.
  { name: 'list-page', test: filesIn('resource', 'resource-page.tsx'), priority: 6 },
  // What the gallery reads of its blocks: one file instead of a hundred.
  { name: 'block-sources', test: /[\\/]packages[\\/](ui|console-base)[\\/].*\?raw$/, priority: 5 },
  // Lists draw their own rows: trees and pages with tables of their own ask for it. What it shares with others stays there.
  { name: 'table', test: pkg('@rc-component/table|antd/es/table'), priority: 5 },
]

const parts = unloadedParts()

export default defineConfig({
  plugins: [
    react(),
    parts.plugin,
    withoutRuntimeStyles(),
    withoutColumnFilters(),
    withDirectImports(),
    withoutInputSchemas(),
    withoutTickingBranches(),
    withoutUndrawnParts(),
    withoutUnusedRouter(),
    withoutHeldReveals(),
  ],
  resolve: { tsconfigPaths: false },
  server: {
    port: Number(process.env['CONSOLE_PORT'] ?? 5173),
    proxy: {
      '/jeecg-boot/websocket': { target: api.replace(/^http/, 'ws'), ws: true },
      '/jeecg-boot': { target: api },
    },
  },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
    modulePreload: { resolveDependencies: parts.resolveDependencies },
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        // Chunks of icons are called after all the pages that draw them. One letter less of each name is half a kilobyte less
        // of the list of files that every visit loads; seven tell versions of one part apart.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
      },
    },
  },
})
