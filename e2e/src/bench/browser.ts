import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { signIn } from '../support/api-client.ts'
import { findChromium } from '../support/chromium.ts'
import { say } from '../support/root.ts'
import { admin } from './bench-world.ts'
import { measureMoves } from './browser-moves.ts'
import { newContext, putStored, type Stored } from './browser-window.ts'

export const browserHeader = [
  '项',
  '页面',
  'JS 文件',
  'JS gzip KB',
  'JS 展开 KB',
  '可见 ms（最快–最慢）',
  'TBT ms',
  'CLS',
  '目标',
]

export interface BrowserFigures {
  /** Under `browserHeader`. */
  readonly visits: string[][]
  /** Under `movesHeader`. */
  readonly moves: string[][]
}

interface Look {
  readonly files: number
  readonly gzipKb: number
  readonly plainKb: number
  readonly visibleMs: number
  readonly blockedMs: number
  /** Sum of all shifts nobody caused by typing or clicking: never less than the CLS of the web vitals. */
  readonly shift: number
}

const firstRow = '.ant-table-tbody .ant-table-row'

/** P12 and P13: what a cold browser loads, and when the person sees what he came for; P14: the list from its cache, and what follows in it. */
export async function measureBrowser(url: string, times: number): Promise<BrowserFigures> {
  const executablePath = findChromium()
  if (executablePath === null) return { visits: [['P12', '没有找到 Chromium', '—']], moves: [] }
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const signedIn = await storageAfterSignIn(browser, url)
    const list = await pathOfUserList(url)
    const pages: readonly PageGoal[] = [
      ['P12', '登录页', '/', 'input[type=password]', [], '≤ 165 KB，≤ 800 ms，CLS ≤ 0.1'],
      ['P13', `用户列表 ${list}`, list, firstRow, signedIn, '≤ 320 KB，≤ 1,500 ms，TBT ≤ 700 ms，CLS ≤ 0.1'],
      ['P13', '首页', '/dashboard/analysis', '.page .card', signedIn, '≤ 420 KB'],
      ['P13', '作业票列表', '/isps/loWorkList', '.page .ant-table', signedIn, '≤ 450 KB'],
      ['P13', '新建作业票', '/isps/loWorkEdit/new', '.page textarea', signedIn, '≤ 450 KB'],
    ]
    const rows: string[][] = []
    for (const [id, name, path, selector, stored, goal] of pages) {
      const looks: Look[] = []
      const again: Look[] = []
      for (let n = 0; n < times; n += 1) {
        const [cold, warm] = await looksAt(browser, `${url}${path}`, selector, stored, path === list ? 2 : 1)
        if (cold) looks.push(cold)
        if (warm) again.push(warm)
      }
      say(`· 网页：${name} ${looks[0]?.visibleMs.toFixed(0)} ms`)
      rows.push(rowOf(id, name, looks, goal))
      if (again.length > 0) rows.push(rowOf('P14', '用户列表，浏览器缓存已有', again, '≤ 800 ms'))
    }
    return { visits: rows, moves: await measureMoves(browser, url, list, signedIn) }
  } finally {
    await browser.close()
  }
}

function rowOf(id: string, page: string, looks: readonly Look[], goal: string): string[] {
  const most = (key: keyof Look): number => Math.max(...looks.map((one) => one[key]))
  const least = (key: keyof Look): number => Math.min(...looks.map((one) => one[key]))
  return [
    id,
    page,
    String(most('files')),
    most('gzipKb').toFixed(0),
    most('plainKb').toFixed(0),
    `${least('visibleMs').toFixed(0)}–${most('visibleMs').toFixed(0)}`,
    `${least('blockedMs').toFixed(0)}–${most('blockedMs').toFixed(0)}`,
    most('shift').toFixed(3),
    goal,
  ]
}

/** Number, name and path of a page, what is seen first of it, what the browser has stored, and the goal. */
type PageGoal = readonly [
  id: string,
  name: string,
  path: string,
  selector: string,
  stored: Stored,
  goal: string,
]

