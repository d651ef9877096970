import type { Browser, BrowserContext, Page } from 'playwright-core'
import { signIn } from '../support/api-client.ts'
import { say } from '../support/root.ts'
import { admin } from './bench-world.ts'
import { measureMoves } from './browser-moves.ts'
import { inBrowser, newContext, signedInPage, type Stored } from './browser-window.ts'
import { measureMenuPages } from './menu-pages.ts'
import { kbOf, visit, type FirstVisit, type Part } from './first-visit.ts'

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
  /** Under `menuHeader`. */
  readonly menu: string[][]
}

/** The first row of a list. */
export const firstRow = '.list-table .list-row'

/** P12 and P13: what a cold browser loads, and when the person sees what he came for; P14: the list from its cache, and what follows in it. */
export async function measureBrowser(url: string, times: number): Promise<BrowserFigures> {
  const found = await inBrowser(async (browser): Promise<BrowserFigures> => {
    const signedIn = await storageAfterSignIn(browser, url)
    const list = await pathOfUserList(url)
    const pages: readonly PageGoal[] = [
      ['P12', '登录页', '/', 'input[type=password]', [], '≤ 165 KB，≤ 800 ms，CLS ≤ 0.1'],
      ['P13', `用户列表 ${list}`, list, firstRow, signedIn, '≤ 320 KB，≤ 1,500 ms，TBT ≤ 700 ms，CLS ≤ 0.1'],
      ['P13', '首页', '/dashboard/analysis', '.page .card', signedIn, '≤ 420 KB'],
      ['P13', '工作票列表', '/isps/loWorkList', '.page .list-table, .page .ant-table', signedIn, '≤ 450 KB'],
      ['P13', '新建工作票', '/isps/loWorkEdit/new', '.page textarea', signedIn, '≤ 450 KB'],
    ]
    const rows: string[][] = []
    for (const [id, name, path, selector, stored, goal] of pages) {
      const looks: FirstVisit[] = []
      const again: FirstVisit[] = []
      for (let n = 0; n < times; n += 1) {
        const [cold, warm] = await looksAt(browser, `${url}${path}`, selector, stored, path === list ? 2 : 1)
        if (cold) looks.push(cold)
        if (warm) again.push(warm)
      }
      say(`· 网页：${name} ${looks[0]?.visibleMs.toFixed(0)} ms`)
      rows.push(rowOf(id, name, looks, goal))
      if (again.length > 0) rows.push(rowOf('P14', '用户列表，浏览器缓存已有', again, '≤ 800 ms'))
    }
    return {
      visits: rows,
      moves: await measureMoves(browser, url, list, signedIn),
      menu: await measureMenuPages(browser, url, signedIn),
    }
  })
  return found ?? { visits: [['P12', ...noBrowser]], moves: [], menu: [] }
}

/** Stands for the figures where nothing can be measured. */
const noBrowser = ['没有找到 Chromium', '—']

type Figure = Exclude<keyof FirstVisit, 'parts'>

function rowOf(id: string, page: string, looks: readonly FirstVisit[], goal: string): string[] {
  const most = (key: Figure): number => Math.max(...looks.map((one) => one[key]))
  const least = (key: Figure): number => Math.min(...looks.map((one) => one[key]))
  const ofParts = (figure: (parts: readonly Part[]) => number): number =>
    Math.max(...looks.map(({ parts }) => figure(parts)))
  return [
    id,
    page,
    String(ofParts((parts) => parts.length)),
    ofParts(kbOf).toFixed(0),
    ofParts((parts) => parts.reduce((sum, { plainBytes }) => sum + plainBytes, 0) / 1024).toFixed(0),
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
): Promise<FirstVisit[]> {
  const context = await newContext(browser)
  try {
    const seen: FirstVisit[] = []
    for (let n = 0; n < times; n += 1) seen.push(await visit(context, url, selector, stored))
    return seen
  } finally {
    await context.close()
  }
}

/** What the browser stores of the administrator's sign-in. */
export async function storageAfterSignIn(browser: Browser, url: string): Promise<Stored> {
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

/** A window that shows the list of users. */
export interface UserListWindow {
  readonly context: BrowserContext
  /** The list, its rows there and nothing on its way. */
  readonly page: Page
  /** The same list in a further page of the window. */
  open(): Promise<Page>
}

/** Measures in the list of users: signed in, in a browser of its own; says so where there is no browser. */
export async function inUserList(
  url: string,
  query: string,
  measure: (window: UserListWindow) => Promise<string[][]>,
): Promise<string[][]> {
  const found = await inBrowser(async (browser) => {
    const stored = await storageAfterSignIn(browser, url)
    const address = `${url}${await pathOfUserList(url)}${query}`
    const context = await newContext(browser)
    const open = async (): Promise<Page> => {
      const page = await signedInPage(context, stored)
      await page.goto(address)
      await page.locator(firstRow).first().waitFor()
      await page.waitForLoadState('networkidle')
      return page
    }
    return await measure({ context, page: await open(), open })
  })
  return found ?? [[...noBrowser]]
}

interface MenuNode {
  readonly path: string
  readonly component: string
  readonly children?: readonly MenuNode[]
}

/** Where the server's own menu has the list of users. */
export async function pathOfUserList(url: string): Promise<string> {
  const client = await signIn(url, admin.username, admin.password)
  const { result } = await client.get<{ menu: MenuNode[] }>('/sys/permission/getUserPermissionByToken')
  const nodes = (list: readonly MenuNode[]): MenuNode[] =>
    list.flatMap((node) => [node, ...nodes(node.children ?? [])])
  const found = nodes(result.menu).find(({ component }) => /(^|\/)UserList$/.test(component))
  if (!found) throw new Error('the menu has no list of users')
  return found.path
}
