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
  '第一次 ms',
  '主线程 ms',
  '请求（轮次）',
  '其中脚本',
  '再次 ms',
  '主线程 ms',
  '请求（轮次）',
  '目标',
]

const goal = '再次 ≤ 200'

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
 * What each page of the menu takes after the first one: opened from another page for the first time, as its code comes, and
 * again. The time of the clock is that of a machine that does nothing else; work of the main thread and rounds of requests are
 * the same on any.
 */
export async function measureMenuPages(browser: Browser, url: string, stored: Stored): Promise<string[][]> {
  const context = await newContext(browser)
  try {
    const page = await signedInPage(context, stored)
    await page.goto(`${url}/account/center`)
    await settled(page)
    const devtools = await watchTasks(context, page)
    const pages = await menuPages(url)
    const looks = new Map<string, Opened[]>(pages.map(({ path }) => [path, []]))
    for (let round = 0; round < 2; round += 1)
      for (const { path } of pages) {
        const before = await taskMs(devtools)
        const requests = await requestsOf(page, async () => await page.evaluate(openWithin, path))
        looks.get(path)?.push({ ...requests, taskMs: (await taskMs(devtools)) - before })
      }
    const again = [...looks.values()].flatMap(([, second]) => (second ? [second.ms] : []))
    say(`· 网页：菜单中的 ${pages.length} 页，再次打开 ${median(again).toFixed(0)} ms（中位数）`)
    return pages.map(({ path, title }) => {
      const [first, second] = looks.get(path) ?? []
      return first && second ? ['P14', title, path, ...told(first, true), ...told(second, false), goal] : []
    })
  } finally {
    await context.close()
  }
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

/** Pages of the administrator's menu that stand in it. */
async function menuPages(url: string): Promise<{ readonly path: string; readonly title: string }[]> {
  const client = await signIn(url, admin.username, admin.password)
  const { result } = await client.get<{ menu: MenuNode[] }>('/sys/permission/getUserPermissionByToken')
  const leaves = (nodes: readonly MenuNode[]): MenuNode[] =>
    nodes.flatMap((node) =>
      node.hidden === true ? [] : node.children?.length ? leaves(node.children) : [node],
    )
  return leaves(result.menu)
    .filter(({ component, path }) => !component.startsWith('layouts/') && /^\/[^:]*$/.test(path))
    .map(({ path, meta }) => ({ path, title: meta?.title ?? path }))
}