/** The page as often as told, in one browser context: the first time cold, then from its cache. */
async function looksAt(
  browser: Browser,
  url: string,
  selector: string,
  stored: Stored,
  times: number,
): Promise<Look[]> {
  const context = await newContext(browser)
  try {
    const seen: Look[] = []
    for (let n = 0; n < times; n += 1) seen.push(await look(context, url, selector, stored))
    return seen
  } finally {
    await context.close()
  }
}

async function look(context: BrowserContext, url: string, selector: string, stored: Stored): Promise<Look> {
  const page = await context.newPage()
  try {
    // The runner's compiler wraps inner functions in a helper that the page does not have.
    await page.addInitScript({ content: 'globalThis.__name = (one) => one' })
    await page.addInitScript(putStored, stored)
    await page.addInitScript(watchPage, selector)
    const scripts = collectScripts(page)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => 'visibleAt' in window, null, { timeout: 30_000, polling: 100 })
    // What the page still fetches by itself belongs to it.
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1_000)
    const times = await page.evaluate(() => ({
      visibleMs: Number(Reflect.get(window, 'visibleAt')),
      blockedMs: Number(Reflect.get(window, 'blockedMs')),
      shift: Number(Reflect.get(window, 'shift')),
    }))
    const bodies = await Promise.all(scripts)
    const kb = (size: (body: Buffer) => number): number =>
      bodies.reduce((sum, body) => sum + size(body), 0) / 1024
    return {
      files: bodies.length,
      // As in design/performance.md: gzip -6 of what was loaded, whatever the server sent.
      gzipKb: kb((body) => gzipSync(body, { level: 6 }).length),
      plainKb: kb((body) => body.length),
      ...times,
    }
  } finally {
    await page.close()
  }
}

function collectScripts(page: Page): Promise<Buffer>[] {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (response.ok() && /javascript/.test(type)) bodies.push(response.body())
  })
  return bodies
}

async function storageAfterSignIn(browser: Browser, url: string): Promise<Stored> {
  const context = await newContext(browser)
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.locator('input[type=password]').fill(admin.password)
    await page.locator('input:not([type=password]):not([type=checkbox])').first().fill(admin.username)
    await page.keyboard.press('Enter')
    await page.locator('input[type=password]').waitFor({ state: 'detached', timeout: 30_000 })
    await page.waitForLoadState('networkidle')
    return await page.evaluate(() =>
      [localStorage, sessionStorage].flatMap((area, index) =>
        Object.keys(area).map((key): [boolean, string, string] => [
          index === 1,
          key,
          area.getItem(key) ?? '',
        ]),
      ),
    )
  } finally {
    await context.close()
  }
}

interface MenuNode {
  readonly path: string
  readonly component: string
  readonly children?: readonly MenuNode[]
}

/** Where the server's own menu has the list of users. */
async function pathOfUserList(url: string): Promise<string> {
  const client = await signIn(url, admin.username, admin.password)
  const { result } = await client.get<{ menu: MenuNode[] }>('/sys/permission/getUserPermissionByToken')
  const nodes = (list: readonly MenuNode[]): MenuNode[] =>
    list.flatMap((node) => [node, ...nodes(node.children ?? [])])
  const found = nodes(result.menu).find(({ component }) => /(^|\/)UserList$/.test(component))
  if (!found) throw new Error('the menu has no list of users')
  return found.path
}

// --- this runs inside the page ---

/** Notes in `window.visibleAt` when the selector is first seen, in `blockedMs` the long tasks beyond 50 ms, in `shift` the moves. */
function watchPage(selector: string): void {
  Reflect.set(window, 'blockedMs', 0)
  new PerformanceObserver((list) => {
    const blocked = list.getEntries().reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
    Reflect.set(window, 'blockedMs', Number(Reflect.get(window, 'blockedMs')) + blocked)
  }).observe({ type: 'longtask', buffered: true })
  Reflect.set(window, 'shift', 0)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (Reflect.get(entry, 'hadRecentInput') !== true)
        Reflect.set(
          window,
          'shift',
          Number(Reflect.get(window, 'shift')) + Number(Reflect.get(entry, 'value')),
        )
  }).observe({ type: 'layout-shift', buffered: true })
  const check = (): void => {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    if (box && box.width > 0 && box.height > 0) Reflect.set(window, 'visibleAt', performance.now())
    else requestAnimationFrame(check)
  }
  check()
}
