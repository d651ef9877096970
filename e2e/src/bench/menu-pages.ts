import type { Browser, Page, Request } from 'playwright-core'
import { signIn } from '../support/api-client.ts'
import { openWithin } from '../support/open-within.ts'
import { say } from '../support/root.ts'
import { admin } from './bench-world.ts'
import { newContext, signedInPage, taskMs, watchTasks, type Stored } from './browser-window.ts'
import { median } from './table.ts'

export const menuHeader = [
  '项',
  '页面',
  '地址',
  '第一次，立即按下 ms',
  '主线程 ms',
  '请求（轮次）',
  '其中脚本',
  '第一次，代码已先到 ms',
  '主线程 ms',
  '请求（轮次）',
  '其中脚本',
  '再次 ms',
  '主线程 ms',
  '请求（轮次）',
  '目标',
]

const goalMs = 200
const goal = `代码已先到、再次：中位数 ≤ ${goalMs}`

/** So long the pointer rests on an entry before it is pressed, ms (decision 1031). */
const restMs = 300

interface Opened {
  readonly ms: number
  /** Own time of the main thread, until nothing is on its way. */
  readonly taskMs: number
  readonly requests: number
  readonly scripts: number
  /** So many requests one after another, each begun when the one before had ended. */
  readonly rounds: number
}

/**
 * What each page of the menu takes after the first one: opened from another page for the first time, pressed as soon as the
 * pointer is there, so that its code comes then; for the first time as people do, after the pointer has rested on the entry; and
 * again. The time of the clock is that of a machine that does nothing else; work of the main thread and rounds of requests are
 * the same on any.
 */
export async function measureMenuPages(browser: Browser, url: string, stored: Stored): Promise<string[][]> {
  const pages = await menuPages(url)
  const [atOnce, again] = await openEach(browser, url, stored, pages, ['atOnce', 'atOnce'])
  const [ahead] = await openEach(browser, url, stored, pages, ['rested'])
  if (!atOnce || !again || !ahead) return []
  sayMedian('第一次打开，立即按下', pages, atOnce)
  sayMedian(`第一次打开，指针先停 ${restMs} ms`, pages, ahead)
  sayMedian('再次打开', pages, again)
  return pages.map(({ path, title }) => {
    const [first, rested, second] = [atOnce, ahead, again].map((looks) => looks.get(path))
    return first && rested && second
      ? ['P14', title, path, ...told(first, true), ...told(rested, true), ...told(second, false), goal]
      : []
  })
}

type Looks = ReadonlyMap<string, Opened>

/** Opens every page in a window of its own, once for each way. */
async function openEach(
  browser: Browser,
  url: string,
  stored: Stored,
  pages: readonly MenuPlace[],
  ways: readonly ('atOnce' | 'rested')[],
): Promise<Looks[]> {
  const context = await newContext(browser)
  try {
    const page = await signedInPage(context, stored)
    // Code that comes while nobody does anything would come while pages are measured.
    await page.addInitScript(saveData)
    await page.goto(`${url}/account/center`)
    await settled(page)
    const devtools = await watchTasks(context, page)
    const found: Looks[] = []
    for (const way of ways) {
      const looks = new Map<string, Opened>()
      for (const place of pages) {
        if (way === 'rested') await restOn(page, place)
        const before = await taskMs(devtools)
        const requests = await requestsOf(page, async () => await page.evaluate(openWithin, place.path))
        looks.set(place.path, { ...requests, taskMs: (await taskMs(devtools)) - before })
      }
      found.push(looks)
    }
    return found
  } finally {
    await context.close()
  }
}

/** Runs inside the page: the browser is told to save data, so that code comes ahead for the entry under the pointer alone. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}

/** Brings the pointer to an entry of the menu, whose groups are opened as a person opens them, and lets it rest there. */
async function restOn(page: Page, { path, groups }: MenuPlace): Promise<void> {
  for (const group of groups) {
    const title = page.locator(`.shell-side .ant-menu-submenu-title[data-menu-id$="-${group}"]`)
    if ((await title.getAttribute('aria-expanded')) !== 'true') await title.click()
  }
  await page.locator(`.shell-side .ant-menu-item[data-menu-id$="-${path}"]`).hover()
  await page.waitForTimeout(restMs)
}

function sayMedian(way: string, pages: readonly MenuPlace[], looks: Looks): void {
  const times = [...looks.values()].map(({ ms }) => ms)
  const above = pages
    .map(({ path, title }) => ({ title, ms: looks.get(path)?.ms ?? 0 }))
    .filter(({ ms }) => ms > goalMs)
    .toSorted((a, b) => b.ms - a.ms)
  const named = above.map(({ title, ms }) => `${title} ${ms.toFixed(0)}`).join('、')
  say(
    `· 网页：菜单中的 ${pages.length} 页，${way} ${median(times).toFixed(0)} ms（中位数）；超过 ${goalMs} ms 的 ${above.length} 页：${named}`,
  )
}

function told({ ms, taskMs: task, requests, scripts, rounds }: Opened, withScripts: boolean): string[] {
  return [
    ms.toFixed(0),
    task.toFixed(0),
    `${requests}（${rounds}）`,
    ...(withScripts ? [String(scripts)] : []),
  ]
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
}

/** What is asked for while a page opens, and until nothing is on its way. */
async function requestsOf(page: Page, open: () => Promise<number>): Promise<Omit<Opened, 'taskMs'>> {
  const asked: Request[] = []
  const ends = new Map<Request, number>()
  const depths = new Map<Request, number>()
  const begin = (request: Request): void => {
    if (!/^https?:/.test(request.url())) return
    const ended = asked.filter((other) => ends.has(other)).map((other) => depths.get(other) ?? 0)
    depths.set(request, Math.max(0, ...ended) + 1)
    asked.push(request)
  }
  const end = (request: Request): void => void ends.set(request, performance.now())
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  try {
    const ms = await open()
    await settled(page)
    return {
      ms,
      requests: asked.length,
      scripts: asked.filter((request) => request.resourceType() === 'script').length,
      rounds: Math.max(0, ...depths.values()),
    }
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}

interface MenuNode {
  readonly path: string
  readonly component: string
  readonly hidden?: boolean
  readonly meta?: { readonly title?: string }
  readonly children?: readonly MenuNode[]
}

interface MenuPlace {
  readonly path: string
  readonly title: string
  /** The groups it stands in, from outside. */
  readonly groups: readonly string[]
}

/** Pages of the administrator's menu that stand in it. */
async function menuPages(url: string): Promise<MenuPlace[]> {
  const client = await signIn(url, admin.username, admin.password)
  const { result } = await client.get<{ menu: MenuNode[] }>('/sys/permission/getUserPermissionByToken')
  const leaves = (nodes: readonly MenuNode[], groups: readonly string[]): (MenuNode & MenuPlace)[] =>
    nodes.flatMap((node) =>
      node.hidden === true
        ? []
        : node.children?.length
          ? leaves(node.children, [...groups, node.path])
          : [{ ...node, title: node.meta?.title ?? node.path, groups }],
    )
  return leaves(result.menu, [])
    .filter(({ component, path }) => !component.startsWith('layouts/') && /^\/[^:]*$/.test(path))
    .map(({ path, title, groups }) => ({ path, title, groups }))
}
