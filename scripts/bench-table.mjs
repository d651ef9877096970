// npm run bench:table: our editable table beside three others in Chromium (decision 0658). Never part of npm test.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { bootstrap, root } from './bootstrap.mjs'
import { findChromium } from './chromium.mjs'
import { run } from './run.mjs'
import { script } from './stages.mjs'

const folder = path.join(root, 'bench/table')
const say = (text) => process.stdout.write(`${text}\n`)

await bootstrap({ build: false })
const chromium = await findChromium()
if (!chromium.path) {
  process.stderr.write(`${chromium.reason}\n`)
  process.exit(1)
}
await installCompetitors()
const out = mkdtempSync(path.join(os.tmpdir(), 'suoan-bench-table-'))
try {
  await buildAll()
  process.env.CHROMIUM_PATH = chromium.path
  process.exitCode = await script('e2e/src/bench/editable-table/main.ts', out, ...process.argv.slice(2))
} finally {
  rmSync(out, { recursive: true, force: true })
}

/** The others are installed here alone, so that neither a start nor a test loads them. */
async function installCompetitors() {
  const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8')
  const stamp = path.join(folder, 'node_modules/.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  say('· 安装对照的表格…')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const [program, all] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args]
  // What npm tells its scripts about the package they belong to would make it install there.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config_local_prefix|package_)/.test(name)),
  )
  const { code, output } = await run(program, all, { cwd: folder, env })
  if (code !== 0) {
    process.stderr.write(`${output}\n安装对照的表格失败：请检查网络与 npm 的设置，然后再试一次。\n`)
    process.exit(1)
  }
  writeFileSync(stamp, lock)
}

/** A folder with a page for each candidate, and `weights.json`: gzip bytes of what each adds to a page. */
async function buildAll() {
  say('· 构建页面…')
  const pages = {
    ours: 'ours.tsx',
    'ours-strict': 'ours-strict.tsx',
    'read-only': 'read-only.tsx',
    vxe: 'vxe.ts',
    ag: 'ag.ts',
    revo: 'revo.ts',
  }
  for (const [name, entry] of Object.entries(pages)) {
    await buildOne(path.join(out, name), entry, name === 'ours-strict' ? 'development' : 'production', [])
    writeFileSync(path.join(out, name, 'index.html'), pageOf(path.join(out, name)))
  }
  const bundles = {
    ours: [
      'our-parts.ts',
      [/^react(-dom)?($|\/)/, /^antd($|\/)/, /^@ant-design\/icons($|\/)/, /^dayjs($|\/)/],
    ],
    vxe: ['vxe-parts.ts', [/^vue$/]],
    ag: ['ag-parts.ts', []],
    revo: ['revo-parts.ts', []],
  }
  const weights = {}
  for (const [name, [entry, external]] of Object.entries(bundles)) {
    const place = path.join(out, 'weights', name)
    await buildOne(place, entry, 'production', external)
    // As in the other figures of weight: gzip -6, each file by itself.
    weights[name] = filesIn(place)
      .filter((file) => /\.(js|css)$/.test(file))
      .reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 6 }).length, 0)
  }
  writeFileSync(path.join(out, 'weights.json'), JSON.stringify(weights))
  const locked = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).dependencies
  writeFileSync(path.join(out, 'versions.json'), JSON.stringify(locked))
}

async function buildOne(place, entry, mode, external) {
  const { build } = await import('vite')
  process.env.NODE_ENV = mode
  mkdirSync(place, { recursive: true })
  await build({
    configFile: path.join(folder, 'vite.config.ts'),
    mode,
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    build: {
      outDir: place,
      modulePreload: false,
      chunkSizeWarningLimit: 5_000,
      cssCodeSplit: false,
      minify: mode === 'production',
      rolldownOptions: {
        input: path.join(folder, 'pages', entry),
        external,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'page.js', assetFileNames: 'assets/[name][extname]' },
      },
    },
  })
}

function pageOf(place) {
  const sheets = filesIn(place)
    .filter((file) => file.endsWith('.css'))
    .map((file) => `<link rel="stylesheet" href="${path.relative(place, file)}">`)
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>bench</title>${sheets.join('')}
<body><div id="host"></div><script type="module" src="page.js"></script></body></html>`
}

function filesIn(place) {
  return readdirSync(place, { recursive: true })
    .map((name) => path.join(place, name))
    .filter((file) => statSync(file).isFile())
}
